/** The fields of a slash command: one labelled control for each option. */

import { h } from "./dom.js";

const STRING = 3;
const INTEGER = 4;
const BOOLEAN = 5;
const USER = 6;
const CHANNEL = 7;
const MENTIONABLE = 9;
const NUMBER = 10;
const ATTACHMENT = 11;
const DEBOUNCE_MILLISECONDS = 150;

/**
 * Returns `{element, name, type, input, list, ready(), value(), set(value), typed(), close()}` for
 * an option. `value()` is what to send, or undefined when it is left out, once `ready()`, which
 * only files have, is fulfilled; `list`, which only fields with autocomplete have, shows the
 * choices that `suggest(name, typed)` answers.
 */
export function optionField(option, world, suggest) {
  const id = `option-${option.name}`;
  const control = optionControl(option, id, world, suggest);
  const hint = option.required ? "required" : "optional";
  const element = h(
    "div",
    { class: "option", data: { testid: "option", option: option.name } },
    h(
      "label",
      { for: id, title: option.description },
      option.name,
      h("span", { class: option.required ? "required" : "optional" }, ` ${hint}`),
    ),
    control.element,
    h("span", { class: "visually-hidden", id: `${id}-about` }, option.description),
  );
  control.input.setAttribute("aria-describedby", `${id}-about`);
  return { ...control, element, name: option.name, type: option.type };
}

function optionControl(option, id, world, suggest) {
  switch (option.type) {
    case BOOLEAN:
      return choiceControl(option, id, [
        ["True", true],
        ["False", false],
      ]);
    case USER:
    case MENTIONABLE: {
      const people = [...world.members, world.frame.bot];
      return choiceControl(
        option,
        id,
        people.map(({ id, name }) => [name, id]),
      );
    }
    case CHANNEL:
      return choiceControl(
        option,
        id,
        world.channels.map(({ id, name }) => [`#${name}`, id]),
      );
    case STRING:
    case INTEGER:
    case NUMBER:
      if (option.choices?.length > 0) {
        return choiceControl(
          option,
          id,
          option.choices.map(({ name, value }) => [name, value]),
        );
      }
      return typedControl(option, id, option.autocomplete ? suggest : null);
    case ATTACHMENT:
      return fileControl(option, id);
    default:
      return unusableControl(option, id);
  }
}

/** A select; the choices' own values are kept beside it, so that numbers stay numbers. */
function choiceControl(option, id, choices) {
  const input = h(
    "select",
    { id, required: option.required, data: { testid: `option-${option.name}` } },
    h("option", { value: "" }, option.required ? "Choose…" : "–"),
    choices.map(([label], index) => h("option", { value: String(index) }, label)),
  );
  const value = () => (input.value === "" ? undefined : choices[Number(input.value)][1]);
  const set = (wanted) => {
    const index = choices.findIndex(([, value]) => value === wanted);
    if (index >= 0) input.value = String(index);
  };
  return { element: input, input, value, set, typed: () => undefined };
}

function typedControl(option, id, suggest) {
  const isNumber = option.type !== STRING;
  const input = h("input", {
    id,
    type: isNumber && !suggest ? "number" : "text",
    inputmode: isNumber ? "decimal" : null,
    step: option.type === NUMBER ? "any" : null,
    min: option.min_value,
    max: option.max_value,
    minlength: option.min_length,
    maxlength: option.max_length,
    required: option.required,
    placeholder: option.description,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    data: { testid: `option-${option.name}` },
  });
  const list = suggest ? new Suggestions(input, option.name, suggest) : null;
  const value = () => {
    if (input.value === "") return undefined;
    const text = list?.chosenValue ?? input.value;
    return isNumber ? Number(text) : text;
  };
  const set = (text) => {
    input.value = text;
    list?.forget();
  };
  return {
    element: input,
    input,
    list: list?.element,
    value,
    set,
    typed: () => input.value,
    close: () => list?.close() ?? false,
  };
}

