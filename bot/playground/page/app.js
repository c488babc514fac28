/**
 * The page of the playground: joins the line to the server, the world and everything drawn.
 *
 * The address says who reads what: ?member=ID&channel=ID. Hooks that tests may rely on:
 *   data-message-id           every message (data-testid "message"; data-private "true" or "false")
 *   data-testid content, thinking, embed, file, invoked, dismiss         parts of a message
 *   data-custom-id            every button and select of a message or a modal; data-label is the
 *                             visible label of a button; data-testid "button", "select",
 *                             "text-input"; aria-busy "true" while its press is under way
 *   data-testid become        a member in the switch (data-member-id, data-member, aria-pressed)
 *   data-testid hint, hint-become     "Ben was mentioned in #games." and its "Switch to Ben"
 *   data-testid channel       a channel or conversation (data-channel-id, data-kind), mentions:
 *                             its badge
 *   data-testid member        a member in the list (data-member-id); person-menu: the menu
 *   data-testid composer      the text field; command-list with its command (data-command)
 *   data-testid command-form  the chosen command: command-name, option-NAME (the field itself),
 *                             suggestions with suggestion (data-value), command-send,
 *                             command-cancel
 *   data-testid composer-error, offline, reconnecting, welcome, newer, announcer, note
 *   data-testid modal, modal-submit, lightbox
 *                             (the announcer repeats new messages for screen readers, so look
 *                             for the words of a message under data-testid "content")
 *   <html data-ready>         present once the first view of the server has been drawn
 */

import { Composer } from "./composer.js";
import { menuCommands } from "./commands.js";
import { h } from "./dom.js";
import { Log } from "./log.js";
import { isThinking } from "./messages.js";
import { openModal } from "./modal.js";
import {
  drawChannels,
  drawHint,
  drawMembers,
  drawSwitch,
  openPersonMenu,
  walkMenu,
} from "./sidebar.js";
import { Connection, Interactions, post } from "./socket.js";
import { keepTime } from "./times.js";
import { welcomeElement } from "./welcome.js";
import { SIGNS, World } from "./world.js";

const COMPONENT_FAILED = "This interaction failed";
const COMMAND_FAILED = "The application did not respond";
const USER_SELECTS = new Set([5, 7]);
const CHANNEL_SELECT = 8;

const part = (id) => document.getElementById(id);
const world = new World();
const interactions = new Interactions();
const place = readAddress();
/** What is under way or went wrong, by message: {pendingKey, failure}. */
const states = new Map();
/** Private notes of this page alone, by channel: elements under the newest message. */
const notes = new Map();
let soughtMessage = null;
/** For which view of the world, and which channel, the commands were offered. */
let offered = {};

// Where the reader is

function readAddress() {
  const query = new URLSearchParams(location.search);
  return { member: query.get("member"), channel: query.get("channel") };
}

function go(member, channel, message = null) {
  const isOther = member !== place.member;
  place.member = member;
  place.channel = channel;
  soughtMessage = message;
  history.pushState(null, "", `?${new URLSearchParams({ member, channel })}`);
  showDrawer(false);
  if (isOther) become();
  else draw();
}

/** Opens or closes the list of channels on a narrow screen. */
function showDrawer(isOpen) {
  const wasOpen = document.body.classList.contains("drawer-open");
  if (isOpen === wasOpen) return;
  document.body.classList.toggle("drawer-open", isOpen);
  document.querySelector("main").inert = isOpen;
  part(isOpen ? "drawer-close" : "drawer-button").focus();
}

/** Opens the line as the member of the address; what the former one had begun is dropped. */
function become() {
  interactions.abandon();
  states.clear();
  notes.clear();
  composer.cancel();
  log.toNewest();
  connection.open(place.member);
}

const names = {
  member: (id) => {
    const person = world.person(id);
    return person && { name: person.name, isMe: id === world.me };
  },
  channel: (id) => world.channel(id),
  open: (channel, message) => world.channel(channel) && go(world.me, channel, message),
  command: (name) => composer.begin(name),
  isHere: (guild) => [world.frame.guild.id, world.frame.elsewhere.id, "@me"].includes(guild),
};

// Frames

function receive(frame) {
  switch (frame.type) {
    case "world":
      return receiveWorld(frame);
    case "message":
      return receiveMessage(frame.message);
    case "gone":
      world.remove(frame.channel, frame.id);
      return draw();
    default:
      return interactions.receive(frame);
  }
}

