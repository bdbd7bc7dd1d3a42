// The frame: the bar, the views, the keyboard, the connection. A view is a module in views/ that is
// loaded when it is opened.

import * as api from "./calls.js";
import { append, bdi, count, fill, h, select } from "./dom.js";
import {
  ServerError,
  accessKey,
  controlJson,
  forgetToken,
  hasToken,
  isConnected,
  onConnection,
  onTokenNeeded,
  ping,
  state,
  takeToken,
} from "./server.js";

/** The views in the order of their keys, 1 to 9. */
const VIEWS = [
  ["collections", "Collections"],
  ["requests", "Requests"],
  ["try", "Try"],
  ["time", "Time"],
  ["faults", "Faults and streams"],
  ["design", "Design"],
  ["databases", "Databases"],
];

const SHORTCUTS = "monotable-shortcuts";
const main = document.getElementById("main");
let leaving = new AbortController();

/** Whether a view was opened before. */
let moved = false;

// ---- addresses: #/VIEW?name=value ----

/** Returns the address of a view; the chosen database is in each. */
export function address(view, parameters = {}) {
  const query = new URLSearchParams({ db: state.database?.id ?? "", ...parameters });
  return `#/${view}?${query}`;
}

function current() {
  const [path, query = ""] = location.hash.slice(2).split("?");
  const view = VIEWS.some(([name]) => name === path) ? path : VIEWS[0][0];
  return { view, parameters: new URLSearchParams(query) };
}

/** Changes the parameters of the address without opening the view again. */
export function remember(parameters) {
  const { view, parameters: now } = current();
  for (const [name, value] of Object.entries(parameters)) {
    value === null || value === "" ? now.delete(name) : now.set(name, value);
  }
  history.replaceState(null, "", `#/${view}?${now}`);
}

// ---- the frame ----

function bar() {
  const choice = select(
    state.databases.map((each) => [each.id, label(each)]),
    state.database?.id,
    {
      id: "database",
      onchange: (event) => {
        const { view } = current();
        state.database = state.databases.find((each) => each.id === event.target.value);
        location.hash = address(view);
      },
    },
  );
  const others = state.databases.length - 1;
  fill(
    document.getElementById("bar"),
    h("a.brand", { href: address(VIEWS[0][0]) }, h("img", { src: "/_monotable/icon.svg", alt: "", width: 24, height: 24 }), "Monotable"),
    state.database
      ? h(
          "div.choice",
          {},
          h("label", { for: "database" }, "Database"),
          choice,
          h("span.sees", {}, sees(), others > 0 ? [" ", h("a", { href: address("databases") }, count(others, "other"))] : null),
        )
      : null,
    h(
      "div.tools",
      {},
      state.settings.readOnly ? h("span.tag", {}, "read-only") : null,
      hasToken() ? h("button.plain", { type: "button", onclick: leave }, "Forget the token") : null,
      h("button.plain", { type: "button", onclick: help, "aria-keyshortcuts": "?" }, "Help"),
    ),
  );
}

function leave() {
  forgetToken();
  location.reload();
}

/** A name for people. */
export function label(database) {
  if (database.name) {
    return `${database.name} (${database.id})`;
  }
  return database.id;
}

/** Which access key sees the chosen database. */
function sees() {
  return state.database.id === "default"
    ? "seen by every access key that this server has not issued"
    : ["seen by the access key ", bdi(accessKey(state.database))];
}

function views(active) {
  const nav = document.getElementById("views");
  fill(
    nav,
    h(
      "ul",
      {},
      VIEWS.map(([name, title], at) =>
        h(
          "li",
          {},
          h("a", { href: address(name), "aria-current": name === active ? "page" : null, "aria-keyshortcuts": String(at + 1) }, title),
        ),
      ),
    ),
  );
  nav.firstElementChild.addEventListener("scroll", markMoreViews);
  scrollToView();
}

/** Scrolls the views, if they are wider than the window, so that the present one is between others. */
function scrollToView() {
  const list = document.querySelector("#views ul");
  const link = document.querySelector("#views [aria-current]");
  if (list !== null && link !== null) {
    list.scrollLeft = link.offsetLeft - list.clientWidth / 3;
    markMoreViews();
  }
}

/** Marks the edges beyond which there are more views. */
function markMoreViews() {
  const list = document.querySelector("#views ul");
  list.parentElement.classList.toggle("more-before", list.scrollLeft > 1);
  list.parentElement.classList.toggle("more-after", list.scrollWidth - list.clientWidth - list.scrollLeft > 1);
}

async function open() {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const { view, parameters } = current();
  delete main.dataset.ready;
  try {
    await chooseDatabase(parameters.get("db"));
    if (signal.aborted) {
      return;
    }
    bar();
    views(view);
    document.title = `${VIEWS.find(([name]) => name === view)[1]} · Monotable`;
    const module = await import(`./views/${view}.js`);
    if (!signal.aborted) {
      main.replaceChildren();
      main.dataset.view = view;
      await module.show(main, { parameters, signal });
    }
  } catch (e) {
    if (!signal.aborted) {
      fail(e);
    }
  } finally {
    if (!signal.aborted) {
      main.dataset.ready = view;
      if (document.activeElement === document.body && moved) {
        main.focus({ preventScroll: true }); // What had the focus was replaced.
      }
      moved = true;
    }
  }
}

/** Opens the view again, because what it shows has changed. */
export function again() {
  return open();
}

