package dev.monotable.design.render;

import dev.monotable.design.finding.Severity;
import dev.monotable.design.load.Numbers;
import dev.monotable.design.report.CollectionItem;
import dev.monotable.design.report.CollectionView;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.ItemAttribute;
import dev.monotable.design.report.ItemCollection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The item collections of each table and index, as people draw single-table designs: one block for
 * each partition key value, its items below each other by sort key, one color for each entity.
 */
final class CollectionSection {
  private static final int COLORS = 10;
  private static final int LARGE = 100;

  private final DesignReport report;
  private final FindingLinks links;
  private final HtmlWriter html;
  private final Map<String, Integer> colors = new LinkedHashMap<>();

  CollectionSection(DesignReport report, FindingLinks links, HtmlWriter html) {
    this.report = report;
    this.links = links;
    this.html = html;
    for (CollectionView view : report.collections()) {
      for (String entity : entities(view)) {
        colors.putIfAbsent(view.table() + '\n' + entity, next(view.table()));
      }
    }
  }

  /** Returns the next color of a table, so that entities of one table differ. */
  private int next(String table) {
    long used = colors.keySet().stream().filter(key -> key.startsWith(table + '\n')).count();
    return (int) (used % COLORS) + 1;
  }

  private static Set<String> entities(CollectionView view) {
    Set<String> entities = new LinkedHashSet<>();
    for (ItemCollection collection : view.collections()) {
      collection.items().forEach(item -> entities.add(item.entity()));
    }
    return entities;
  }

  void write() {
    html.open("section", "id", "collections", "aria-labelledby", "collections-title");
    html.element("h2", "Item collections", "id", "collections-title");
    html.element(
        "p",
        report.collections().stream().anyMatch(CollectionView::observed)
            ? "Items that the requests wrote and read: one block for each partition key value,"
                + " sorted by sort key, one color for each entity."
            : "The declared entities with their key templates; no item was observed.",
        "class",
        "intro");
    if (report.collections().size() > 1) {
      tabs();
    }
    int number = 0;
    for (CollectionView view : report.collections()) {
      view(view, number++);
    }
    html.end();
  }

  private void tabs() {
    html.open(
        "div",
        "class",
        "tabs",
        "role",
        "tablist",
        "aria-labelledby",
        "collections-title",
        "data-script",
        "");
    int number = 0;
    for (CollectionView view : report.collections()) {
      html.open(
          "button",
          "type",
          "button",
          "role",
          "tab",
          "id",
          "t" + number,
          "aria-controls",
          "v" + number,
          "aria-selected",
          number == 0 ? "true" : "false",
          "tabindex",
          number == 0 ? "0" : "-1");
      html.element("span", view.table(), "class", view.index() == null ? "base" : "of");
      if (view.index() != null) {
        html.text(" ").element("span", view.index(), "class", "index");
      }
      tabMark(view);
      html.close();
      number++;
    }
    html.end();
  }

  /** Adds a dot to the tab of a table or index with open findings, also about its entities. */
  private void tabMark(CollectionView view) {
    Severity worst = links.findSeverity(view.target());
    if (view.index() == null) {
      for (String entity : entities(view)) {
        Severity severity = links.findSeverity(view.table() + "/" + entity);
        worst =
            worst == null || (severity != null && severity.compareTo(worst) < 0) ? severity : worst;
      }
    }
    if (worst != null) {
      String word = FindingLinks.word(worst);
      html.text(" ").open("span", "class", "dot " + word);
      html.element("span", "with findings", "class", "hidden").close();
    }
  }

  private void view(CollectionView view, int number) {
    html.open("div", "class", "view", "id", FindingLinks.view(number));
    html.open("h3").element("span", view.table(), "class", view.index() == null ? "" : "of");
    if (view.index() != null) {
      html.text(" ").text(view.index());
    }
    links.markSubject(html, view.target());
    html.close();
    if (view.collections().isEmpty()) {
      html.element(
          "p",
          view.index() == null ? "No item was observed." : "No observed item is in this index.",
          "class",
          "nothing");
      html.end();
      return;
    }
    legend(view);
    html.scrolled("Item collections of " + view.target());
    keys(view);
    for (ItemCollection collection : view.collections()) {
      collection(view, collection);
    }
    html.close();
    if (view.omitted() > 0) {
      html.element(
          "p",
          Figures.count(view.omitted(), "more item collection") + " of the same kinds observed",
          "class",
          "nothing");
    }
    html.end();
  }

