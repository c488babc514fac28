/** One message as an element: heading, text, pictures, embeds, controls and private notes. */

import { avatar, h } from "./dom.js";
import { componentRows } from "./components.js";
import { markdown } from "./markdown.js";
import { openPicture } from "./modal.js";
import { timestamp, written } from "./times.js";
import { SIGNS } from "./world.js";

const THINKING = 128;
const THREAD_CREATED = 18;

/** Tells whether a message only says that its author will answer. */
export function isThinking(message) {
  return Boolean(message.flags & THINKING);
}

/** Returns where a file of the playground lies, on the very host that the page came from. */
function fileAddress(address) {
  const path = address.match(/^https?:\/\/[^/]+(\/attachments\/.*)$/)?.[1];
  return path ?? address;
}

/**
 * Returns the list item of a message. `context` holds `world`, `names` and `choices` for texts and
 * selects, the acts `press`, `dismiss` and `openMenu`, and the `thread` below this message, its
 * `pendingKey` and `failure`; `isGrouped` leaves out the heading after a message of the same author.
 */
export function messageElement(message, isGrouped, context) {
  const { world, names } = context;
  const isPing = message.pings?.includes(world.me) ?? false;
  const isPrivate = Boolean(message.ephemeral_for);
  const author = world.person(message.author.id) ?? {
    id: message.author.id,
    name: message.author.username,
    isBot: message.author.bot,
  };
  const classes = ["message", isGrouped && "grouped", isPing && "ping", isPrivate && "private"];
  return h(
    "li",
    {
      class: classes.filter(Boolean).join(" "),
      tabindex: "-1",
      data: { testid: "message", messageId: message.id, private: isPrivate ? "true" : "false" },
    },
    message.invoked ? invokedLine(message.invoked, world) : null,
    isGrouped ? null : heading(message, author, context),
    h(
      "div",
      { class: "body" },
      textOf(message, author, names),
      attachments(message),
      (message.embeds ?? []).map((embed) => embedElement(embed, names)),
      componentRows(message, context),
      context.thread ? threadLine(context.thread, names) : null,
      context.failure ? h("p", { class: "failure", role: "alert" }, context.failure) : null,
      isPrivate ? privateLine(message, context) : null,
    ),
  );
}

function invokedLine({ member, command }, world) {
  const person = world.person(member) ?? { name: "Somebody" };
  return h(
    "div",
    { class: "invoked", data: { testid: "invoked" } },
    avatar(person, "tiny"),
    h("span", {}, h("strong", {}, person.name), " used ", h("code", {}, `/${command}`)),
  );
}

function heading(message, author, { openMenu }) {
  const menu = (event) => openMenu(author, event.currentTarget);
  return [
    h("div", { class: "gutter", "aria-hidden": "true", on: { click: menu } }, avatar(author)),
    h(
      "div",
      { class: "heading" },
      h("button", { type: "button", class: "author", on: { click: menu } }, author.name),
      author.isBot ? h("span", { class: "tag" }, "APP") : null,
      written(message.timestamp),
    ),
  ];
}

function textOf(message, author, names) {
  if (isThinking(message)) {
    const dots = h("span", { class: "dots", "aria-hidden": "true" });
    return h(
      "div",
      { class: "content thinking", data: { testid: "thinking" } },
      dots,
      `${author.name} is thinking…`,
    );
  }
  if (message.type === THREAD_CREATED) {
    return h("div", { class: "content system" }, `started a thread: ${message.content}`);
  }
  if (!message.content) return null;
  const edited = message.edited_timestamp ? h("span", { class: "edited" }, "(edited)") : null;
  return h(
    "div",
    { class: "content", data: { testid: "content" } },
    markdown(message.content, names),
    edited,
  );
}

function threadLine({ id, name }, names) {
  return h(
    "button",
    {
      type: "button",
      class: "textual thread",
      data: { key: id, testid: "thread" },
      on: { click: () => names.open(id) },
    },
    `${SIGNS.thread} ${name}`,
  );
}

function privateLine(message, { dismiss }) {
  return h(
    "p",
    { class: "only-you" },
    "Only you can see this · ",
    h(
      "button",
      {
        type: "button",
        class: "textual",
        data: { testid: "dismiss" },
        on: { click: () => dismiss(message) },
      },
      "Dismiss message",
    ),
  );
}

