/** What the page knows: the server as one member sees it, and what each member has read. */

/** What stands before the name of a channel, by its kind. */
export const SIGNS = { text: "#", thread: "↳", dm: "@", group: "⁂" };

const MARKS_KEY = "ricochet-playground-read";

/** Tells whether id `left` is younger than `right`; ids are decimal numbers of any length. */
function isAfter(left, right) {
  return left.length === right.length ? left > right : left.length > right.length;
}

export class World {
  #messages = new Map();
  #marks = {};

  constructor() {
    this.frame = null;
    this.loadMarks();
  }

  get me() {
    return this.frame.me;
  }

  get members() {
    return this.frame.members;
  }

  get channels() {
    return this.frame.channels;
  }

  /** Returns the person or the bot with this id as `{id, name, color}`, or undefined. */
  person(id) {
    if (id === this.frame.bot.id) return { ...this.frame.bot, color: "#b3541e", isBot: true };
    return this.members.find((member) => member.id === id);
  }

  channel(id) {
    return this.channels.find((channel) => channel.id === id);
  }

  /** Returns the reader's conversation with the bot, or undefined. */
  get direct() {
    return this.channels.find((channel) => channel.kind === "dm");
  }

  /** Returns the commands that the reader is offered in a channel. */
  commands(id) {
    const offered = new Set(this.channel(id)?.commands);
    return this.frame.commands.filter((command) => offered.has(command.id));
  }

  /** Returns how a channel is called in a sentence: `#games`, `@Ricochet`, `Ada, Ben`. */
  title(id) {
    const channel = this.channel(id);
    const sign = { dm: "@", group: "" }[channel?.kind] ?? "#";
    return channel ? `${sign}${channel.name}` : "";
  }

  /** Returns the messages of a channel, oldest first. */
  messages(channel) {
    return [...(this.#messages.get(channel)?.values() ?? [])];
  }

  /** Takes a whole view; a direct conversation is named after the bot. Messages that did not change stay the same objects. */
  replace(frame) {
    const old = this.#messages;
    const rename = (channel) => ({ ...channel, name: frame.bot.name });
    const channels = frame.channels.map((each) => (each.kind === "dm" ? rename(each) : each));
    this.frame = { ...frame, channels };
    this.#messages = new Map();
    for (const [channel, messages] of Object.entries(frame.messages)) {
      const entries = messages.map((message) => {
        const known = old.get(channel)?.get(message.id);
        const isSame = known && JSON.stringify(known) === JSON.stringify(message);
        return [message.id, isSame ? known : message];
      });
      this.#messages.set(channel, new Map(entries));
    }
  }

  /** Takes a new or edited message; returns what stood there before, or undefined. */
  put(message) {
    if (!this.#messages.has(message.channel_id)) this.#messages.set(message.channel_id, new Map());
    const channel = this.#messages.get(message.channel_id);
    const former = channel.get(message.id);
    channel.set(message.id, message);
    return former;
  }

  remove(channel, id) {
    this.#messages.get(channel)?.delete(id);
  }

  // Read marks are shared between tabs, so that one person with two tabs sees true badges.

  loadMarks() {
    try {
      this.#marks = JSON.parse(localStorage.getItem(MARKS_KEY)) ?? {};
    } catch {
      this.#marks = {};
    }
  }

  #unread(member, channel) {
    const mark = this.#marks[`${member}/${channel}`] ?? "0";
    return this.messages(channel).filter(
      (message) => isAfter(message.id, mark) && message.author.id !== member,
    );
  }

  /** Notes that `member` has seen everything in `channel`; tells whether that is news. */
  markRead(member, channel) {
    const newest = this.messages(channel).at(-1)?.id;
    const key = `${member}/${channel}`;
    if (!newest || !isAfter(newest, this.#marks[key] ?? "0")) return false;
    this.#marks[key] = newest;
    try {
      localStorage.setItem(MARKS_KEY, JSON.stringify(this.#marks));
    } catch {
      // Without storage the marks hold for this tab alone.
    }
    return true;
  }

  hasUnread(member, channel) {
    return this.#unread(member, channel).length > 0;
  }

  /** Counts the unread messages of a channel that notified `member`. */
  mentions(member, channel) {
    return this.#unread(member, channel).filter((message) => message.pings?.includes(member))
      .length;
  }

  /** Returns the channels in which `member` was mentioned and has not looked since. */
  mentionedIn(member) {
    return this.channels.filter((channel) => this.mentions(member, channel.id) > 0);
  }
}
