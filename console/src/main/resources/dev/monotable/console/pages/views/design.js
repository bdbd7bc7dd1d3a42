// The report of the design lab, live: access patterns, findings, cost and heat, and the design file.

import * as api from "../calls.js";
import { bdi, commands, count, download, field, fill, h, shell, table, units } from "../dom.js";
import { control, controlJson, curlControl, databaseOption, endpointOption, state } from "../server.js";
import { confirmed, problem } from "../console.js";
import { finding } from "./requests.js";

/** The interval in which the report is made again while the page is looked at, in milliseconds. */
const REFRESH = 5000;

export async function show(main, { signal }) {
  const view = new Report(signal);
  fill(
    main,
    h("div.head", {}, h("h1", {}, "The design"), view.status),
    h("p.intro", {}, "What the requests that are kept say about the design of the tables. Send requests, and the report follows."),
    view.file,
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
    this.file = h("section");
    this.accepted = new Map();
    this.shown = "";
    this.declared = false;
  }

  // ---- the design file ----

  /** The subject of the report: the declared design, or a draft; and how to declare one. */
  showFile({ declared, name, entities, patterns }) {
    this.declared = declared;
    const input = h("input", {
      type: "file",
      accept: ".yaml,.yml,.json",
      onchange: async () => {
        const [file] = input.files;
        if (file) {
          await this.declare(file.name, await file.text());
        }
      },
    });
    fill(
      this.file,
      h(
        "p",
        {},
        declared ? [h("span.badge.good", {}, "declared"), " ", h("strong", {}, bdi(name, "text"))] : h("span.badge", {}, "drafted from the requests"),
        `: ${count(entities.length, "kind")} of items, ${count(patterns.length, "access pattern")}`,
      ),
      state.settings.readOnly
        ? null
        : h(
            "details.action",
            {},
            h("summary", {}, declared ? "Declare another design" : "Declare a design"),
            h("p.intro", {}, "The report then compares the requests with it, and item collections have its entities. A design file, or a model of NoSQL Workbench, of the DynamoDB MCP server or of the Agent Toolkit for AWS."),
            h(
              "div.controls",
              {},
              field("Design file", input),
              h("button", { type: "button", onclick: () => this.declareDraft() }, declared ? "Declare it as it is downloaded" : "Declare the draft"),
              declared ? h("button", { type: "button", onclick: () => this.forget() }, "Forget the declared design") : null,
            ),
            commands(() => ({
              cli: `monotable design declare design.yaml${databaseOption()}${endpointOption()}\nmonotable design declare --remove${databaseOption()}${endpointOption()}`,
              curl: `jq -Rs '{content: .}' design.yaml | ${curlControl(api.declareDesign())} -d @-\n${curlControl(api.removeDesign())}`,
            })),
          ),
    );
  }

  async declare(file, content) {
    try {
      const { name, notices } = await controlJson(api.declareDesign({ file, content }));
      this.accepted.clear();
      await this.load(true);
      fill(this.out, h("p.done", {}, "The design ", bdi(name, "text"), " is declared."), (notices ?? []).map((each) => h("p.problem", {}, bdi(each, "text"))));
    } catch (e) {
      fill(this.out, problem(e));
    }
  }

  /** Declares what a download would have: the draft or the declared design, with what was accepted. */
  async declareDraft() {
    try {
      await this.declare("design.yaml", await this.designFile());
    } catch (e) {
      fill(this.out, problem(e));
    }
  }

  async forget() {
    if (await confirmed("Forget the declared design?", "The report is about a draft from then on. Download the design first if no file has it.", "Forget")) {
      try {
        await controlJson(api.removeDesign());
        await this.load(true);
        fill(this.out);
      } catch (e) {
        fill(this.out, problem(e));
      }
    }
  }

  /** The text of the design file with the findings that were accepted here. */
  async designFile() {
    const response = await control(api.draftDesign({ name: this.name.value }));
    const text = await response.text();
    if (this.accepted.size === 0) {
      return text;
    }
    // The list of accepted findings is the last member of a design file.
    return text + (/^accepted:$/m.test(text) ? "" : "accepted:\n") + this.acceptedItems();
  }

  actions() {
    this.name = h("input", { type: "text", value: "My design", autocomplete: "off" });
    const save = async (file, type, text) => {
      try {
        download(file, await text(), type);
      } catch (e) {
        fill(this.out, problem(e));
      }
    };
    const report = async () => (await control(api.reportDesign({ format: "html" }))).text();
    return h(
      "div.controls",
      {},
      field("Name of a draft", this.name),
      h("button.primary", { type: "button", "data-reads": true, onclick: () => save("design.yaml", "application/yaml", () => this.designFile()) }, "Download the design file"),
      h("button", { type: "button", "data-reads": true, onclick: () => save("report.html", "text/html", report) }, "Download the report"),
      commands(() => ({
        cli: `monotable report --output report.html${databaseOption()}${endpointOption()}`,
        curl: `${curlControl(api.reportDesign({ format: "html" }))} -o report.html\n${curlControl(api.draftDesign({ name: this.name.value }))} -o design.yaml`,
      })),
    );
  }

  /** The findings that were accepted here, as elements of the list in the design file. */
  acceptedItems() {
    return [...this.accepted.values()]
      .map(({ id, subject, reason }) => `- finding: ${id}\n  subject: ${JSON.stringify(subject)}\n  reason: ${JSON.stringify(reason)}\n`)
      .join("");
  }

  /** @param {boolean} [changed] whether the design was changed here, so that all is shown anew */
  async load(changed = false) {
    const [report, design] = await Promise.all([
      controlJson(api.reportDesign({ format: "json" })),
      controlJson(api.listEntities()),
    ]);
    const text = JSON.stringify([{ ...report, header: { ...report.header, date: null } }, design]);
    // A person who writes a reason is not disturbed.
    if (this.signal.aborted || (!changed && (text === this.shown || this.body.contains(document.activeElement)))) {
      return;
    }
    this.shown = text;
    if (changed || !this.file.contains(document.activeElement)) {
      const hadFocus = this.file.contains(document.activeElement);
      this.showFile(design);
      if (hadFocus) {
        this.file.querySelector("summary")?.focus();
      }
    }
    // Empty lists are left out of the report.
    const { observed, summary } = report.header;
    const patternRows = report.matrix.rows ?? [];
    const requests = observed?.requests ?? 0;
    this.status.textContent = requests > 0 ? count(requests, "request") : "no requests yet";
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
      requests > 0
        ? null
        : h("p.quiet", {}, "The report is about the requests that the server keeps: those since the console was opened, or those since the start of a server that has the option ", bdi("--requests 1000"), "."),
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
              if (this.declared && !state.settings.readOnly) {
                this.declareDraft();
              }
            },
          },
          field(`Reason to accept ${type.id}`, reason, this.declared ? "It is written into the declared design." : "It is written into the design file that you download."),
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
          ["Pattern", "Coverage", "Table or index", "Requests", "Units of one use", "How often", "A month on demand"],
          rows.map((row) =>
            h(
              "tr",
              { "data-row": true },
              h("th", { scope: "row" }, bdi(row.name)),
              h("td", {}, coverage(row.coverage)),
              h("td", {}, (row.cells ?? []).map((cell) => h("div", {}, bdi(cell.target)))),
              h("td", {}, (row.requests ?? []).map((request) => h("div", {}, request.observed ? request.observed.requests.toLocaleString("en") : ""))),
              h("td", {}, (row.cells ?? []).map((cell) => h("div", {}, units(cell.readUnits ?? 0, cell.writeUnits ?? 0)))),
              h("td", {}, row.frequency ? bdi(row.frequency, "text") : ""),
              h("td.number", {}, row.monthlyCost === undefined ? "" : money(row.monthlyCost)),
            ),
          ),
        ),
  );
}

