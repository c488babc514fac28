/** Channels, members, the switch between members, and the menu of a person. */

import { avatar, h, replaceChildren } from "./dom.js";
import { SIGNS } from "./world.js";

/** Draws the list of a server's channels (of conversations: `null`), threads under their channel. */
export function drawChannels(container, world, guild, current, open) {
  const isShown = (channel) =>
    channel.guild === guild && (!channel.archived || channel.id === current);
  const children = (parent) =>
    world.channels.filter((channel) => (channel.parent ?? null) === parent && isShown(channel));
  const item = (channel) =>
    h(
      "li",
      {},
      channelButton(channel, world, current, open),
      children(channel.id).length > 0 ? h("ul", {}, children(channel.id).map(item)) : null,
    );
  replaceChildren(container, children(null).map(item));
}

function channelButton(channel, world, current, open) {
  const mentions = world.mentions(world.me, channel.id);
  const isUnread = channel.id !== current && world.hasUnread(world.me, channel.id);
  const states = [channel.archived && "archived", channel.locked && "locked"].filter(Boolean);
  return h(
    "button",
    {
      type: "button",
      class: isUnread ? "channel unread" : "channel",
      "aria-current": channel.id === current ? "page" : null,
      data: { key: channel.id, testid: "channel", channelId: channel.id, kind: channel.kind },
      on: { click: () => open(channel.id) },
    },
    h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[channel.kind] ?? "#"),
    h("span", { class: "name" }, channel.name),
    states.length > 0 ? h("span", { class: "state" }, states.join(", ")) : null,
    isUnread ? h("span", { class: "visually-hidden" }, " (unread)") : null,
    mentions > 0
      ? h(
          "span",
          { class: "badge", data: { testid: "mentions" } },
          mentions,
          h("span", { class: "visually-hidden" }, " mentions"),
        )
      : null,
  );
}

/** Draws everybody on the server; pressing one opens the menu. */
export function drawMembers(container, world, openMenu) {
  const bot = world.person(world.frame.bot.id);
  const row = (person, note) =>
    h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: "member",
          "aria-haspopup": "menu",
          data: { key: person.id, testid: "member", memberId: person.id },
          on: { click: (event) => openMenu(person, event.currentTarget) },
        },
        avatar(person, "small"),
        h("span", { class: "name" }, person.name),
        person.isBot ? h("span", { class: "tag" }, "APP") : null,
        note ? h("span", { class: "state" }, note) : null,
      ),
    );
  replaceChildren(
    container,
    world.members.map((member) => row(member, member.id === world.me ? "you" : null)),
    row(bot, bot.online ? "online" : "offline"),
  );
}

/** Draws who the reader is, with a badge on every other member who was mentioned. */
export function drawSwitch(container, world, become) {
  replaceChildren(
    container,
    world.members.map((member) => {
      const isMe = member.id === world.me;
      const places = isMe ? [] : world.mentionedIn(member.id);
      const news = places.length > 0 ? `${member.name} was mentioned` : null;
      return h(
        "button",
        {
          type: "button",
          class: "seat",
          "aria-pressed": String(isMe),
          title: news ?? (isMe ? `You are ${member.name}` : `Become ${member.name}`),
          data: { key: member.id, testid: "become", memberId: member.id, member: member.name },
          on: { click: () => become(member.id) },
        },
        avatar(member, "small"),
        h("span", { class: "name" }, member.name),
        news ? h("span", { class: "badge", "aria-hidden": "true" }, "!") : null,
        news ? h("span", { class: "visually-hidden" }, ` – ${news}`) : null,
      );
    }),
  );
}

/** Draws the line that says who is asked to act elsewhere, for one person who plays both sides. */
export function drawHint(container, world, become) {
  const waiting = world.members
    .filter((member) => member.id !== world.me)
    .flatMap((member) =>
      world
        .mentionedIn(member.id)
        .slice(-1)
        .map((channel) => ({ member, channel })),
    );
  container.hidden = waiting.length === 0;
  replaceChildren(
    container,
    waiting.slice(0, 1).map(({ member, channel }) => [
      h("span", {}, h("strong", {}, member.name), ` was mentioned in ${world.title(channel.id)}.`),
      h(
        "button",
        {
          type: "button",
          class: "textual",
          data: {
            key: "hint",
            testid: "hint-become",
            memberId: member.id,
            target: channel.id,
          },
          on: { click: () => become(member.id, channel.id) },
        },
        `Switch to ${member.name}`,
      ),
    ]),
  );
}

/** Opens the menu of a person at an element: `items` are `[label, act]`. */
export function openPersonMenu(menu, person, anchor, items) {
  const choose = (act) => () => {
    menu.hidePopover();
    act();
  };
  menu.replaceChildren(
    h("p", { class: "person" }, avatar(person, "small"), person.name),
    ...items.map(([label, act]) =>
      h("button", { type: "button", role: "menuitem", on: { click: choose(act) } }, label),
    ),
  );
  menu.showPopover();
  const place = anchor.getBoundingClientRect();
  const left = Math.min(place.left, innerWidth - menu.offsetWidth - 8);
  const top = Math.min(place.bottom + 4, innerHeight - menu.offsetHeight - 8);
  menu.style.setProperty("left", `${Math.max(8, left)}px`);
  menu.style.setProperty("top", `${Math.max(8, top)}px`);
  menu.querySelector("button")?.focus();
}

/** Lets the arrow keys walk through a menu. */
export function walkMenu(menu) {
  menu.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const items = [...menu.querySelectorAll("button")];
    const index = items.indexOf(document.activeElement) + step;
    items[(index + items.length) % items.length]?.focus();
  });
}