async function chooseDatabase(id) {
  const { databases } = await controlJson(api.listDatabases());
  state.databases = databases;
  state.database =
    databases.find((each) => each.id === (id || state.database?.id)) ?? (id ? null : databases[0] ?? null);
  if (id && state.database === null) {
    state.database = databases[0] ?? null;
    throw new ServerError(
      "UnknownDatabase",
      `There is no database ${id}: it has ended, or the server was restarted.`,
      404,
    );
  }
}

function fail(error) {
  bar();
  views(current().view);
  fill(
    main,
    h("h1", {}, "This could not be shown"),
    problem(error),
    h("p", {}, h("a", { href: address("databases") }, "Choose a database"), " or ", h("button", { type: "button", onclick: open }, "try again")),
  );
}

/** An error for people, with the fault rule that has caused it. */
export function problem(error) {
  return h(
    "div.problem",
    { role: "alert" },
    error instanceof ServerError ? [h("strong", {}, error.type), " "] : null,
    bdi(error.message, "text"),
    error.fault ? h("p", {}, "The fault rule ", bdi(error.fault), " has caused it.") : null,
  );
}

// ---- dialogs ----

/** Opens a dialog and returns what it was closed with. */
export function dialog(title, ...content) {
  return new Promise((resolve) => {
    const id = "dialog-title";
    const box = h("dialog", { "aria-labelledby": id }, h("h2", { id }, title));
    append(box, content);
    box.addEventListener("close", () => {
      box.remove();
      resolve(box.returnValue);
    });
    document.body.append(box);
    box.showModal();
  });
}

/** Asks before something that cannot be undone. */
export async function confirmed(title, text, action) {
  const answer = await dialog(
    title,
    h("p", {}, text),
    h(
      "form.buttons",
      { method: "dialog" },
      h("button", { value: "" }, "Cancel"),
      h("button.danger", { value: "yes" }, action),
    ),
  );
  return answer === "yes";
}

let asking = null;

function askForToken(rejected) {
  asking ??= (async () => {
    const input = h("input", { type: "password", autocomplete: "off", required: true });
    const answer = await dialog(
      "This server needs a token",
      h(
        "p",
        {},
        rejected ? "It does not accept this token. " : "",
        "Its control API, or its policies, need the token that it printed when it started, or that MONOTABLE_CONTROL_TOKEN had.",
      ),
      h(
        "form",
        { method: "dialog" },
        h("label.field", {}, h("span", {}, "Token"), input),
        h("div.buttons", {}, h("button", { value: "yes" }, "Use this token"), h("button", { value: "", formnovalidate: true }, "Cancel")),
      ),
    );
    return answer === "yes" && input.value !== "" ? input.value : null;
  })().finally(() => (asking = null));
  return asking;
}

// ---- the keyboard ----

function shortcutsOn() {
  return localStorage.getItem(SHORTCUTS) !== "off";
}

function help() {
  const keys = [
    ["/", "search or filter"],
    ["j, k", "next, previous row"],
    ["Enter", "open the row"],
    ["Esc", "close what is open"],
    [`1 to ${VIEWS.length}`, "the views"],
    ["?", "this help"],
  ];
  const toggle = h("input", {
    type: "checkbox",
    checked: shortcutsOn(),
    onchange: (event) => localStorage.setItem(SHORTCUTS, event.target.checked ? "on" : "off"),
  });
  dialog(
    "Help",
    h("h3", {}, "Keyboard"),
    h("dl.keys-list", {}, keys.map(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)])),
    h("label.check", {}, toggle, " Use these keys"),
    h("h3", {}, "What this is"),
    h(
      "p",
      {},
      "A client of this server's control API and of DynamoDB's API, like any other. It asks no other server. What it reads for itself is not listed among the requests.",
    ),
    h("p.quiet", {}, `Monotable ${state.version}`),
    h("form.buttons", { method: "dialog" }, h("button", {}, "Close")),
  );
}

/** Moves the focus to the next or previous row, or to the first one. */
function move(step) {
  const rows = [...main.querySelectorAll("[data-row]")].filter((row) => row.checkVisibility());
  const at = rows.findIndex((row) => row === document.activeElement || row.contains(document.activeElement));
  const next = rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))];
  const control = next?.matches("a, button") ? next : next?.querySelector("a, button");
  if (control) {
    control.focus();
  } else if (next) {
    next.tabIndex = -1; // A row of a table.
    next.focus();
  }
}

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select, [contenteditable]");
  const changed = event.ctrlKey || event.metaKey || event.altKey;
  if (typing || changed || !shortcutsOn() || document.querySelector("dialog[open]")) {
    return;
  }
  const number = Number(event.key);
  if (event.key === "/") {
    main.querySelector("[data-search]")?.focus();
  } else if (event.key === "j" || event.key === "k") {
    move(event.key === "j" ? 1 : -1);
  } else if (event.key === "?") {
    help();
  } else if (number >= 1 && number <= VIEWS.length) {
    location.hash = address(VIEWS[number - 1][0]);
  } else {
    return;
  }
  event.preventDefault();
});

// ---- start ----

onTokenNeeded(askForToken);
onConnection((now) => {
  fill(
    document.getElementById("notice"),
    now ? null : h("p.lost", {}, "The connection to the server is lost. The console tries again until it is back."),
  );
  if (now) {
    open();
  }
});
addEventListener("hashchange", open);
addEventListener("resize", scrollToView);
setInterval(ping, 3000);

async function start() {
  if (takeToken(location.hash)) {
    history.replaceState(null, "", location.pathname); // not kept in the history
  }
  try {
    const settings = await fetch("/_monotable/settings.json", { cache: "no-store" });
    state.settings = await settings.json();
    state.version = (await controlJson(api.health())).version;
  } catch (e) {
    if (isConnected()) {
      fail(e);
      return;
    }
  }
  await open();
}

start();
