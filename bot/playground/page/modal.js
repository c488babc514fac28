/** Modals of the bot, and pictures at their full size. */

import { h } from "./dom.js";
import { buildSelect } from "./components.js";
import { markdown } from "./markdown.js";

const ROW = 1;
const TEXT_INPUT = 4;
const TEXT_DISPLAY = 10;
const LABEL = 18;
const PARAGRAPH = 2;

/**
 * Opens a modal. `context.submit(values, done)` sends it: `done(error)` comes back with null to
 * close it, or with the sentence to show; `context.choices(component)` fills selects.
 */
export function openModal(modal, context) {
  const fields = [];
  const parts = modal.components.map((part) => modalPart(part, fields, context));
  const error = h("p", { class: "error", role: "alert" });
  const submit = h(
    "button",
    { class: "button primary", data: { testid: "modal-submit" } },
    "Submit",
  );
  const form = h("form", { method: "dialog" }, parts, error, [
    h(
      "footer",
      {},
      h(
        "button",
        { type: "button", class: "button secondary", on: { click: () => close() } },
        "Cancel",
      ),
      submit,
    ),
  ]);
  const dialog = h(
    "dialog",
    {
      class: "modal",
      "aria-labelledby": "modal-title",
      data: { testid: "modal", customId: modal.custom_id },
    },
    h("h2", { id: "modal-title" }, modal.title),
    form,
  );
  const close = () => dialog.close();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (submit.disabled) return;
    submit.disabled = true;
    error.textContent = "";
    context.submit(Object.fromEntries(fields.map(({ id, read }) => [id, read()])), (sentence) => {
      submit.disabled = false;
      if (sentence === null) close();
      else error.textContent = sentence;
    });
  });
  showDialog(dialog);
}

function modalPart(part, fields, context) {
  switch (part.type) {
    case TEXT_DISPLAY:
      return h("div", { class: "content" }, markdown(part.content, context.names));
    case ROW:
      return part.components.map((input) => field(input.label, null, input, fields, context));
    case LABEL:
      return field(part.label, part.description, part.component, fields, context);
    default:
      return null;
  }
}

function field(label, description, component, fields, context) {
  const isRequired = component.required ?? true;
  let control;
  if (component.type === TEXT_INPUT) {
    control = textInput(component, isRequired);
    fields.push({ id: component.custom_id, read: () => control.value });
  } else {
    const select = buildSelect(component, context.choices(component), {
      name: label,
      required: isRequired,
    });
    control = select.element;
    fields.push({ id: component.custom_id, read: select.values });
  }
  return h(
    control.tagName === "DETAILS" ? "div" : "label",
    { class: "field" },
    h("span", { class: "name" }, label, isRequired ? h("span", { class: "required" }, " *") : null),
    description ? h("span", { class: "description" }, description) : null,
    control,
  );
}

function textInput(component, isRequired) {
  const attributes = {
    required: isRequired,
    minlength: component.min_length,
    maxlength: component.max_length ?? 4000,
    placeholder: component.placeholder,
    autocomplete: "off",
    data: { testid: "text-input", customId: component.custom_id },
  };
  const control =
    component.style === PARAGRAPH
      ? h("textarea", { ...attributes, rows: 4 })
      : h("input", { ...attributes, type: "text" });
  control.value = component.value ?? "";
  return control;
}

/** Shows a picture of a message over the whole page; a press anywhere closes it. */
export function openPicture(attachment, address) {
  const dialog = h(
    "dialog",
    {
      class: "lightbox",
      "aria-label": "Picture",
      data: { testid: "lightbox" },
      on: { click: () => dialog.close() },
    },
    h("img", { src: address, alt: attachment.description ?? attachment.filename }),
    attachment.description ? h("p", {}, attachment.description) : null,
    h(
      "button",
      { type: "button", class: "button secondary", "aria-label": "Close the picture" },
      "✕",
    ),
  );
  showDialog(dialog);
}

function showDialog(dialog) {
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
