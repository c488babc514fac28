/** Small helpers for building and replacing elements. */

/**
 * Returns a new element. `on` holds listeners, `data` dataset entries, `style` CSS properties
 * (set through the object model, which a strict content security policy allows); everything else
 * is an attribute. Null, undefined and false leave an attribute or a child out.
 */
export function h(tag, { on = {}, data = {}, style = {}, ...attributes } = {}, ...children) {
  const element = document.createElement(tag);
  for (const [event, listener] of Object.entries(on)) element.addEventListener(event, listener);
  for (const [name, value] of Object.entries(data)) {
    if (isPresent(value)) element.dataset[name] = value;
  }
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value);
  for (const [name, value] of Object.entries(attributes)) {
    if (isPresent(value)) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter(isPresent));
  return element;
}

function isPresent(value) {
  return value !== null && value !== undefined && value !== false;
}

/**
 * Replaces the children of `container`; an element with the same data-key keeps the focus. What
 * would look the same stays, so that a press that is just under way does not lose its element.
 */
export function replaceChildren(container, ...children) {
  const fresh = h("div", {}, children);
  if (fresh.innerHTML === container.innerHTML) return;
  const key = container.contains(document.activeElement)
    ? document.activeElement.dataset.key
    : undefined;
  container.replaceChildren(...fresh.childNodes);
  if (key !== undefined) restoreFocus(container, key);
}

/** Focuses the element with this data-key inside `container`, if there is one. */
export function restoreFocus(container, key) {
  container.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

/** Signs for which few systems have a font, with the name of our own drawing of each. */
const DRAWN = { "🪲": "scarab" };

/** Returns the text, as a drawing if it is a sign for which fonts are rare. */
export function drawn(text) {
  const name = DRAWN[text.replaceAll("\ufe0f", "").trim()];
  return name ? h("span", { class: `drawn ${name}` }, text) : text;
}

/** Returns the round sign of a member: the initial on the member's colour. */
export function avatar(member, size = "") {
  const color = member.color ?? "#5865a8";
  return h(
    "span",
    {
      class: `avatar ${size}`,
      "aria-hidden": "true",
      style: { "background-color": color, color: isLight(color) ? "#14161c" : "#ffffff" },
    },
    [...member.name][0]?.toUpperCase() ?? "?",
  );
}

function isLight(color) {
  const [red, green, blue] = [1, 3, 5].map((start) => parseInt(color.slice(start, start + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140;
}
