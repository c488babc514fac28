/** Where the reader writes: a message, or a slash command with its options as fields. */

import { h } from "./dom.js";
import { matching, nested, typedCommands } from "./commands.js";
import { optionField } from "./options.js";

/** A select whose list is shut, where the browser can tell: there Enter sends the command. */
const CLOSED_SELECT = CSS.supports("selector(:open)") ? "select:not(:open)" : "select";

/**
 * Drives the text field, the list of commands over it and the form of a chosen command.
 * `acts` are `say(text)`, `send(command, options)` and `suggest(command, options)`; the first two
 * answer the sentence of an error, or null.
 */
export class Composer {
  #commands = [];
  #found = [];
  #active = 0;
  #command = null;
  #fields = [];

  constructor({ textForm, text, slash, list, commandForm, error }, world, acts) {
    Object.assign(this, { textForm, text, slash, list, commandForm, error, world, acts });
    text.addEventListener("input", () => this.#typed());
    text.addEventListener("keydown", (event) => this.#textKey(event));
    text.addEventListener("blur", () => this.#closeList());
    slash.addEventListener("click", () => this.write("/"));
    textForm.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#say();
    });
    commandForm.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    commandForm.addEventListener("keydown", (event) => this.#commandKey(event));
  }

  /** Takes the commands that the bot offers now; one that it does not is given up. */
  offer(commands) {
    this.#commands = typedCommands(commands);
    const isOffered = ({ name }) => name === this.#command?.name;
    if (this.#command && !this.#commands.some(isOffered)) this.cancel();
    this.slash.disabled = this.#commands.length === 0;
    if (!this.list.hidden) this.#typed();
  }

  /** Puts text into the field, as if the reader had typed it. */
  write(text) {
    this.cancel();
    this.text.value = text;
    this.text.focus();
    this.#typed();
  }

  /** Opens the form of a command with some values filled in; false when there is no such one. */
  begin(name, values = {}) {
    const command = this.#commands.find((candidate) => candidate.name === name);
    if (!command) return false;
    this.#openCommand(command);
    for (const field of this.#fields) if (field.name in values) field.set(values[field.name]);
    return true;
  }

  /** Gives up the command that is being filled in. */
  cancel() {
    this.#command = null;
    this.#fields = [];
    this.commandForm.hidden = true;
    this.commandForm.replaceChildren();
    this.textForm.hidden = false;
    this.error.textContent = "";
  }

  // Plain text and the list of commands

  #typed() {
    this.text.style.setProperty("height", "auto");
    this.text.style.setProperty("height", `${this.text.scrollHeight}px`);
    const typed = this.text.value.match(/^\/([^\n]*)$/)?.[1];
    if (typed === undefined) return this.#closeList();
    if (this.#takeTypedCommand(typed)) return;
    this.#found = matching(this.#commands, typed);
    this.#active = 0;
    this.#drawList();
  }

  /** "/move " opens the form of /move; what follows the space goes into its first text field. */
  #takeTypedCommand(typed) {
    const command = this.#commands.find(({ name }) => typed.startsWith(`${name} `));
    if (!command) return false;
    this.#openCommand(command);
    const rest = typed.slice(command.name.length + 1).trim();
    if (rest) this.#fields.find((field) => field.typed() !== undefined)?.set(rest);
    return true;
  }

  #drawList() {
    const items = this.#found.map((command, index) =>
      h(
        "li",
        {
          id: `command-${index}`,
          role: "option",
          "aria-selected": String(index === this.#active),
          data: { testid: "command", command: command.name },
          on: {
            pointerdown: (event) => event.preventDefault(),
            click: () => this.#openCommand(command),
          },
        },
        h("strong", {}, `/${command.name}`),
        h("span", {}, command.description),
      ),
    );
    const none = h("li", { class: "none" }, "No command of that name");
    this.list.replaceChildren(...(items.length > 0 ? items : [none]));
    this.list.hidden = false;
    if (items.length > 0) {
      this.text.setAttribute("aria-activedescendant", `command-${this.#active}`);
      items[this.#active].scrollIntoView({ block: "nearest" });
    }
  }

  #closeList() {
    this.list.hidden = true;
    this.text.removeAttribute("aria-activedescendant");
  }

  #textKey(event) {
    const isListed = !this.list.hidden && this.#found.length > 0;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.isComposing || (event.key === "Enter" && event.shiftKey)) return;
    if (event.key === "Escape") this.#closeList();
    else if (isListed && step !== undefined) {
      this.#active = (this.#active + step + this.#found.length) % this.#found.length;
      this.#drawList();
    } else if (isListed && (event.key === "Enter" || event.key === "Tab")) {
      this.#openCommand(this.#found[this.#active]);
    } else if (event.key === "Enter") this.#say();
    else return;
    event.preventDefault();
  }

  async #say() {
    const text = this.text.value.trim();
    if (!text) return;
    if (text.startsWith("/")) {
      this.error.textContent = "There is no such command. Press / to see them all.";
      return;
    }
    const error = await this.acts.say(text);
    this.error.textContent = error ?? "";
    if (error !== null) return;
    this.text.value = "";
    this.#typed();
  }

  // A chosen command

  #openCommand(command) {
    this.#closeList();
    this.text.value = "";
    this.text.style.setProperty("height", "auto");
    this.error.textContent = "";
    this.#command = command;
    const suggest = (name, typed) => this.acts.suggest(command, this.#values({ name, typed }));
    this.#fields = command.options.map((option) => optionField(option, this.world, suggest));
    const cancel = () => {
      this.cancel();
      this.text.focus();
    };
    this.commandForm.replaceChildren(
      h(
        "header",
        {},
        h("strong", { data: { testid: "command-name" } }, `/${command.name}`),
        h("span", {}, command.description),
        h(
          "button",
          {
            type: "button",
            class: "icon",
            "aria-label": "Cancel the command",
            data: { testid: "command-cancel" },
            on: { click: cancel },
          },
          "✕",
        ),
      ),
      h(
        "div",
        { class: "options" },
        this.#fields.map((field) => field.element),
      ),
      ...this.#fields.map((field) => field.list ?? ""),
      h("button", { class: "send", data: { testid: "command-send" } }, "Send"),
    );
    this.textForm.hidden = true;
    this.commandForm.hidden = false;
    (this.#fields[0]?.input ?? this.commandForm.querySelector(".send")).focus();
  }

  /** The options; for autocomplete the focused one with what was typed, and no files. */
  #values(focused = null) {
    const values = [];
    for (const { name, type, value, ready } of this.#fields) {
      if (name === focused?.name) values.push({ name, type, value: focused.typed, focused: true });
      else if (focused && ready) continue;
      else if (value() !== undefined) values.push({ name, type, value: value() });
    }
    return nested(this.#command, values);
  }

  #commandKey(event) {
    if (event.key === "Enter" && event.target.matches(CLOSED_SELECT)) {
      event.preventDefault();
      this.commandForm.requestSubmit();
    } else if (event.key === "Escape") {
      const closed = this.#fields.some((field) => field.close?.());
      if (closed) return;
      this.cancel();
      this.text.focus();
    }
  }

  async #send() {
    const command = this.#command;
    await Promise.all(this.#fields.map((field) => field.ready?.()));
    const error = await this.acts.send(command, this.#values());
    if (this.#command !== command) return;
    if (error === null) {
      this.cancel();
      this.text.focus({ preventScroll: true });
    } else {
      this.error.textContent = error;
    }
  }
}
