/** Moments as Discord writes them: `<t:unix:style>` and the heading of a message. */

import { h } from "./dom.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

/** Returns the distance from now in words, in the largest unit that fits ("in 3 days"). */
function relative(seconds, now = Date.now() / 1000) {
  const distance = seconds - now;
  const [unit, length] =
    UNITS.find(([, length]) => Math.abs(distance) >= length) ?? UNITS[UNITS.length - 1];
  const words = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
  return words.format(Math.round(distance / length), unit);
}

/** Returns a <time> in the reader's zone; style R stays true while the page is open. */
export function timestamp(seconds, style = "f") {
  const date = new Date(seconds * 1000);
  const format = (name) =>
    new Intl.DateTimeFormat(undefined, STYLES[name] ?? STYLES.f).format(date);
  return h(
    "time",
    {
      class: "timestamp",
      datetime: date.toISOString(),
      title: format("F"),
      data: style === "R" ? { relative: seconds } : {},
    },
    style === "R" ? relative(seconds) : format(style),
  );
}

/** Returns when a message was written: the time alone today, with the date otherwise. */
export function written(isoTime) {
  const date = new Date(isoTime);
  const isToday = date.toDateString() === new Date().toDateString();
  const style = isToday ? STYLES.t : { dateStyle: "short", timeStyle: "short" };
  const title = new Intl.DateTimeFormat(undefined, STYLES.F).format(date);
  const text = new Intl.DateTimeFormat(undefined, style).format(date);
  return h("time", { class: "written", datetime: isoTime, title }, text);
}

/** Keeps every relative moment in the document up to date. */
export function keepTime() {
  setInterval(() => {
    for (const element of document.querySelectorAll("time[data-relative]")) {
      const text = relative(Number(element.dataset.relative));
      if (element.textContent !== text) element.textContent = text;
    }
  }, 1000);
}
