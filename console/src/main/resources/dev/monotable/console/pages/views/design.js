// The report of the design lab, live: access patterns, findings, cost and heat, and the design file.

import { bdi, commands, count, download, field, fill, h, table, units } from "../dom.js";
import { control, controlJson, curlControl, databaseOption, endpointOption, inDatabase } from "../server.js";
import { problem } from "../console.js";
import { finding } from "./requests.js";

/** How often the report is made again while the page is looked at, in milliseconds. */
const REFRESH = 5000;

export async function show(main, { signal }) {
  const view = new Report(signal);
  fill(
    main,
    h("div.head", {}, h("h1", {}, "The design"), view.status),
    h("p.intro", {}, "What the requests that are kept say about the design of the tables. Send requests, and the report follows."),
    view.actions(),
    view.out,
    view.body,
  );
  await view.load();
  const timer = setInterval(() => document.visibilityState === "visible" && view.load().catch(() => {}), REFRESH);
  signal.addEventListener("abort", () => clearInterval(timer));
}

class Report {
  constructor(signal) {
    this.signal = signal;
    this.status = h("p.count", { role: "status" });
    this.body = h("div");
    this.out = h("div", { role: "status" });
    this.accepted = new Map();
    this.shown = "";
  }

  actions() {
    const name = h("input", { type: "text", value: "My design", autocomplete: "off" });
    const draft = () => inDatabase("/design?name=" + encodeURIComponent(name.value));
    const save = async (path, file, type, more = "") => {
      try {
        const response = await control("GET", path);
        download(file, (await response.text()) + more, type);
      } catch (e) {
        fill(this.out, problem(e));
      }
    };
    return h(
      "div.controls",
      {},
      field("Name of the design", name),
      h("button.primary", { type: "button", "data-reads": true, onclick: () => save(draft(), "design.yaml", "application/yaml", this.acceptedYaml()) }, "Download the design file"),
      h("button", { type: "button", "data-reads": true, onclick: () => save(inDatabase("/report?format=html"), "report.html", "text/html") }, "Download the report"),
      commands(() => ({
        cli: `monotable report --output report.html${databaseOption()}${endpointOption()}`,
        curl: `${curlControl("GET", inDatabase("/report?format=html"))} -o report.html\n${curlControl("GET", draft())} -o design.yaml`,
      })),
    );
  }

  /** The findings that were accepted here, as the design file has them. */
  acceptedYaml() {
    if (this.accepted.size === 0) {
      return "";
    }
    const lines = [...this.accepted.values()].map(
      ({ id, subject, reason }) => `  - finding: ${id}\n    subject: ${JSON.stringify(subject)}\n    reason: ${JSON.stringify(reason)}\n`,
    );
    return "accepted:\n" + lines.join("");
  }

