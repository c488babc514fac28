/** The part of Discord's markdown that messages use, turned into nodes (never into HTML text). */

import { drawn, h } from "./dom.js";
import { timestamp } from "./times.js";

/**
 * Returns nodes for `text`. `names` answers what ids stand for: `member(id)` and `channel(id)` give
 * `{name, isMe}` or undefined, `open(channel, message)` follows a link to a message,
 * `command(name)` starts a command, and `isHere(guild)` tells whether a link stays inside.
 */
export function markdown(text, names) {
  const nodes = [];
  const fence = /```(?:[\w+-]*\n)?([\s\S]+?)```/g;
  let end = 0;
  for (const found of text.matchAll(fence)) {
    nodes.push(...blocks(text.slice(end, found.index), names));
    nodes.push(h("pre", {}, h("code", {}, found[1].replace(/\n$/, ""))));
    end = found.index + found[0].length;
  }
  nodes.push(...blocks(text.slice(end), names));
  return nodes;
}

const LINE_KINDS = [
  ["quote", /^> (.*)$/],
  ["heading", /^(#{1,3}) +(.+)$/],
  ["small", /^-# +(.+)$/],
  ["bullet", /^\s*[-*] +(.+)$/],
  ["number", /^\s*(\d+)\. +(.+)$/],
];

function lineKind(line) {
  for (const [kind, pattern] of LINE_KINDS) {
    const found = line.match(pattern);
    if (found) return [kind, found];
  }
  return ["text", [line, line]];
}

/** Gathers lines of one kind into runs, then each run into its block. */
function blocks(text, names) {
  const rest = text.match(/(?:^|\n)>>> ([\s\S]+)$/);
  if (rest) {
    const before = text.slice(0, rest.index);
    return [...blocks(before, names), h("blockquote", {}, blocks(rest[1], names))];
  }
  const runs = [];
  for (const line of text.replace(/^\n|\n$/g, "").split("\n")) {
    const [kind, found] = lineKind(line);
    const last = runs[runs.length - 1];
    if (last?.kind === kind) last.lines.push(found);
    else runs.push({ kind, lines: [found] });
  }
  return runs.flatMap((run) => block(run, names));
}

function block({ kind, lines }, names) {
  const say = (words) => inline(words, names);
  switch (kind) {
    case "quote":
      return [h("blockquote", {}, blocks(lines.map((line) => line[1]).join("\n"), names))];
    case "heading":
      // The channel is the page's h1, so the headings of a message start at h2.
      return lines.map(([, marks, words]) => h(`h${marks.length + 1}`, {}, say(words)));
    case "small":
      return lines.map(([, words]) => h("p", { class: "small" }, say(words)));
    case "bullet":
      return [
        h(
          "ul",
          {},
          lines.map(([, words]) => h("li", {}, say(words))),
        ),
      ];
    case "number":
      return [
        h(
          "ol",
          { start: lines[0][1] },
          lines.map(([, , words]) => h("li", {}, say(words))),
        ),
      ];
    default: {
      const words = lines.map((line) => line[1]).join("\n");
      return words ? [h("p", {}, say(words))] : [];
    }
  }
}

/** What may stand inside a line, in order of precedence; the first that matches earliest wins. */
const INLINE = [
  [/\\([^\sA-Za-z0-9])/, ([, sign]) => [sign]],
  [/(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/, ([, , code]) => [h("code", {}, code.trim() || code)]],
  [/\*\*\*([\s\S]+?)\*\*\*/, ([, words], say) => [h("strong", {}, h("em", {}, say(words)))]],
  [/\*\*([\s\S]+?)\*\*(?!\*)/, ([, words], say) => [h("strong", {}, say(words))]],
  [/__([\s\S]+?)__(?!_)/, ([, words], say) => [h("u", {}, say(words))]],
  [/~~([\s\S]+?)~~/, ([, words], say) => [h("s", {}, say(words))]],
  [/\|\|([\s\S]+?)\|\|/, ([, words], say) => [spoiler(say(words))]],
  [/\*(?=\S)([^*]*[^*\s])\*/, ([, words], say) => [h("em", {}, say(words))]],
  [/(?<!\w)_(?=\S)([^_]*[^_\s])_(?!\w)/, ([, words], say) => [h("em", {}, say(words))]],
  [
    /\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/,
    ([, words, address], say, names) => [link(address, say(words), names)],
  ],
  [/<(https?:\/\/[^\s>]+)>/, ([, address], say, names) => [link(address, null, names)]],
  [
    /https?:\/\/[^\s<>)\]]*[^\s<>)\].,;:!?'"]/,
    ([address], say, names) => [link(address, null, names)],
  ],
  [/<@!?(\d+)>/, ([, id], say, names) => [mention("@", names.member(id), "unknown member")]],
  [/<#(\d+)>/, ([, id], say, names) => [channelMention(id, names)]],
  [/<t:(-?\d+)(?::([tTdDfFR]))?>/, ([, seconds, style]) => [timestamp(Number(seconds), style)]],
  [/<\/([^:>]+):\d+>/, ([, name], say, names) => [commandMention(name, names)]],
  [/<a?:(\w+):\d+>/, ([, name]) => [`:${name}:`]],
  [/\u{1fab2}/u, ([sign]) => [drawn(sign)]],
];

function inline(text, names) {
  const say = (words) => inline(words, names);
  let first = null;
  for (const [pattern, build] of INLINE) {
    const found = text.match(pattern);
    if (found && (first === null || found.index < first.found.index)) first = { found, build };
  }
  if (first === null) return text ? [text] : [];
  const { found, build } = first;
  const rest = text.slice(found.index + found[0].length);
  return [text.slice(0, found.index), ...build(found, say, names), ...say(rest)].filter(
    (node) => node !== "",
  );
}

function spoiler(children) {
  const reveal = (event) => {
    event.currentTarget.classList.add("shown");
    event.currentTarget.removeAttribute("aria-label");
  };
  return h(
    "button",
    {
      type: "button",
      class: "spoiler",
      "aria-label": "Spoiler, press to show",
      on: { click: reveal },
    },
    h("span", {}, children),
  );
}

function mention(sign, target, unknown) {
  const isMe = target?.isMe ?? false;
  return h("span", { class: isMe ? "mention me" : "mention" }, sign + (target?.name ?? unknown));
}

function channelMention(id, names) {
  const channel = names.channel(id);
  if (!channel) return mention("#", null, "unknown");
  return h(
    "button",
    { type: "button", class: "mention", on: { click: () => names.open(id) } },
    `#${channel.name}`,
  );
}

function commandMention(name, names) {
  return h(
    "button",
    { type: "button", class: "mention", on: { click: () => names.command(name) } },
    `/${name}`,
  );
}

/** The channel and message that an address inside this server leads to, else null. */
export function innerTarget(address, names) {
  const found = address.match(/^https?:\/\/[^/]+\/channels\/(\d+|@me)\/(\d+)(?:\/(\d+))?$/);
  return found && names.isHere(found[1]) ? { channel: found[2], message: found[3] } : null;
}

function link(address, children, names) {
  const target = innerTarget(address, names);
  if (!target) {
    return h(
      "a",
      { href: address, target: "_blank", rel: "noopener noreferrer" },
      children ?? address,
    );
  }
  const follow = (event) => {
    event.preventDefault();
    names.open(target.channel, target.message);
  };
  const name = names.channel(target.channel)?.name ?? "unknown";
  return h("a", { href: address, on: { click: follow } }, children ?? `#${name} › message`);
}
