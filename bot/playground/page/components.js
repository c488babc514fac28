/** Buttons and selects of a message, and the selects that modals share with them. */

import { drawn, h } from "./dom.js";
import { innerTarget } from "./markdown.js";

const ROW = 1;
const BUTTON = 2;
const STYLE_NAMES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

/** What a screen reader says for a label or an emoji that is one sign. */
const GLYPH_NAMES = {
  "↖": "up left",
  "↑": "up",
  "↗": "up right",
  "←": "left",
  "→": "right",
  "↙": "down left",
  "↓": "down",
  "↘": "down right",
  "⟲": "turn left",
  "⟳": "turn right",
  "↺": "turn left",
  "↻": "turn right",
  "⇄": "swap",
  "☰": "menu",
  "🪲": "scarab",
  "⏮": "first",
  "◀": "back",
  "▶": "forward",
  "⏭": "last",
  "«": "first",
  "‹": "back",
  "›": "forward",
  "»": "last",
  "✓": "yes",
  "✔": "yes",
  "✕": "no",
  "✖": "no",
};

function glyphName(text) {
  return GLYPH_NAMES[text.replaceAll("\ufe0f", "").trim()];
}

/** Writes an emoji of a component; custom ones, whose pictures are elsewhere, by their name. */
function emojiText(emoji) {
  if (!emoji) return "";
  return emoji.id ? `:${emoji.name}:` : emoji.name;
}

/**
 * Returns the rows of a message. `context.press(component, key, values)` acts, `context.pendingKey`
 * names the component that waits for an answer; keys are "row.column", which stay the same when
 * an edit gives a component another custom id.
 */
export function componentRows(message, context) {
  const rows = (message.components ?? []).filter((row) => row.type === ROW);
  return rows.map((row, rowIndex) =>
    h(
      "div",
      { class: "row", role: "group", "aria-label": `Controls, row ${rowIndex + 1}` },
      row.components.map((component, column) => {
        const key = `${rowIndex}.${column}`;
        if (component.type === BUTTON) return button(component, key, context);
        return messageSelect(component, key, context);
      }),
    ),
  );
}

function button(component, key, context) {
  const emoji = emojiText(component.emoji);
  const label = component.label ?? "";
  const style = STYLE_NAMES[component.style] ?? "secondary";
  const spoken = [glyphName(emoji) ?? emoji, glyphName(label) ?? label].filter(Boolean).join(" ");
  const isPlain = spoken === label;
  const face = [
    emoji ? h("span", { class: "emoji", "aria-hidden": isPlain ? null : "true" }, drawn(emoji)) : null,
    label ? h("span", { class: "label" }, drawn(label)) : null,
  ];
  const shared = {
    class: `button ${style}`,
    "aria-label": isPlain ? null : spoken || "button",
    title: isPlain ? null : spoken,
    data: { key, testid: "button", customId: component.custom_id, label: label || emoji },
  };
  if (style === "link") return linkButton(component, shared, face, context);
  const isPending = context.pendingKey === key;
  return h(
    "button",
    {
      ...shared,
      type: "button",
      disabled: component.disabled,
      "aria-busy": isPending ? "true" : null,
      on: { click: () => isPending || context.press(component, key, []) },
    },
    face,
  );
}

function linkButton(component, shared, face, context) {
  const target = innerTarget(component.url, context.names);
  const follow = (event) => {
    if (!target) return;
    event.preventDefault();
    context.names.open(target.channel, target.message);
  };
  const away = target ? {} : { target: "_blank", rel: "noopener noreferrer" };
  return h(
    "a",
    { ...shared, ...away, href: component.disabled ? null : component.url, on: { click: follow } },
    face,
    h("span", { "aria-hidden": "true" }, target ? "›" : "↗"),
  );
}

function messageSelect(component, key, context) {
  const select = buildSelect(component, context.choices(component), {
    key,
    change: (values) => context.press(component, key, values),
  });
  if (context.pendingKey === key) select.element.setAttribute("aria-busy", "true");
  return select.element;
}

/**
 * Returns `{element, values()}` for a select of any type. `choices` are
 * `{value, label, description, emoji, default}`; `name` is what a screen reader says instead of the
 * placeholder; `change(values)` is called when the reader has chosen anew: at once for a single
 * choice, on closing the list for several.
 */
export function buildSelect(component, choices, { key, name, change = () => {}, required } = {}) {
  const mostValues = Math.min(component.max_values ?? 1, choices.length);
  const build = mostValues > 1 ? severalSelect : singleSelect;
  return build(component, choices, { key, name, change, required });
}

function choiceFace({ label, description, emoji }) {
  const sign = emojiText(emoji);
  return [
    sign ? h("span", { class: "emoji" }, `${sign} `) : null,
    h("span", { class: "label" }, label),
    // The dash parts the two where the list is the system's own and shows one line.
    description ? h("span", { class: "dash" }, " – ") : null,
    description ? h("span", { class: "description" }, description) : null,
  ];
}

function singleSelect(component, choices, { key, name, change, required }) {
  const picked = choices.find((choice) => choice.default)?.value ?? "";
  const placeholder = component.placeholder || "Make a selection";
  const mayBeEmpty = (component.min_values ?? 1) === 0;
  const select = h(
    "select",
    {
      class: "select",
      disabled: component.disabled,
      required,
      "aria-label": name ?? placeholder,
      data: { key, testid: "select", customId: component.custom_id },
      on: { change: () => change(values()) },
    },
    // In browsers that can, this button lets the style sheet draw the closed select.
    h("button", {}, document.createElement("selectedcontent")),
    h("option", { value: "", disabled: !mayBeEmpty, hidden: !mayBeEmpty }, placeholder),
    choices.map((choice) =>
      h("option", { value: choice.value, selected: choice.value === picked }, choiceFace(choice)),
    ),
  );
  select.value = picked;
  const values = () => (select.value === "" ? [] : [select.value]);
  return { element: select, values };
}

/** A list of boxes to tick in a fold, since a native list of several choices is hard to use. */
function severalSelect(component, choices, { key, name, change }) {
  const placeholder = component.placeholder || "Make a selection";
  const least = component.min_values ?? 1;
  const most = component.max_values ?? 1;
  const boxes = choices.map((choice) =>
    h("input", { type: "checkbox", value: choice.value, checked: choice.default }),
  );
  const values = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const before = values().join();
  const face = h("summary", {
    class: "select",
    "aria-label": name ?? placeholder,
    data: { key, testid: "select", customId: component.custom_id },
  });
  const done = h("button", { type: "button", class: "button primary" }, "Done");
  const update = () => {
    const chosen = choices.filter((_, index) => boxes[index].checked);
    face.textContent = chosen.map((choice) => choice.label).join(", ") || placeholder;
    for (const box of boxes) box.disabled = !box.checked && chosen.length >= most;
    done.disabled = chosen.length < least;
  };
  const fold = h(
    "details",
    { class: "several", inert: component.disabled },
    face,
    h(
      "div",
      { class: "choices", on: { change: update } },
      choices.map((choice, index) =>
        h("label", {}, boxes[index], h("span", {}, choiceFace(choice))),
      ),
      done,
    ),
  );
  const close = () => {
    fold.open = false;
    face.focus();
  };
  done.addEventListener("click", close);
  fold.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !fold.open) return;
    event.stopPropagation();
    event.preventDefault();
    close();
  });
  fold.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !fold.contains(relatedTarget)) fold.open = false;
  });
  fold.addEventListener("toggle", () => {
    const isChosen = values().length >= least && values().join() !== before;
    if (!fold.open && isChosen) change(values());
  });
  update();
  return { element: fold, values };
}