  async load() {
    const report = await controlJson("GET", inDatabase("/report?format=json"));
    const text = JSON.stringify({ ...report, header: { ...report.header, date: null } });
    // A person who writes a reason is not disturbed.
    if (this.signal.aborted || text === this.shown || this.body.contains(document.activeElement)) {
      return;
    }
    this.shown = text;
    // Empty lists are left out of the report.
    const { observed, summary } = report.header;
    const patternRows = report.matrix.rows ?? [];
    this.status.textContent = observed ? count(observed.requests, "request") : "no requests yet";
    this.status.classList.add("live");
    fill(
      this.body,
      h(
        "dl.figures",
        {},
        [
          ["Access patterns", patternRows.length],
          ["Errors", summary.errors],
          ["Warnings", summary.warnings],
          ["Advice", summary.advice],
        ].map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value.toLocaleString("en")))),
      ),
      (report.omissions ?? []).map((each) => h("p.problem", {}, each)),
      this.findings(report.findings ?? [], patternRows),
      patterns(patternRows),
      cost(report.forecast?.cost),
      heat(report.forecast?.heat),
    );
  }

  findings(findings, patternRows) {
    return h(
      "section",
      {},
      h("h2", {}, "Findings"),
      findings.length === 0 ? h("p.quiet", {}, "None so far.") : null,
      findings.map((each) => this.finding(each, patternOf(each.subject, patternRows))),
    );
  }

  /**
   * A finding that can be accepted.
   *
   * @param {string} subject what the design file calls its subject
   */
  finding(each, subject) {
    const { type, statement, advice } = each;
    const key = JSON.stringify([type.id, subject]);
    const box = finding({ severity: type.severity, title: type.title, statement, onAws: type.onAws, link: type.link, advice: advice ?? type.advice });
    box.prepend(h("p", {}, bdi(each.subject), subject === each.subject ? null : [", the access pattern ", h("strong", {}, bdi(subject, "text"))]));
    const known = this.accepted.get(key);
    if (known || each.accepted) {
      box.append(h("p.done", {}, "Accepted: ", bdi((known ?? each.accepted).reason, "text")));
      return box;
    }
    const reason = h("input", { type: "text", required: true, autocomplete: "off" });
    box.append(
      h(
        "details",
        {},
        h("summary", {}, "Accept it"),
        h(
          "form.controls",
          {
            onsubmit: (event) => {
              event.preventDefault();
              this.accepted.set(key, { id: type.id, subject, reason: reason.value });
              box.replaceWith(this.finding(each, subject));
            },
          },
          field(`Reason to accept ${type.id}`, reason, "It is written into the design file that you download."),
          h("button", { "data-reads": true }, "Accept"),
        ),
      ),
    );
    return box;
  }
}

/**
 * The name of the access pattern of a finding about requests, as the draft of the design calls it; the
 * subject itself if it is about a table, an index or an entity.
 */
function patternOf(subject, rows) {
  const plain = (shape) => shape.replace(/\{[^{}]*\}/g, "{}");
  const row = rows.find((each) => (each.requests ?? []).some(({ shape }) => plain(shape) === plain(subject)));
  return row?.name ?? subject;
}

function patterns(rows) {
  return h(
    "section",
    {},
    h("h2", {}, "Access patterns"),
    rows.length === 0
      ? h("p.quiet", {}, "No request on items so far.")
      : table(
          "Access patterns",
          ["Pattern", "Table or index", "Requests", "Units of one use"],
          rows.map((row) =>
            h(
              "tr",
              { "data-row": true },
              h("th", { scope: "row" }, bdi(row.name)),
              h("td", {}, (row.cells ?? []).map((cell) => h("div", {}, bdi(cell.target)))),
              h("td", {}, (row.requests ?? []).map((request) => h("div", {}, request.observed ? request.observed.requests.toLocaleString("en") : ""))),
              h("td", {}, (row.cells ?? []).map((cell) => h("div", {}, units(cell.readUnits ?? 0, cell.writeUnits ?? 0)))),
            ),
          ),
        ),
  );
}

function cost(summary) {
  return summary
    ? h(
        "section",
        {},
        h("h2", {}, "Cost"),
        h("ul.bullets", {}, (summary.statements ?? []).map((each) => h("li", {}, text(each)))),
        h(
          "dl.facts",
          {},
          [["On demand", summary.onDemand], ["Provisioned", summary.provisioned]].map(([name, bill]) =>
            bill ? [h("dt", {}, name), h("dd", {}, `${summary.currency} ${bill.total} a month`)] : null,
          ),
        ),
      )
    : null;
}

function heat(targets) {
  const all = Array.isArray(targets) ? targets : targets ? [targets] : [];
  return all.length === 0
    ? null
    : h(
        "section",
        {},
        h("h2", {}, "Heat"),
        all.map((each) => [h("h3", {}, bdi(each.target ?? "")), h("ul.bullets", {}, (each.statements ?? []).map((line) => h("li", {}, text(line))))]),
      );
}

/** A statement is a text, or an object with one. */
function text(statement) {
  return typeof statement === "string" ? statement : (statement.text ?? JSON.stringify(statement));
}