function attachments(message) {
  const inEmbeds = (message.embeds ?? []).flatMap(({ image, thumbnail }) => [
    image?.url,
    thumbnail?.url,
  ]);
  return (message.attachments ?? [])
    .filter((attachment) => !inEmbeds.includes(attachment.url))
    .map((attachment) =>
      attachment.content_type?.startsWith("image/") ? picture(attachment) : file(attachment),
    );
}

function picture(attachment) {
  const address = fileAddress(attachment.url);
  const { description, filename, width, height } = attachment;
  const open = h(
    "button",
    {
      type: "button",
      class: "picture",
      title: "Enlarge",
      on: { click: () => openPicture(attachment, address) },
    },
    // Lazy before the address, or it loads at once; the size keeps its place until it has.
    h("img", {
      loading: "lazy",
      src: address,
      alt: description ?? filename,
      width,
      height,
      data: { filename },
    }),
  );
  if (!description) return h("figure", {}, open);
  const caption = h("figcaption", { hidden: true }, description);
  const toggle = (event) => {
    caption.hidden = !caption.hidden;
    event.currentTarget.setAttribute("aria-expanded", String(!caption.hidden));
  };
  return h(
    "figure",
    {},
    open,
    h(
      "button",
      {
        type: "button",
        class: "alt",
        "aria-label": "Description of the picture",
        "aria-expanded": "false",
        on: { click: toggle },
      },
      "ALT",
    ),
    caption,
  );
}

function file(attachment) {
  const size = attachment.size ?? 0;
  const words = size < 1024 ? `${size} bytes` : `${(size / 1024).toFixed(1)} KB`;
  const address = fileAddress(attachment.url);
  return h(
    "p",
    { class: "file", data: { testid: "file" } },
    h("a", { href: address, download: attachment.filename }, attachment.filename),
    h("span", {}, ` ${words}`),
  );
}

function embedElement(embed, names) {
  const color = `#${(embed.color ?? 0x3d4250).toString(16).padStart(6, "0")}`;
  const image = (part, kind) =>
    part
      ? h("img", {
          class: kind,
          loading: "lazy",
          src: fileAddress(part.url),
          alt: part.description ?? "",
          width: part.width,
          height: part.height,
        })
      : null;
  const title = embed.url
    ? h("a", { href: embed.url, target: "_blank", rel: "noopener noreferrer" }, embed.title)
    : embed.title;
  const footer = [
    embed.footer?.text,
    embed.footer && embed.timestamp ? " · " : null,
    embed.timestamp ? timestamp(Date.parse(embed.timestamp) / 1000) : null,
  ];
  return h(
    "article",
    { class: "embed", style: { "border-left-color": color }, data: { testid: "embed" } },
    image(embed.thumbnail, "thumbnail"),
    embed.author ? h("p", { class: "embed-author" }, embed.author.name) : null,
    embed.title ? h("h2", {}, title) : null,
    embed.description ? h("div", { class: "content" }, markdown(embed.description, names)) : null,
    (embed.fields ?? []).length > 0
      ? h(
          "dl",
          {},
          embed.fields.map(({ name, value, inline }) =>
            h(
              "div",
              { class: inline ? "inline" : null },
              h("dt", {}, name),
              h("dd", {}, markdown(value, names)),
            ),
          ),
        )
      : null,
    image(embed.image, "image"),
    embed.footer || embed.timestamp ? h("footer", {}, footer) : null,
  );
}

/** Returns a message in a few words, for those who hear the channel. */
export function spoken(message, world) {
  const author = world.person(message.author.id)?.name ?? message.author.username;
  if (isThinking(message)) return `${author} is thinking`;
  const text = message.content
    .replace(/<@!?(\d+)>/g, (_, id) => world.person(id)?.name ?? "somebody")
    .replace(/<t:(-?\d+)(?::\w)?>/g, (_, seconds) => timestamp(Number(seconds)).textContent)
    .replace(/[*_~|`>#]/g, "");
  const pictures = (message.attachments ?? []).map(
    ({ description, filename }) => description ?? filename,
  );
  return [`${author}: ${text}`, ...pictures].join(" ").trim();
}
