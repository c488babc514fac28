/** What an empty channel says to somebody who has never been here. */

import { h } from "./dom.js";

/** Returns the welcome: who the reader is, what to type, and a button that types it. */
export function welcomeElement(world, channel, composer) {
  const me = world.person(world.me);
  const other = world.members.find((member) => member.id !== world.me);
  const name = world.channel(channel)?.name ?? "";
  const challenge = () => {
    if (!composer.begin("challenge", { opponent: other?.id })) composer.write("/challenge");
  };
  return h(
    "li",
    { class: "welcome", data: { testid: "welcome" } },
    h("div", { class: "welcome-sign", "aria-hidden": "true" }, "#"),
    h("h2", {}, `Welcome to #${name}`),
    h("p", {}, "You are ", h("strong", {}, me.name), ". Nothing here leaves this computer."),
    other ? steps(other) : null,
    other
      ? h(
          "button",
          {
            type: "button",
            class: "button primary",
            data: { testid: "welcome-challenge" },
            on: { click: challenge },
          },
          "Write /challenge",
        )
      : null,
  );
}

function steps(other) {
  const key = (text) => h("kbd", {}, text);
  return h(
    "ol",
    {},
    h(
      "li",
      {},
      "Type ",
      key("/challenge"),
      `, pick ${other.name} as the opponent and press `,
      key("Enter"),
      ".",
    ),
    h("li", {}, `Switch to ${other.name} at the top of the page and press Accept.`),
    h("li", {}, "A board appears. Play with the controls under it, and switch sides as you like."),
  );
}
