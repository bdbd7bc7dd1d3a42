// Tables and items from files: templates and schemas, and seeds of items.

import * as api from "./calls.js";
import { bdi, commands, count, field, fill, h, shell } from "./dom.js";
import { accessKey, controlJson, curlControl, endpointOption, state } from "./server.js";
import { problem } from "./console.js";

/** The control API accepts requests of 16 MB. */
const MAX_BYTES = 15 << 20;

/**
 * An action that loads files into the chosen database.
 *
 * @param {function()} loaded called after files were loaded
 */
export function loadAction(loaded, open = false) {
  const schema = h("input", { type: "file", multiple: true, accept: ".yaml,.yml,.json,.tf,.template" });
  const seed = h("input", { type: "file", multiple: true, accept: ".json,.jsonl,.ndjson,.csv,.yaml,.yml" });
  const out = h("div", { role: "status" });
  const load = async () => {
    try {
      const files = [...schema.files, ...seed.files];
      if (files.length === 0) {
        throw new Error("Choose a file first.");
      }
      if (files.reduce((sum, file) => sum + file.size, 0) > MAX_BYTES) {
        throw new Error("These files are too large for a page; the command below loads files of any size.");
      }
      const body = { schema: await contents(schema.files), seed: await contents(seed.files) };
      const { tablesCreated, itemsPut, notices } = await controlJson(api.loadFiles(body));
      fill(out, h("p.done", {}, `${count(tablesCreated, "table")} created, ${count(itemsPut, "item")} written.`), notices.map((each) => h("p.problem", {}, bdi(each, "text"))));
      loaded();
    } catch (e) {
      fill(out, problem(e));
    }
  };
  return h(
    "details.action",
    { open },
    h("summary", {}, "Load tables and items from files"),
    h(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          load();
        },
      },
      h(
        "div.controls",
        {},
        field("Files with tables", schema, "Templates of CloudFormation and SAM, serverless.yml, Terraform plans, NoSQL Workbench, CreateTable requests"),
        field("Files with items", seed, "JSON, CSV, exports; a file has the name of its table"),
      ),
      h("div.buttons", {}, h("button.primary", {}, "Load")),
      out,
      commands(() => {
        const names = (files, other) => (files.length === 0 ? [other] : [...files].map(({ name }) => name));
        const options = `${names(schema.files, "template.yaml").map((name) => ` --schema ${shell(name)}`).join("")} ${names(seed.files, "Table.json").map(shell).join(" ")}`;
        return {
          cli: `AWS_ACCESS_KEY_ID=${shell(accessKey(state.database))} AWS_SECRET_ACCESS_KEY=monotable \\\n  monotable import${options}${endpointOption()}`,
          curl: `jq -n --rawfile a template.yaml '{schema: {"template.yaml": $a}}' | ${curlControl(api.loadFiles())} -d @-`,
        };
      }),
    ),
  );
}

async function contents(files) {
  const pairs = await Promise.all([...files].map(async (file) => [file.name, await file.text()]));
  return Object.fromEntries(pairs);
}
