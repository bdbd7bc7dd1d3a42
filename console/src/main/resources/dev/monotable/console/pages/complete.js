// Completion in a text: a list of words that begin with what is typed.

import { fill, h } from "./dom.js";

let number = 0;

/** Completes the word before the cursor. */
export function byWord(words) {
  return (before) => ({ begun: /[\w$.#-]*$/.exec(before)[0], words: words() });
}

/** Completes the whole text. */
export function whole(words) {
  return (before) => ({ begun: before, words: words() });
}

/**
 * Adds completion to an input or a text area.
 *
 * @param {function(string): {begun: string, words: string[]}} suggest gets the text before the cursor;
 *     returns what of it is completed, and the words
 * @returns {HTMLElement} the control with its list, to be shown in its place
 */
export function completing(control, suggest) {
  const id = `words-${number++}`;
  const list = h("ul.words", { id, role: "listbox", "aria-label": "Words", hidden: true });
  let chosen = -1;
  control.setAttribute("role", "combobox");
  control.setAttribute("aria-autocomplete", "list");
  control.setAttribute("aria-expanded", "false");
  control.setAttribute("aria-controls", id);
  control.setAttribute("autocomplete", "off");

  const now = () => suggest(control.value.slice(0, control.selectionStart));
  const close = () => {
    list.hidden = true;
    chosen = -1;
    control.setAttribute("aria-expanded", "false");
    control.removeAttribute("aria-activedescendant");
  };
  const take = (word) => {
    const end = control.selectionStart;
    const start = end - now().begun.length;
    // A quote that stands behind the cursor already ends the word.
    const behind = control.value[end];
    control.setRangeText(word, start, behind === word[0] && word.endsWith(behind) && /["']/.test(behind) ? end + 1 : end, "end");
    close();
    control.focus();
    control.dispatchEvent(new Event("change"));
  };
  const mark = () => {
    [...list.children].forEach((item, at) => item.setAttribute("aria-selected", String(at === chosen)));
    control.setAttribute("aria-activedescendant", `${id}-${chosen}`);
    list.children[chosen]?.scrollIntoView({ block: "nearest" });
  };
  const open = (always) => {
    const { begun, words } = now();
    const found = begun === "" && !always ? [] : [...new Set(words)].filter((word) => begins(word, begun)).slice(0, 20);
    fill(list, found.map((word, at) =>
      h("li", { id: `${id}-${at}`, role: "option", "aria-selected": "false", onmousedown: (event) => { event.preventDefault(); take(word); } }, word)));
    list.hidden = found.length === 0;
    chosen = -1;
    control.setAttribute("aria-expanded", String(!list.hidden));
  };
  control.addEventListener("input", () => open(false));
  control.addEventListener("blur", close);
  control.addEventListener("keydown", (event) => {
    if (event.key === " " && event.ctrlKey) {
      open(true);
      event.preventDefault();
    } else if (list.hidden && event.key === "ArrowDown" && control.matches("input")) {
      open(true);
      event.preventDefault();
    } else if (list.hidden) {
      return;
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const length = list.childElementCount;
      chosen = event.key === "ArrowDown" ? (chosen + 1) % length : (Math.max(chosen, 0) + length - 1) % length;
      mark();
      event.preventDefault();
    } else if (event.key === "Enter" && chosen >= 0) {
      take(list.children[chosen].textContent);
      event.preventDefault();
    } else if (event.key === "Escape") {
      close();
      event.stopPropagation();
    }
  });
  return h("span.completing", {}, control, list);
}

/** Whether a word begins with a text and is longer; the case and a first quote of either do not matter. */
function begins(word, text) {
  const bare = (each) => each.toLowerCase().replace(/^["']/, "");
  return bare(word).startsWith(bare(text)) && word.toLowerCase() !== text.toLowerCase();
}
