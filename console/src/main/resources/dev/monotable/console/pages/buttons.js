// The buttons of a view, which the table of capabilities declares.

import * as api from "./calls.js";
import { commands, field, fill, h, shell, table } from "./dom.js";
import { controlJson, curlControl, databaseOption, endpointOption } from "./server.js";
import { problem } from "./console.js";

/**
 * Returns a form for each button of a view, with the parameters of its command.
 *
 * @param {Element} out receives the result
 * @param {function(): Promise} done called after a success
 */
export function buttons(view, out, done) {
  return api.BUTTONS[view].map((button) => {
    const inputs = button.parameters.map(({ option }) => h("input", { type: "text", autocomplete: "off", required: option === "" }));
    const request = () => {
      const given = button.parameters.map(({ name }, i) => [name, inputs[i].value]).filter(([, value]) => value !== "");
      return api[button.request](given.length === 0 ? undefined : Object.fromEntries(given));
    };
    const values = () => button.parameters.map(({ option }, i) => (inputs[i].value === "" ? "" : ` ${option} ${shell(inputs[i].value)}`));
    return h(
      "form.controls",
      {
        onsubmit: async (event) => {
          event.preventDefault();
          try {
            const response = await controlJson(request());
            await done();
            fill(out, h("div.done", {}, result(button, response)));
          } catch (e) {
            fill(out, problem(e));
          }
        },
      },
      button.parameters.map(({ text }, i) => field(text.split(/[:,.]/)[0], inputs[i], text)),
      h("button", { title: button.text }, button.label),
      commands(() => ({
        cli: `monotable ${button.command}${values().join("").replace(/ +/g, " ")}${databaseOption()}${endpointOption()}`,
        curl: curlControl(request()),
      })),
    );
  });
}

function result({ label, shows, columns }, response) {
  const shown = response[shows];
  if (columns.length === 0) {
    return `${label}: ${shown.toLocaleString("en")}`;
  }
  return shown.length === 0
    ? `${label}: nothing`
    : table(
        label,
        columns.map(({ title }) => title),
        shown.map((each) => h("tr", {}, columns.map(({ name }) => h("td", {}, each[name] ?? "")))),
      );
}
