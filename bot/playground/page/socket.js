/** The line to the playground: one socket that comes back by itself, requests, interactions. */

const LONGEST_WAIT = 5000;

/** A socket for one member at a time; frames and the state of the line go to the two callbacks. */
export class Connection {
  #socket = null;
  #timer = null;
  #attempts = 0;

  constructor(onFrame, onState) {
    this.onFrame = onFrame;
    this.onState = onState;
    this.member = null;
    addEventListener("online", () => this.#retryNow());
    document.addEventListener("visibilitychange", () => this.#retryNow());
  }

  /** Opens the line as `member` (null: whoever comes first), giving up the present one. */
  open(member) {
    this.member = member;
    this.#attempts = 0;
    this.#connect();
  }

  #connect() {
    clearTimeout(this.#timer);
    this.#timer = null;
    const previous = this.#socket;
    const query = this.member === null ? "" : `?member=${encodeURIComponent(this.member)}`;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/playground/socket${query}`);
    this.#socket = socket;
    previous?.close();
    socket.addEventListener("message", (event) => {
      if (this.#socket !== socket) return;
      this.#attempts = 0;
      this.onState("open");
      this.onFrame(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => {
      if (this.#socket === socket) this.#lose();
    });
  }

  #lose() {
    this.onState("lost");
    const wait = Math.min(LONGEST_WAIT, 250 * 2 ** this.#attempts);
    this.#attempts += 1;
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  #retryNow() {
    if (this.#timer !== null && !document.hidden) this.#connect();
  }
}

/** Sends a request to the member face; answers `{ok: false, error}` when nobody answers. */
export async function post(path, body) {
  try {
    const response = await fetch(`/playground/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return await response.json();
  } catch {
    return { ok: false, error: "The playground does not answer." };
  }
}

const REMEMBERED = 50;

/**
 * What became of the interactions that this page started. A frame may overtake the answer to the
 * request that names its id, and frames of the same member's other tabs arrive too: frames of
 * unknown ids wait until a request claims them.
 */
export class Interactions {
  #known = new Map();
  #early = new Map();

  /** Waits for the request, then calls `answered()`, `failed(error)` or `modal(frame)`. */
  async start(request, handlers) {
    const reply = await request;
    if (!reply.ok) {
      handlers.failed(reply.error);
    } else if (reply.interaction === null) {
      handlers.answered();
    } else {
      remember(this.#known, reply.interaction, handlers);
      const early = this.#early.get(reply.interaction) ?? [];
      this.#early.delete(reply.interaction);
      early.forEach((frame) => this.receive(frame));
    }
  }

  receive(frame) {
    const id = frame.type === "modal" ? frame.interaction : frame.id;
    const handlers = this.#known.get(id);
    if (!handlers) remember(this.#early, id, [...(this.#early.get(id) ?? []), frame]);
    else if (frame.type === "modal") handlers.modal(frame);
    else if (frame.status === "answered") handlers.answered();
    else if (frame.status === "failed") handlers.failed(null);
  }

  /** Lets go of everything that is under way: after a lost line no answer will come. */
  abandon() {
    this.#known.forEach((handlers) => handlers.answered());
    this.#known.clear();
    this.#early.clear();
  }
}

function remember(map, key, value) {
  map.set(key, value);
  if (map.size > REMEMBERED) map.delete(map.keys().next().value);
}