/** A file, which goes along as its name and its bytes in base64. */
function fileControl(option, id) {
  const input = h("input", {
    id,
    type: "file",
    required: option.required,
    data: { testid: `option-${option.name}` },
  });
  let sent;
  let reading = Promise.resolve();
  const read = async ([file]) => {
    sent = undefined;
    try {
      sent = file && { filename: file.name, data: await base64(file) };
    } catch {
      input.value = "";
    }
  };
  input.addEventListener("change", () => (reading = read(input.files)));
  const value = () => sent;
  return { element: input, input, ready: () => reading, value, set: () => {}, typed: () => undefined };
}

function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result.split(",")[1] ?? ""));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}

function unusableControl(option, id) {
  const input = h("input", { id, disabled: true, placeholder: "not available in the playground" });
  return { element: input, input, value: () => undefined, set: () => {}, typed: () => undefined };
}

/** The list of a field with autocomplete: asks after a pause, newest answer wins. */
class Suggestions {
  #timer = null;
  #asked = 0;
  #active = -1;
  #choices = [];
  #chosen = null;

  constructor(input, name, suggest) {
    this.input = input;
    this.ask = suggest;
    this.name = name;
    const id = `${input.id}-list`;
    this.element = h("ul", {
      id,
      class: "suggestions",
      role: "listbox",
      hidden: true,
      "aria-label": name,
      data: { testid: "suggestions" },
    });
    for (const [attribute, value] of Object.entries({
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": id,
    })) {
      input.setAttribute(attribute, value);
    }
    input.addEventListener("input", () => {
      this.forget();
      this.#askSoon(DEBOUNCE_MILLISECONDS);
    });
    input.addEventListener("focus", () => this.#askSoon(0));
    input.addEventListener("click", () => this.element.hidden && this.#askSoon(0));
    input.addEventListener("blur", () => this.close());
    input.addEventListener("keydown", (event) => this.#key(event));
  }

  /** What the chosen suggestion stands for, while the field still shows its name. */
  get chosenValue() {
    return this.#chosen?.name === this.input.value ? String(this.#chosen.value) : null;
  }

  forget() {
    this.#chosen = null;
  }

  /** Closes the list; tells whether it was open. */
  close() {
    clearTimeout(this.#timer);
    this.#asked += 1;
    const wasOpen = !this.element.hidden;
    this.element.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
    return wasOpen;
  }

  #askSoon(pause) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      const turn = (this.#asked += 1);
      const choices = await this.ask(this.name, this.input.value);
      if (turn === this.#asked && document.activeElement === this.input) this.#show(choices);
    }, pause);
  }

  #show(choices) {
    this.#choices = choices;
    this.#active = -1;
    this.element.replaceChildren(
      ...choices.map((choice, index) =>
        h(
          "li",
          {
            id: `${this.element.id}-${index}`,
            role: "option",
            data: { testid: "suggestion", value: String(choice.value) },
            // Acting on the press, before the field loses the focus, keeps the list there.
            on: {
              pointerdown: (event) => event.preventDefault(),
              click: () => this.#choose(index),
            },
          },
          choice.name,
        ),
      ),
    );
    if (choices.length === 0) this.element.append(h("li", { class: "none" }, "No suggestions"));
    this.element.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    this.input.removeAttribute("aria-activedescendant");
  }

  #choose(index) {
    this.#chosen = this.#choices[index];
    this.input.value = this.#chosen.name;
    this.close();
  }

  #key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && this.element.hidden) {
      this.#askSoon(0);
    } else if (step !== undefined && this.#choices.length > 0) {
      const count = this.#choices.length;
      this.#activate((this.#active + step + count) % count);
    } else if (event.key === "Enter" && !this.element.hidden && this.#active >= 0) {
      this.#choose(this.#active);
    } else {
      return;
    }
    event.preventDefault();
  }

  #activate(index) {
    this.#active = index;
    [...this.element.children].forEach((item, position) => {
      item.setAttribute("aria-selected", String(position === index));
      if (position !== index) return;
      item.scrollIntoView({ block: "nearest" });
      this.input.setAttribute("aria-activedescendant", item.id);
    });
  }
}
