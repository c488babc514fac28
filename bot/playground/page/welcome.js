/** What an empty channel says to somebody who has never been here. */

import { h } from "./dom.js";
import { SIGNS } from "./world.js";

/**
 * Returns the welcome: who the reader is, what to type, and a button that types it. Where nobody
 * can be challenged one plays against the computer.
 */
export function welcomeElement(world, channel, composer) {
  const me = world.person(world.me);
  const other = world.members.find((member) => member.id !== world.me);
  const place = world.channel(channel);
  const isAlone = place !== undefined && place.guild !== world.frame.guild.id;
  const isGuest = isAlone && place.kind !== "dm";
  const begin = isAlone ? "play" : "challenge";
  const write = () => {
    const values = isAlone ? {} : { opponent: other?.id };
    if (!composer.begin(begin, values)) composer.write(`/${begin}`);
  };
  return h(
    "li",
    { class: "welcome", data: { testid: "welcome" } },
    h("div", { class: "welcome-sign", "aria-hidden": "true" }, SIGNS[place?.kind] ?? "#"),
    h("h2", {}, `Welcome to ${world.title(channel)}`),
    h("p", {}, "You are ", h("strong", {}, me.name), ". Nothing here leaves this computer."),
    isGuest
      ? h("p", {}, "Ricochet is no member here: it answers those who installed it for themselves.")
      : null,
    isAlone ? alone() : other ? steps(other) : null,
    isAlone ? null : h("p", {}, "Or type ", key("/play"), " and play against the computer."),
    isAlone || other
      ? h(
          "button",
          {
            type: "button",
            class: "button primary",
            data: { testid: `welcome-${begin}` },
            on: { click: write },
          },
          `Write /${begin}`,
        )
      : null,
  );
}

const key = (text) => h("kbd", {}, text);

function alone() {
  return h(
    "ol",
    {},
    h("li", {}, "Type ", key("/play"), ", pick a game and a level and press Send."),
    h("li", {}, "A board appears. Play with the controls under it; the computer answers."),
  );
}

function steps(other) {
  return h(
    "ol",
    {},
    h("li", {}, "Type ", key("/challenge"), `, pick ${other.name} as the opponent and press Send.`),
    h("li", {}, `Switch to ${other.name} at the top of the page and press Accept.`),
    h("li", {}, "A board appears. Play with the controls under it, and switch sides as you like."),
  );
}
