package dev.monotable.design.render;

import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.report.CollectionView;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.PatternRow;
import dev.monotable.design.report.RequestRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The places of the findings of a report in its page, and their subjects: the row of an access
 * pattern, or the items of a table, an index or an entity. Each of these carries a mark that leads
 * to its findings.
 */
final class FindingLinks {
  /** As many findings are linked from one mark; the others are beside them. */
  private static final int MAX_NAMED = 3;

  private final List<Finding> findings;
  private final Map<String, Integer> rows = new HashMap<>();
  private final Map<String, Integer> views = new HashMap<>();
  private final Map<String, List<Integer>> bySubject = new HashMap<>();
  private final Map<Integer, List<Integer>> byRow = new HashMap<>();

  FindingLinks(DesignReport report) {
    this.findings = report.findings();
    List<PatternRow> patterns = report.matrix().rows();
    for (int i = patterns.size() - 1; i >= 0; i--) {
      for (RequestRow request : patterns.get(i).requests()) {
        rows.put(request.shape(), i);
      }
    }
    for (int i = patterns.size() - 1; i >= 0; i--) {
      rows.put(patterns.get(i).name(), i);
    }
    List<CollectionView> collections = report.collections();
    for (int i = 0; i < collections.size(); i++) {
      views.putIfAbsent(collections.get(i).target(), i);
    }
    for (int i = 0; i < findings.size(); i++) {
      String subject = findings.get(i).subject();
      bySubject.computeIfAbsent(subject, key -> new ArrayList<>()).add(i);
      Integer row = rows.get(subject);
      if (row != null) {
        byRow.computeIfAbsent(row, key -> new ArrayList<>()).add(i);
      }
    }
  }

  /** Returns the element of a finding, by its place in the report. */
  static String anchor(int finding) {
    return "f" + finding;
  }

  /** Returns the element of the row of an access pattern. */
  static String row(int number) {
    return "r" + number;
  }

  /** Returns the element of the items of a table or index. */
  static String view(int number) {
    return "v" + number;
  }

  /** Returns the element that a subject is about, or null if the page does not show it. */
  @Nullable String findTarget(String subject) {
    Integer row = rows.get(subject);
    if (row != null) {
      return row(row);
    }
    Integer view = views.get(subject);
    int slash = subject.indexOf('/');
    if (view == null && slash > 0) {
      view = views.get(subject.substring(0, slash));
    }
    return view == null ? null : view(view);
  }

  /** Adds the mark of an access pattern, if there are findings about it or its requests. */
  void markRow(HtmlWriter html, int row) {
    mark(html, byRow.getOrDefault(row, List.of()));
  }

  /** Adds the mark of a table, an index or an entity, if there are findings about it. */
  void markSubject(HtmlWriter html, String subject) {
    if (!rows.containsKey(subject)) {
      mark(html, bySubject.getOrDefault(subject, List.of()));
    }
  }

  /** Adds a dot for each of the findings about an entity, beside its items. */
  void dotItem(HtmlWriter html, String entity) {
    List<Integer> about = bySubject.getOrDefault(entity, List.of());
    for (int finding : about.subList(0, Math.min(MAX_NAMED, about.size()))) {
      String kind = kind(findings.get(finding));
      html.add(" <a class='dot {}' href='#{}'>", kind, anchor(finding));
      html.add("<span class='hidden'>{}: {}</span></a>", kind, title(finding));
    }
  }

  /** Returns the highest severity of the open findings about a subject, or null without one. */
  @Nullable Severity findSeverity(String subject) {
    for (int finding : bySubject.getOrDefault(subject, List.of())) {
      if (!findings.get(finding).isAccepted()) {
        return findings.get(finding).severity(); // the most severe are first
      }
    }
    return null;
  }

  private void mark(HtmlWriter html, List<Integer> about) {
    for (int finding : about.subList(0, Math.min(MAX_NAMED, about.size()))) {
      String kind = kind(findings.get(finding));
      html.add(" <a class='mark {}' href='#{}'>", kind, anchor(finding));
      html.add("<span class='hidden'>{}: </span>{}</a>", kind, title(finding));
    }
    if (about.size() > MAX_NAMED) {
      String more = String.valueOf(about.size() - MAX_NAMED);
      html.add(" <span class='mark-more'>+ {}</span>", more);
    }
  }

  private String title(int finding) {
    return findings.get(finding).type().title();
  }

  /** Returns the class of a finding: its severity in lower case, or {@code accepted}. */
  static String kind(Finding finding) {
    return finding.isAccepted() ? "accepted" : word(finding.severity());
  }

  /** Returns a severity in lower case. */
  static String word(Severity severity) {
    return severity.name().toLowerCase(Locale.ROOT);
  }
}
