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

  // Findings by severity; a kind without a shown finding is hidden.
  const boxes = all("input[name=severity]");
  const update = () => {
    const wanted = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    let shown = 0;
    for (const kind of all(".findings > .kind")) {
      const findings = all(".subjects > li", kind);
      findings.forEach((finding) => {
        finding.hidden = !wanted.has(finding.dataset.severity);
      });
      const visible = findings.filter((finding) => !finding.hidden).length;
      kind.hidden = visible === 0;
      shown += visible;
    }
    find("#finding-count").textContent = shown + (shown === 1 ? " finding" : " findings") + " shown";
  };
  boxes.forEach((box) => box.addEventListener("change", update));

  // The cost with other numbers: those of the bill, added up again.
  const form = find("#what-if");
  if (form) {
    const model = JSON.parse(form.dataset.model);
    const currency = new Intl.NumberFormat("en-US", {
      style: "currency", currency: form.dataset.currency,
    });
    const named = (name) => all("[name=" + name + "]", form);
    const valueOf = (input) => {
      const number = Number(input.value);
      return Number.isFinite(number) && number > 0 ? number : 0;
    };
    const show = (mode, amount) => {
      const output = form.querySelector("[data-mode=" + mode + "]");
      output.dataset.amount = amount;
      output.textContent =
        amount > 0 && amount < 0.01 ? "< " + currency.format(0.01) : currency.format(amount);
    };
    const calculate = () => {
      const periods = named("period");
      const factor = valueOf(named("all")[0]);
      const uses = named("times").map(
        (input, i) => (valueOf(input) * factor * model.seconds) / Number(periods[i].value),
      );
      const chosen = named("projection")
        .filter((select) => select.value !== "")
        .map((select) => model.projections[Number(select.value)]);
      let onDemand = model.fixed;
      for (const projection of chosen) {
        onDemand += projection.fixed;
      }
      let provisioned = onDemand;
      (model.pools || []).forEach((pool, place) => {
        const units = [...(pool.units || [])];
        for (const projection of chosen) {
          for (const change of projection.changes || []) {
            if (change.pool === place) {
              units[change.pattern] += change.units;
            }
          }
        }
        const consumed = units.reduce((sum, each, i) => sum + each * uses[i], 0);
        onDemand += consumed * pool.unitPrice;
        let hours = 0;
        for (const needed of model.hours) {
          // The tiny number makes up for the binary form of fractions such as 0.7.
          const units = Math.floor((consumed / model.seconds) * needed + 0.5 + 1e-9);
          hours += pool.capacity === undefined ? Math.max(1, units) : pool.capacity;
        }
        provisioned += hours * model.days * pool.hourPrice;
      });
      show("on-demand", onDemand);
      show("provisioned", provisioned);
    };
    form.addEventListener("input", calculate);
    form.addEventListener("reset", () => setTimeout(calculate));
    form.addEventListener("submit", (event) => event.preventDefault());
    calculate();
  }

  // A link to what a tab or a filter hides shows it.
  const reveal = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (!target) {
      return;
    }
    const view = views.indexOf(target);
    if (view >= 0) {
      select(view);
    } else if (target.matches(".pattern[hidden]")) {
      filter.value = "";
      filter.dispatchEvent(new Event("input"));
    } else if (target.matches(".subjects > [hidden]")) {
      boxes.find((box) => box.value === target.dataset.severity).checked = true;
      update();
    } else {
      return;
    }
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  reveal();
  // The address may be that of the link already, and then does not change.
  document.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest("a[href^='#']");
    if (link && link.hash === location.hash) {
      reveal();
    }
  });

  // Regions that are wider than the screen say so.
  const regions = all(".scroll");
  const measure = (region) => {
    const rest = region.scrollWidth - region.clientWidth;
    region.previousElementSibling.hidden = rest <= 1;
    region.classList.toggle("more", rest - region.scrollLeft > 1);
  };
  if (window.ResizeObserver) {
    const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => measure(target)));
    regions.forEach((region) => sizes.observe(region));
  }
  regions.forEach((region) => region.addEventListener("scroll", () => measure(region), { passive: true }));

  // The section that is read is marked in the navigation, which keeps it in sight.
  const bar = find("nav");
  const entries = all("nav a").map((link) => ({ link, section: find(link.getAttribute("href")) }));
  let current = null;
  const follow = () => {
    const line = bar.offsetHeight + 40;
    const seen = entries.filter(({ section }) => section.getBoundingClientRect().top <= line);
    const next = seen.length === 0 ? null : seen[seen.length - 1].link;
    if (next === current) {
      return;
    }
    if (current) {
      current.removeAttribute("aria-current");
    }
    current = next;
    if (current) {
      current.setAttribute("aria-current", "true");
      bar.scrollLeft = current.offsetLeft - 24;
    } else {
      bar.scrollLeft = 0;
    }
  };
  addEventListener("scroll", follow, { passive: true });
  follow();
})();
