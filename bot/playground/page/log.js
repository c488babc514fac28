/** The messages of the open channel: kept in step, scrolled to the newest, read aloud. */

import { h, restoreFocus } from "./dom.js";
import { messageElement, spoken } from "./messages.js";

const GROUP_MILLISECONDS = 7 * 60 * 1000;
const NEAR_THE_END = 80;

export class Log {
  #shown = new Map();
  #channel = null;
  #sticks = true;

  /** `contextOf(message)` gives what messageElement needs; `welcome()` fills an empty channel. */
  constructor({ scroller, list, announcer, newer, welcome, contextOf, onSeen }) {
    Object.assign(this, { scroller, list, announcer, newer, welcome, contextOf, onSeen });
    scroller.addEventListener("scroll", () => this.#noteScroll(), { passive: true });
    new ResizeObserver(() => this.#follow()).observe(scroller);
    new ResizeObserver(() => this.#follow()).observe(list);
    newer.addEventListener("click", () => this.toNewest());
  }

  get isAtEnd() {
    return this.#sticks;
  }

  /** Draws the channel; messages whose object and state are the same keep their elements. */
  draw(channel, world, notes) {
    if (channel !== this.#channel) {
      this.#channel = channel;
      this.#shown.clear();
      this.list.replaceChildren();
      this.#sticks = true;
    }
    const messages = world.messages(channel);
    const shown = new Map();
    messages.forEach((message, index) => {
      const isGrouped = continues(message, messages[index - 1]);
      const context = this.contextOf(message);
      const { pendingKey, failure, thread } = context;
      const state = [isGrouped, pendingKey, failure, world.me, thread?.name].join("|");
      const known = this.#shown.get(message.id);
      const isSame = known?.message === message && known.state === state;
      const element = isSame ? known.element : messageElement(message, isGrouped, context);
      shown.set(message.id, { message, state, element });
      if (known && !isSame) swap(known.element, element);
    });
    this.#shown = shown;
    this.#arrange(
      [...shown.values()].map(({ element }) => element),
      notes,
    );
    this.#follow();
  }

  /** Puts the elements in order while touching only those that are out of place. */
  #arrange(elements, notes) {
    const wanted = [...elements, ...notes];
    if (wanted.length === 0) {
      const welcome = this.welcome();
      const present = this.list.firstElementChild;
      wanted.push(present?.isEqualNode(welcome) ? present : welcome);
    }
    const isWanted = new Set(wanted);
    for (const child of [...this.list.children]) if (!isWanted.has(child)) child.remove();
    wanted.forEach((element, index) => {
      const present = this.list.children[index];
      if (present !== element) this.list.insertBefore(element, present ?? null);
    });
  }

  /** Says a new message to those who listen. */
  announce(message, world) {
    this.announcer.append(h("p", {}, spoken(message, world)));
    while (this.announcer.children.length > 5) this.announcer.firstChild.remove();
  }

  toNewest() {
    this.#sticks = true;
    this.#follow();
  }

  /** Scrolls to a message and marks it for a moment; tells whether it is here. */
  reveal(id) {
    const element = this.#shown.get(id)?.element;
    if (!element) return false;
    this.#sticks = false;
    this.newer.hidden = false;
    element.scrollIntoView({ block: "center" });
    element.focus({ preventScroll: true });
    element.classList.add("found");
    setTimeout(() => element.classList.remove("found"), 2000);
    return true;
  }

  #follow() {
    if (this.#sticks) this.scroller.scrollTop = this.scroller.scrollHeight;
    this.newer.hidden = this.#sticks;
  }

  #noteScroll() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    const sticks = scrollHeight - scrollTop - clientHeight < NEAR_THE_END;
    if (sticks === this.#sticks) return;
    this.#sticks = sticks;
    this.newer.hidden = sticks;
    if (sticks) this.onSeen();
  }
}

function swap(old, element) {
  const key = old.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  old.replaceWith(element);
  if (key !== undefined) restoreFocus(element, key);
}

/** Tells whether a message goes under the heading of the one before it. */
function continues(message, previous) {
  return (
    previous !== undefined &&
    !message.invoked &&
    previous.author.id === message.author.id &&
    Boolean(previous.ephemeral_for) === Boolean(message.ephemeral_for) &&
    Date.parse(message.timestamp) - Date.parse(previous.timestamp) < GROUP_MILLISECONDS
  );
}
