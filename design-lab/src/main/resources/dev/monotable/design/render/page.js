(() => {
  "use strict";
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const find = (selector) => document.querySelector(selector);
  document.documentElement.classList.add("js");

  // The requests of a pattern.
  const patterns = all(".pattern").map((row) => {
    const button = row.querySelector("button");
    const details = document.getElementById(button.getAttribute("aria-controls"));
    const show = (open) => {
      button.setAttribute("aria-expanded", String(open));
      details.classList.toggle("closed", !open);
    };
    show(false);
    button.addEventListener("click", () =>
      show(button.getAttribute("aria-expanded") !== "true"));
    return {
      row, details, text: (row.textContent + " " + details.textContent).toLowerCase(), show,
    };
  });
  const filter = find("#pattern-filter");
  if (filter) {
    filter.addEventListener("input", () => {
      const wanted = filter.value.trim().toLowerCase();
      let shown = 0;
      for (const pattern of patterns) {
        const fits = pattern.text.includes(wanted);
        pattern.row.hidden = !fits;
        pattern.details.hidden = !fits;
        shown += fits ? 1 : 0;
      }
      find("#pattern-count").textContent =
        wanted === "" ? "" : shown + " of " + patterns.length + " patterns";
    });
  }

  // One table or index at a time.
  const tabs = all("[role=tab]");
  const views = tabs.map((tab) => document.getElementById(tab.getAttribute("aria-controls")));
  const select = (chosen) => {
    tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === chosen));
      tab.tabIndex = i === chosen ? 0 : -1;
      views[i].hidden = i !== chosen;
    });
  };
  tabs.forEach((tab, i) => {
    views[i].setAttribute("role", "tabpanel");
    views[i].setAttribute("aria-labelledby", tab.id);
    tab.addEventListener("click", () => select(i));
    tab.addEventListener("keydown", (event) => {
      const next = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: tabs.length - 1 }[event.key];
      if (next !== undefined) {
        const chosen = (next + tabs.length) % tabs.length;
        select(chosen);
        tabs[chosen].focus();
        event.preventDefault();
      }
    });
  });
  if (tabs.length > 0) {
    select(0);
  }

  // Findings by severity.
  const boxes = all("input[name=severity]");
  const update = () => {
    const wanted = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    let shown = 0;
    for (const finding of all(".findings > li")) {
      finding.hidden = !wanted.has(finding.dataset.severity);
      shown += finding.hidden ? 0 : 1;
    }
    find("#finding-count").textContent = shown + " findings shown";
  };
  boxes.forEach((box) => box.addEventListener("change", update));
})();
