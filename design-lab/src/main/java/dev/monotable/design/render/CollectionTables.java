package dev.monotable.design.render;

import static dev.monotable.design.load.Words.count;

import dev.monotable.design.finding.Severity;
import dev.monotable.design.load.Numbers;
import dev.monotable.design.report.CollectionItem;
import dev.monotable.design.report.CollectionItem.ItemAttribute;
import dev.monotable.design.report.CollectionView;
import dev.monotable.design.report.CollectionView.ItemCollection;
import dev.monotable.design.report.DesignReport;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The item collections of each table and index, as people draw single-table designs: one block for
 * each partition key value, its items below each other by sort key, one color for each entity.
 */
final class CollectionTables {
  private static final int COLORS = 10;
  private static final int LARGE = 100;

  private final DesignReport report;
  private final FindingLinks links;
  private final HtmlWriter html;
  private final Map<String, Integer> colors = new LinkedHashMap<>();

  CollectionTables(DesignReport report, FindingLinks links, HtmlWriter html) {
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
    html.add(
        "<p class='intro'>{}</p>",
        report.collections().stream().anyMatch(CollectionView::observed)
            ? "Items that the requests wrote and read: one block for each partition key value,"
                + " sorted by sort key, one color for each entity."
            : "The declared entities with their key templates; no item was observed.");
    List<CollectionView> views = report.collections();
    if (views.size() > 1) {
      html.add("<div class='tabs' role='tablist' aria-labelledby='collections-title'");
      html.add(" data-script=''>");
      for (int i = 0; i < views.size(); i++) {
        tab(views.get(i), i);
      }
      html.add("</div>\n");
    }
    for (int i = 0; i < views.size(); i++) {
      view(views.get(i), i);
    }
  }

  private void tab(CollectionView view, int number) {
    String id = String.valueOf(number);
    html.add("<button type='button' role='tab' id='t{}' aria-controls='v{}'", id, id);
    html.add(
        number == 0
            ? " aria-selected='true' tabindex='0'"
            : " aria-selected='false' tabindex='-1'");
    html.add("><span class='{}'>{}</span>", view.index() == null ? "base" : "of", view.table());
    if (view.index() != null) {
      html.add(" <span class='index'>{}</span>", view.index());
    }
    tabMark(view);
    html.add("</button>");
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
      html.add(" <span class='dot {}'><span class='hidden'>with findings</span></span>", word);
    }
  }

  private void view(CollectionView view, int number) {
    html.add("<div class='view' id='{}'><h3>", FindingLinks.view(number));
    html.add("<span class='{}'>{}</span>", view.index() == null ? "" : "of", view.table());
    html.text(view.index() == null ? "" : " " + view.index());
    links.markSubject(html, view.target());
    html.add("</h3>");
    if (view.collections().isEmpty()) {
      html.add(
          "<p class='nothing'>{}</p></div>\n",
          view.index() == null ? "No item was observed." : "No observed item is in this index.");
      return;
    }
    legend(view);
    html.scrolled("Item collections of " + view.target());
    keys(view);
    view.collections().forEach(collection -> collection(view, collection));
    html.add("</div>");
    if (view.omitted() > 0) {
      String more = count(view.omitted(), "more item collection");
      html.add("<p class='nothing'>{} of the same kinds observed</p>", more);
    }
    html.add("</div>\n");
  }

  private void legend(CollectionView view) {
    html.add("<ul class='legend' aria-label='Entities'>");
    for (String entity : entities(view)) {
      html.add("<li class='{}'>{}", color(view, entity), name(entity));
      links.markSubject(html, view.table() + "/" + entity);
      html.add("</li>");
    }
    html.add("</ul>\n");
  }

  private static String name(String entity) {
    return entity.isEmpty() ? "no entity" : entity;
  }

  private String color(CollectionView view, String entity) {
    return entity.isEmpty() ? "e0" : "e" + colors.get(view.table() + '\n' + entity);
  }

  private void keys(CollectionView view) {
    html.add("<div class='keys' aria-hidden='true'><span class='pk'>");
    html.add("<b>{}</b> partition key</span>", String.join(", ", view.partitionKey()));
    html.add("<span class='sk'>");
    if (!view.sortKey().isEmpty()) {
      html.add("<b>{}</b> sort key", String.join(", ", view.sortKey()));
    }
    html.add("</span><span>attributes</span></div>\n");
  }

  private void collection(CollectionView view, ItemCollection collection) {
    Map<String, Long> omitted = new LinkedHashMap<>(collection.omitted());
    List<CollectionItem> items = collection.items();
    html.add("<div class='{}'>", isLarge(view) ? "block skipped" : "block");
    html.add("<table class='collection'><tbody>");
    int rows = items.size() + omitted.size();
    for (int i = 0; i < items.size(); i++) {
      CollectionItem item = items.get(i);
      boolean first = i == 0 || !items.get(i - 1).entity().equals(item.entity());
      boolean last = isLast(items, i);
      html.add("<tr class='{}{}'>", color(view, item.entity()), first ? " first" : "");
      if (i == 0) {
        partition(view, collection, rows);
      }
      sortKey(view, item, first);
      item.attributes().forEach(attribute -> attribute(attribute, first));
      html.add("</tr>");
      Long more = last ? omitted.remove(item.entity()) : null;
      if (more != null) {
        more(view, item.entity(), more);
      }
    }
    omitted.forEach((entity, more) -> more(view, entity, more));
    html.add("</tbody></table></div>\n");
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
    html.add("<th class='pk' scope='rowgroup' rowspan='{}'>", String.valueOf(rows));
    key(view.partitionKey(), collection.partitionKey());
    html.add("</th>");
  }

  private void sortKey(CollectionView view, CollectionItem item, boolean first) {
    html.add("<th class='sk' scope='row'><span class='{}'>", first ? "entity" : "entity hidden");
    html.text(name(item.entity()));
    if (first) {
      links.dotItem(html, view.table() + "/" + item.entity());
    }
    html.add("</span>");
    key(List.of(), item.sortKey());
    html.add("</th>");
  }

  private void key(List<String> names, List<String> values) {
    for (int i = 0; i < values.size(); i++) {
      if (values.size() > 1 && i < names.size()) {
        html.add("<span class='name'>{}</span>", names.get(i));
      }
      html.add("<bdi class='key'>{}</bdi>", values.get(i));
    }
  }

  private void attribute(ItemAttribute attribute, boolean first) {
    boolean typeOnly = attribute.value().isEmpty() && !attribute.type().isEmpty();
    html.add("<td class='{}'>", typeOnly ? "type" : "value");
    html.add("<span class='{}'>{}</span>", first ? "name" : "name hidden", attribute.name());
    html.add("{}</td>", typeOnly ? attribute.type() : attribute.value());
  }

  private void more(CollectionView view, String entity, long number) {
    html.add("<tr class='more {}'><td class='sk' colspan='2'>", color(view, entity));
    html.add("{} more {}</td></tr>", Numbers.plain(number), name(entity));
  }
}
