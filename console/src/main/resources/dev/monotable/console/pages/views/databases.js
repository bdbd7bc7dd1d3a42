// Which databases there are, and by which access key.

import * as api from "../calls.js";
import { bdi, bytes, code, commands, count, field, fill, h, shell } from "../dom.js";
import { accessKey, controlJson, curlControl, endpointOption, environment, state } from "../server.js";
import { address, confirmed, problem } from "../console.js";

/** Tables are counted for so many databases at once. */
const DESCRIBED = 50;

export async function show(main, { signal }) {
  const list = h("ul.cards");
  const search = h("input", {
    type: "search",
    "data-search": true,
    oninput: () => filter(list, search.value),
  });
  fill(
    main,
    h("h1", {}, "Databases"),
    h(
      "p.intro",
      {},
      "The access key that signs a request is the handle of a database. A key that this server has not issued leads to the database ",
      bdi("default"),
      ", so an empty console often means another key.",
    ),
    state.settings.readOnly ? null : creation(),
    h("div.controls", {}, field("Filter", search), h("span.count", { role: "status" }, count(state.databases.length, "database"))),
    list,
  );
  for (const database of state.databases) {
    list.append(card(database));
  }
  await Promise.all(
    state.databases.slice(0, DESCRIBED).map(async (database) => {
      try {
        const { tables } = await controlJson(api.describeDatabase(database.id));
        const place = list.querySelector(`[data-id="${CSS.escape(database.id)}"] .tables`);
        if (!signal.aborted && place) {
          fill(place, summary(tables));
        }
      } catch (e) {
        if (e.status !== 404) {
          throw e;
        }
      }
    }),
  );
}

function filter(list, text) {
  const wanted = text.toLowerCase();
  for (const item of list.children) {
    item.hidden = !item.dataset.text.includes(wanted);
  }
}

function summary(tables) {
  if (tables.length === 0) {
    return "no tables";
  }
  const shown = tables.slice(0, 6);
  return [
    shown.map(({ name, items, bytes: size }) =>
      h("span.pill", {}, bdi(name), " ", h("small", {}, `${count(items, "item")}, ${bytes(size)}`)),
    ),
    tables.length > shown.length ? ` and ${count(tables.length - shown.length, "more table")}` : null,
  ];
}

function card(database) {
  const own = database.id === state.database?.id;
  const name = database.name ?? database.id;
  return h(
    "li.card",
    {
      class: own ? "chosen" : "",
      "data-id": database.id,
      "data-text": `${database.id} ${database.name ?? ""}`.toLowerCase(),
    },
    h("h2", {}, h("a", { href: address("databases", { db: database.id }), "data-row": true }, bdi(name)), own ? h("span.tag", {}, "you see this one") : null),
    h(
      "dl.facts",
      {},
      h("dt", {}, "Access key"),
      h("dd", {}, database.id === "default" ? "any that this server has not issued" : bdi(accessKey(database))),
      h("dt", {}, "Region"),
      h("dd", {}, bdi(database.region)),
      database.expireAfter ? [h("dt", {}, "Ends"), h("dd", {}, `after ${database.expireAfter} without a request`)] : null,
    ),
    h("p.tables.quiet", {}, ""),
    h(
      "div.buttons",
      {},
      own ? null : h("a.button", { href: address("databases", { db: database.id }), "aria-label": `Show ${name}` }, "Show"),
      state.settings.readOnly ? null : changes(database, name),
    ),
    use(database),
  );
}

function use(database) {
  return h("details.as-command", {}, h("summary", {}, "Use it in a shell"), code("Environment", environment(database)));
}

function changes(database, name) {
  const again = () => dispatchEvent(new HashChangeEvent("hashchange"));
  const act = async (event, run) => {
    const place = event.target.closest(".card");
    try {
      await run();
    } catch (e) {
      place.append(problem(e));
    }
  };
  return [
    h(
      "button",
      {
        type: "button",
        "aria-label": `Fork ${name}`,
        onclick: (event) =>
          act(event, async () => {
            const fork = await controlJson(api.createDatabase({ from: database.id }));
            location.hash = address("databases", { db: fork.id });
          }),
      },
      "Fork",
    ),
    h(
      "button",
      {
        type: "button",
        "aria-label": `Reset ${name}`,
        onclick: (event) =>
          act(event, async () => {
            if (await confirmed(`Reset ${name}?`, "Its data goes back to how the database began. Requests and faults are removed.", "Reset")) {
              await controlJson(api.resetDatabase(database.id));
              again();
            }
          }),
      },
      "Reset",
    ),
    database.id.startsWith("MTDB")
      ? h(
          "button",
          {
            type: "button",
            "aria-label": `End ${name}`,
            onclick: (event) =>
              act(event, async () => {
                if (await confirmed(`End ${name}?`, "Its data is removed, and its access key is invalid from then on.", "End")) {
                  await controlJson(api.dropDatabase(database.id));
                  if (database.id === state.database?.id) {
                    state.database = null;
                    location.hash = "#/databases?";
                  } else {
                    again();
                  }
                }
              }),
          },
          "End",
        )
      : null,
    commands(() => ({
      cli: [
        `monotable database fork ${shell(database.id)}${endpointOption()}`,
        `monotable database reset ${shell(database.id)}${endpointOption()}`,
        database.id.startsWith("MTDB") ? `monotable database drop ${shell(database.id)}${endpointOption()}` : null,
      ]
        .filter(Boolean)
        .join("\n"),
      curl: [
        curlControl(api.createDatabase({ from: database.id })),
        curlControl(api.resetDatabase(database.id)),
        database.id.startsWith("MTDB") ? curlControl(api.dropDatabase(database.id)) : null,
      ]
        .filter(Boolean)
        .join("\n"),
    })),
  ];
}

function creation() {
  const name = h("input", { name: "name", pattern: "[A-Za-z0-9_.\\-]{1,40}", autocomplete: "off" });
  const out = h("div");
  const body = () => (name.value === "" ? {} : { name: name.value });
  return h(
    "details.action",
    {},
    h("summary", {}, "Create a database"),
    h(
      "form",
      {
        onsubmit: async (event) => {
          event.preventDefault();
          try {
            const created = await controlJson(api.createDatabase(body()));
            location.hash = address("databases", { db: created.id });
          } catch (e) {
            fill(out, problem(e));
          }
        },
      },
      field("Name, optional", name, "Letters, digits and _ . -; with a name, creating it again returns the same database."),
      h("div.buttons", {}, h("button.primary", {}, "Create")),
      out,
      commands(() => ({
        cli: `monotable database create${name.value ? ` --name ${shell(name.value)}` : ""}${endpointOption()}`,
        curl: curlControl(api.createDatabase(body())),
      })),
    ),
  );
}