function receiveWorld(frame) {
  if (world.frame) followRestart(frame);
  const isWanted = frame.members.some((member) => member.id === place.member);
  if (isWanted && frame.me !== place.member) return connection.open(place.member);
  // Who becomes another while talking to the bot goes on talking to it, as that other.
  const wasDirect = world.frame && world.direct?.id === place.channel;
  world.replace(frame);
  place.member = frame.me;
  if (!world.channel(place.channel)) {
    place.channel = (wasDirect && world.direct?.id) || (world.channels[0]?.id ?? null);
  }
  history.replaceState(null, "", `?${new URLSearchParams(place)}`);
  draw();
  document.documentElement.dataset.ready = "true";
}

/** Stays who and where one was after a restart, in which everything gets a new id. */
function followRestart(frame) {
  const anew = (known, former) => known.find(({ name }) => name === former?.name)?.id ?? null;
  if (frame.guild.id === world.frame.guild.id) return;
  place.channel = anew(frame.channels, world.channel(place.channel));
  place.member = anew(frame.members, world.person(place.member));
}

function receiveMessage(message) {
  const former = world.put(message);
  states.delete(message.id);
  const isNews = former === undefined || isThinking(former);
  if (isNews && message.channel_id === place.channel && message.author.id !== world.me) {
    log.announce(message, world);
  }
  draw();
}

function showLine(state) {
  part("reconnecting").hidden = state === "open";
  part("reconnecting").textContent = "Reconnecting to the playground…";
  if (state !== "lost") return;
  interactions.abandon();
  states.clear();
}

// Drawing

function draw() {
  if (!world.frame) return;
  const channel = world.channel(place.channel);
  const title = world.title(place.channel);
  document.title = `${title} · ${world.frame.guild.name}`;
  part("guild-name").textContent = world.frame.guild.name;
  part("elsewhere-name").textContent = world.frame.elsewhere.name;
  part("channel-sign").textContent = SIGNS[channel?.kind] ?? "#";
  part("channel-name").textContent = channel?.name ?? "";
  part("offline").hidden = world.frame.bot.online;
  part("log-list").setAttribute("aria-label", `Messages in ${title}`);
  part("composer").placeholder = `Message ${title}, or type /`;
  offerCommands();
  log.draw(place.channel, world, notes.get(place.channel) ?? []);
  if (soughtMessage && log.reveal(soughtMessage)) soughtMessage = null;
  see();
}

/** Offers the commands of this channel, when they are not offered already. */
function offerCommands() {
  if (offered.frame === world.frame && offered.channel === place.channel) return;
  offered = { frame: world.frame, channel: place.channel };
  composer.offer(world.commands(place.channel));
}

/** Marks what is on the screen as read and draws what depends on it. */
function see() {
  if (!document.hidden && log.isAtEnd) world.markRead(world.me, place.channel);
  const lists = { channels: world.frame.guild.id, elsewhere: world.frame.elsewhere.id };
  for (const [list, guild] of Object.entries({ ...lists, conversations: null })) {
    drawChannels(part(list), world, guild, place.channel, (channel) => go(world.me, channel));
  }
  drawMembers(part("members"), world, openMenu);
  const switchTo = (member, channel = place.channel) => go(member, channel);
  drawSwitch(part("switch"), world, switchTo);
  drawHint(part("hint"), world, switchTo);
  const news = world.mentionedIn(world.me).length > 0;
  part("drawer-button").classList.toggle("news", news);
}

function contextOf(message) {
  return {
    world,
    names,
    choices,
    thread: world.channel(message.id),
    press: (component, key, values) => press(message, component, key, values),
    dismiss,
    openMenu,
    ...states.get(message.id),
  };
}

/** Returns what a select offers: its own options, members, or channels. */
function choices(component) {
  if (component.options) return component.options;
  const defaults = new Set((component.default_values ?? []).map(({ id }) => id));
  const choice = ({ id, name }) => ({ value: id, label: name, default: defaults.has(id) });
  if (USER_SELECTS.has(component.type)) return [...world.members, world.frame.bot].map(choice);
  return component.type === CHANNEL_SELECT ? world.channels.map(choice) : [];
}

