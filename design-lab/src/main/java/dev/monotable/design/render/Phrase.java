package dev.monotable.design.render;

import dev.monotable.design.finding.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Words of a report, some of which are names or requests, which formats show as code. */
record Phrase(List<Part> parts) {
  static final Phrase NONE = new Phrase(List.of());

  /** Words of one kind. */
  record Part(Kind kind, String text) {}

  /** The form of words in a format. */
  enum Kind {
    TEXT,
    CODE,
    /** A number or an amount with its unit. */
    FIGURE,
    /** The address of a source. */
    SOURCE
  }

  Phrase {
    parts = List.copyOf(parts);
  }

  private static Phrase of(Kind kind, String text) {
    return new Phrase(List.of(new Part(kind, text)));
  }

  static Phrase text(String text) {
    return of(Kind.TEXT, text);
  }

  static Phrase code(String text) {
    return of(Kind.CODE, text);
  }

  static Phrase figure(String text) {
    return of(Kind.FIGURE, text);
  }

  static Phrase source(String address) {
    return of(Kind.SOURCE, address);
  }

  /** Returns the title and the subject of a finding. */
  static Phrase of(Finding finding) {
    return text(Figures.title(finding.type().title())).then(" in ", code(finding.subject()));
  }

  /** Returns this phrase with a text and another phrase after it. */
  Phrase then(String between, Phrase next) {
    List<Part> all = new ArrayList<>(parts);
    all.add(new Part(Kind.TEXT, between));
    all.addAll(next.parts);
    return new Phrase(all);
  }

  /** Returns phrases as one, with a text between them. */
  static Phrase join(String between, List<Phrase> phrases) {
    Phrase joined = phrases.isEmpty() ? NONE : phrases.get(0);
    for (Phrase each : phrases.subList(Math.min(1, phrases.size()), phrases.size())) {
      joined = joined.then(between, each);
    }
    return joined;
  }

  /** Returns the words alone. */
  @Override
  public String toString() {
    return parts.stream().map(Part::text).collect(Collectors.joining());
  }
}