  private void legend(CollectionView view) {
    html.open("ul", "class", "legend", "aria-label", "Entities");
    for (String entity : entities(view)) {
      html.open("li", "class", color(view, entity)).text(name(entity));
      links.markSubject(html, view.table() + "/" + entity);
      html.close();
    }
    html.end();
  }

  private static String name(String entity) {
    return entity.isEmpty() ? "no entity" : entity;
  }

  private String color(CollectionView view, String entity) {
    return entity.isEmpty() ? "e0" : "e" + colors.get(view.table() + '\n' + entity);
  }

  private void keys(CollectionView view) {
    html.open("div", "class", "keys", "aria-hidden", "true");
    html.open("span", "class", "pk").element("b", String.join(", ", view.partitionKey()));
    html.text(" partition key").close();
    html.open("span", "class", "sk");
    if (!view.sortKey().isEmpty()) {
      html.element("b", String.join(", ", view.sortKey())).text(" sort key");
    }
    html.close().element("span", "attributes").end();
  }

  private void collection(CollectionView view, ItemCollection collection) {
    Map<String, Long> omitted = new LinkedHashMap<>(collection.omitted());
    List<CollectionItem> items = collection.items();
    html.open("div", "class", isLarge(view) ? "block skipped" : "block")
        .open("table", "class", "collection")
        .open("tbody");
    int rows = items.size() + omitted.size();
    for (int i = 0; i < items.size(); i++) {
      CollectionItem item = items.get(i);
      boolean first = i == 0 || !items.get(i - 1).entity().equals(item.entity());
      boolean last = isLast(items, i);
      html.open("tr", "class", color(view, item.entity()) + (first ? " first" : ""));
      if (i == 0) {
        partition(view, collection, rows);
      }
      sortKey(view, item, first);
      item.attributes().forEach(attribute -> attribute(attribute, first));
      html.close();
      Long more = last ? omitted.remove(item.entity()) : null;
      if (more != null) {
        more(view, item.entity(), more);
      }
    }
    omitted.forEach((entity, more) -> more(view, entity, more));
    html.close().close().end();
  }

  /**
   * Returns whether the browser should skip the layout of item collections that are not on the
   * screen, which takes a second for 10,000 items. It cannot skip tables, only blocks around them.
   */
  private static boolean isLarge(CollectionView view) {
    return view.collections().size() > LARGE;
  }

  /** Returns whether no later item has the same entity. */
  private static boolean isLast(List<CollectionItem> items, int at) {
    for (int i = at + 1; i < items.size(); i++) {
      if (items.get(i).entity().equals(items.get(at).entity())) {
        return false;
      }
    }
    return true;
  }

  private void partition(CollectionView view, ItemCollection collection, int rows) {
    html.open("th", "class", "pk", "scope", "rowgroup", "rowspan", String.valueOf(rows));
    key(view.partitionKey(), collection.partitionKey());
    html.close();
  }

  private void sortKey(CollectionView view, CollectionItem item, boolean first) {
    html.open("th", "class", "sk", "scope", "row");
    html.open("span", "class", first ? "entity" : "entity hidden").text(name(item.entity()));
    if (first) {
      links.dotItem(html, view.table() + "/" + item.entity());
    }
    html.close();
    key(List.of(), item.sortKey());
    html.close();
  }

  private void key(List<String> names, List<String> values) {
    for (int i = 0; i < values.size(); i++) {
      if (values.size() > 1 && i < names.size()) {
        html.element("span", names.get(i), "class", "name");
      }
      html.element("bdi", values.get(i), "class", "key");
    }
  }

  private void attribute(ItemAttribute attribute, boolean first) {
    boolean typeOnly = attribute.value().isEmpty() && !attribute.type().isEmpty();
    html.open("td", "class", typeOnly ? "type" : "value");
    html.element("span", attribute.name(), "class", first ? "name" : "name hidden");
    html.text(typeOnly ? attribute.type() : attribute.value());
    html.close();
  }

  private void more(CollectionView view, String entity, long number) {
    html.open("tr", "class", "more " + color(view, entity));
    html.open("td", "class", "sk", "colspan", "2");
    html.text(Numbers.plain(number) + " more " + name(entity));
    html.close().close();
  }
}
