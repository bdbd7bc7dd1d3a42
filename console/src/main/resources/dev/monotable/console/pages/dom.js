// Elements. Strings become text nodes, so nothing from an item or a request is ever markup.

/**
 * Creates an element.
 *
 * @param {string} name such as "p", or "p.quiet" with classes
 * @param {object} [properties] attributes; functions at names like "onclick" become listeners; a value
 *     of null, undefined or false leaves the attribute out, true sets it without a value
 * @param {...(Node|string|number|null|Array)} children null is left out
 */
export function h(name, properties = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length > 0) {
    element.className = classes.join(" ");
  }
  set(element, properties);
  append(element, children);
  return element;
}

/** Creates an element of SVG. */
export function svg(name, properties = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  set(element, properties);
  append(element, children);
  return element;
}

function set(element, properties) {
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) {
      continue;
    }
    if (typeof value === "function") {
      element.addEventListener(key.slice(2), value);
    } else if (key === "value") {
      element.value = value;
    } else if (key === "class") {
      element.classList.add(...value.split(" ").filter(Boolean));
    } else if (key === "style") {
      for (const [property, text] of Object.entries(value)) {
        element.style.setProperty(property, text);
      }
    } else {
      element.setAttribute(key, value === true ? "" : String(value));
    }
  }
}

/** Adds children to an element. */
export function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
  return element;
}

/** Replaces everything in an element. */
export function fill(element, ...children) {
  element.replaceChildren();
  return append(element, children);
}

/**
 * Replaces everything in an element; what had the focus, by its label, has it again, and what was
 * open, by its data-keep, is open again.
 */
export function refill(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
  const opened = [...element.querySelectorAll("details[data-keep]")].filter(({ open }) => open).map(({ dataset }) => dataset.keep);
  fill(element, ...children);
  for (const each of element.querySelectorAll("details[data-keep]")) {
    each.open = opened.includes(each.dataset.keep);
  }
  if (focused !== null) {
    element.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
  }
}

/** Text that may be written in either direction, such as a key. */
export function bdi(text, className = "key") {
  return h("bdi", { class: className }, text);
}

/** A number with its noun, such as "1,024 items". */
export function count(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

/** A number of bytes for people. */
export function bytes(number) {
  const units = ["bytes", "KB", "MB", "GB"];
  let at = 0;
  let value = number;
  while (value >= 1024 && at < units.length - 1) {
    value /= 1024;
    at++;
  }
  return at === 0 ? count(number, "byte") : `${value.toFixed(value < 10 ? 1 : 0)} ${units[at]}`;
}

/** Read and write units with their colors; nothing for none. */
export function units(read, write) {
  return [
    read > 0 ? h("span.unit.r", { title: "read units" }, read.toLocaleString("en"), h("span.hidden", {}, " read units")) : null,
    read > 0 && write > 0 ? " " : null,
    write > 0 ? h("span.unit.w", { title: "write units" }, write.toLocaleString("en"), h("span.hidden", {}, " write units")) : null,
  ];
}

let fields = 0;

/**
 * A control with its label and a hint that describes it.
 *
 * @param {Element} input the control, or an element that contains it
 */
export function field(label, input, hint = null) {
  const control = input.matches("input, select, textarea") ? input : input.querySelector("input, select, textarea");
  control.id ||= `field-${fields++}`;
  if (hint !== null) {
    control.setAttribute("aria-describedby", control.id + "-hint");
  }
  return h(
    "div.field",
    {},
    h("label", { for: control.id }, label),
    input,
    hint === null ? null : h("small", { id: control.id + "-hint" }, hint),
  );
}

/** A choice of values: strings, or pairs of value and text. */
export function select(values, selected, properties = {}) {
  return h(
    "select",
    properties,
    values.map((each) => {
      const [value, text] = Array.isArray(each) ? each : [each, each];
      return h("option", { value, selected: value === selected }, text);
    }),
  );
}

/** A table with columns; cells are nodes or texts. */
export function table(caption, columns, rows, properties = {}) {
  return h(
    "div.scroll",
    { tabindex: "0", role: "region", "aria-label": caption },
    h(
      "table.rows",
      properties,
      h("caption.hidden", {}, caption),
      h("thead", {}, h("tr", {}, columns.map((column) => h("th", { scope: "col" }, column)))),
      h("tbody", {}, rows),
    ),
  );
}

/** Saves a text as a file. */
export function download(name, text, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Text that a shell reads as one argument. */
export function shell(text) {
  return /^[A-Za-z0-9_./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * The command line and the curl of an action, folded.
 *
 * @param {function(): {cli: string|null, curl: string}} texts called when it is opened
 */
export function commands(texts) {
  const body = h("div.commands");
  const show = () => {
    const { cli, curl } = texts();
    fill(body, cli ? code("Command line", cli) : null, code("curl", curl));
  };
  const details = h("details.as-command", {}, h("summary", {}, "Command line and curl"), body);
  details.addEventListener("toggle", () => details.open && show());
  details.refresh = () => details.open && show();
  return details;
}

/** A text to copy, with a label. */
export function code(label, text) {
  const copy = h(
    "button.small",
    {
      type: "button",
      onclick: async () => {
        try {
          await navigator.clipboard.writeText(text);
          copy.textContent = "Copied";
        } catch {
          getSelection().selectAllChildren(pre);
          copy.textContent = "Selected";
        }
        setTimeout(() => (copy.textContent = "Copy"), 1500);
      },
      "aria-label": `Copy: ${label}`,
    },
    "Copy",
  );
  const pre = h("pre", { tabindex: "0", role: "region", "aria-label": label }, text);
  return h("div.code", {}, h("div.code-head", {}, h("span", {}, label), copy), pre);
}