const COVERAGE = {
  OBSERVED: ["good", "observed"],
  PARTLY_OBSERVED: ["warning", "partly observed"],
  NOT_OBSERVED: ["warning", "not observed"],
  UNDECLARED: ["advice", "undeclared"],
};

function coverage(name) {
  const [kind, text] = COVERAGE[name] ?? ["", name];
  return h("span.badge", { class: kind }, text);
}

/** An amount of a month, in the currency of the bill. */
function money(amount) {
  return amount > 0 && amount < 0.01 ? "< 0.01" : Number(amount).toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
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
            bill ? [h("dt", {}, name), h("dd", {}, `${summary.currency} ${money(bill.total)} a month`)] : null,
          ),
        ),
      )
    : null;
}

/** The multiple of its traffic that a table or index serves, and which keys are the hottest. */
function heat(targets) {
  const all = targets ?? [];
  return all.length === 0
    ? null
    : h(
        "section",
        {},
        h("h2", {}, "Heat"),
        all.map((each) => [
          h("h3", {}, bdi(each.target)),
          h("ul.bullets", {}, (each.statements ?? []).map((line) => h("li", {}, text(line)))),
          h(
            "dl.facts",
            {},
            [["Throttles at", each.atStart], ["After splits", each.settled]].map(([name, point]) =>
              point ? [h("dt", {}, name), h("dd", {}, `${times(point.factor)} this traffic, first `, bdi(point.key))] : null,
            ),
          ),
          (each.hottest ?? []).length === 0
            ? null
            : table(
                `The hottest keys of ${each.target}`,
                ["Key", "Units a second", "Share of the reads", "Share of the writes"],
                each.hottest.slice(0, 5).map((key) =>
                  h(
                    "tr",
                    { "data-row": true },
                    h("th", { scope: "row" }, bdi(key.key)),
                    h("td", {}, units(rounded(key.readUnits), rounded(key.writeUnits))),
                    h("td", {}, percent(key.readShare)),
                    h("td", {}, percent(key.writeShare)),
                  ),
                ),
              ),
        ]),
      );
}

function times(factor) {
  return factor > 100 ? "more than 100 times" : `${factor.toLocaleString("en", { maximumSignificantDigits: 2 })} times`;
}

function rounded(number) {
  return Number(number.toPrecision(3));
}

function percent(share) {
  return share > 0 ? `${(share * 100).toLocaleString("en", { maximumSignificantDigits: 2 })} %` : "";
}

/** A statement is a text, or an object with one. */
function text(statement) {
  return typeof statement === "string" ? statement : (statement.text ?? JSON.stringify(statement));
}