function openMenu(person, anchor) {
  const entries = menuCommands(world.commands(place.channel)).map((command) => [
    `Apps › ${command.name}`,
    () => sendCommand({ name: command.name, target: person.id }),
  ]);
  const items = person.isBot ? [] : entries;
  const mention = () => composer.write(`<@${person.id}> `);
  openPersonMenu(part("person-menu"), person, anchor, [...items, ["Mention", mention]]);
}

// Acts

function setState(message, state) {
  if (state === null) states.delete(message.id);
  else states.set(message.id, state);
  draw();
}

function press(message, component, key, values) {
  const body = { message: message.id, custom_id: component.custom_id, values };
  const request = post("press", { ...here(), ...body });
  setState(message, { pendingKey: key });
  interactions.start(request, {
    answered: () => states.get(message.id)?.pendingKey && setState(message, null),
    failed: (error) => setState(message, { failure: error ?? COMPONENT_FAILED }),
    modal: showModal,
  });
}

async function dismiss(message) {
  const reply = await post("dismiss", { member: world.me, message: message.id });
  if (reply.ok) world.remove(message.channel_id, message.id);
  else states.set(message.id, { failure: reply.error });
  draw();
}

/** Sends a command; the answer is the sentence of a refusal, or null once it is on its way. */
async function sendCommand({ name, options = [], target }) {
  const request = post("command", { ...here(), name, options, target });
  const { channel } = place;
  interactions.start(request, {
    answered: () => {},
    failed: (error) => error === null && addNote(channel, name),
    modal: showModal,
  });
  const reply = await request;
  if (!reply.ok && target) part("composer-error").textContent = reply.error;
  log.toNewest();
  return reply.ok ? null : reply.error;
}

/** Notes under the newest message that a command got no answer. */
function addNote(channel, command) {
  const dismissNote = () => {
    notes.set(
      channel,
      notes.get(channel).filter((other) => other !== note),
    );
    draw();
  };
  const note = h(
    "li",
    { class: "message private note", data: { testid: "note" } },
    h("p", { class: "failure", role: "alert" }, `/${command}: ${COMMAND_FAILED}`),
    h("p", { class: "only-you" }, "Only you can see this · ", [
      h(
        "button",
        { type: "button", class: "textual", on: { click: dismissNote } },
        "Dismiss message",
      ),
    ]),
  );
  notes.set(channel, [...(notes.get(channel) ?? []), note]);
  draw();
}

function showModal({ interaction, modal }) {
  openModal(modal, {
    names,
    choices,
    submit: (values, done) =>
      interactions.start(post("modal", { ...here(), interaction, values }), {
        answered: () => done(null),
        failed: (error) => done(error ?? "Something went wrong. Try again."),
        modal: showModal,
      }),
  });
}

function here() {
  return { member: world.me, channel: place.channel };
}

async function say(content) {
  const reply = await post("say", { ...here(), content });
  log.toNewest();
  return reply.ok ? null : reply.error;
}

async function suggest(command, options) {
  const reply = await post("autocomplete", { ...here(), name: command.path[0].name, options });
  return reply.ok ? reply.choices : [];
}

// Joining the parts

const composer = new Composer(
  {
    textForm: part("text-form"),
    text: part("composer"),
    slash: part("slash"),
    list: part("command-list"),
    commandForm: part("command-form"),
    error: part("composer-error"),
  },
  world,
  {
    say,
    suggest,
    send: (command, options) => sendCommand({ name: command.path[0].name, options }),
  },
);

const log = new Log({
  scroller: part("log"),
  list: part("log-list"),
  announcer: part("announcer"),
  newer: part("newer"),
  welcome: () => welcomeElement(world, place.channel, composer),
  contextOf,
  onSeen: see,
});

const connection = new Connection(receive, showLine);

walkMenu(part("person-menu"));
keepTime();
part("drawer-button").addEventListener("click", () => showDrawer(true));
part("drawer-close").addEventListener("click", () => showDrawer(false));
document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest("#sidebar, #person-menu")) showDrawer(false);
});
part("sidebar").addEventListener("keydown", (event) => event.key === "Escape" && showDrawer(false));
addEventListener("popstate", () => {
  const { member } = place;
  Object.assign(place, readAddress());
  if (place.member === member) draw();
  else become();
});
addEventListener("storage", () => {
  world.loadMarks();
  if (world.frame) see();
});
document.addEventListener("visibilitychange", () => world.frame && see());
connection.open(place.member);
