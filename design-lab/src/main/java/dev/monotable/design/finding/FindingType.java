package dev.monotable.design.finding;

import static dev.monotable.design.load.Words.fill;

import java.util.List;

/**
 * A kind of finding. Its texts are about any finding of this kind.
 *
 * @param id by which design files accept it, in lower case with hyphens, such as {@code large-item}
 * @param title what is found, in a few words
 * @param onAws what happens on AWS, in one or two sentences
 * @param link the page of the AWS documentation that says so
 * @param advice what to do, in one or two sentences
 * @param bounds the numbers that decide whether there is such a finding, one sentence each; empty
 *     if a single case is enough
 */
public record FindingType(
    String id,
    Severity severity,
    String title,
    String onAws,
    String link,
    String advice,
    List<String> bounds) {
  /** Creates a kind of findings for which a single case is enough. */
  public FindingType(
      String id, Severity severity, String title, String onAws, String link, String advice) {
    this(id, severity, title, onAws, link, advice, List.of());
  }

  public FindingType {
    bounds = List.copyOf(bounds);
    if (!id.matches("[a-z]+(-[a-z0-9]+)*")) {
      throw new IllegalArgumentException("'" + id + "' is not the id of a finding");
    }
    if (!link.startsWith("https://")) {
      throw new IllegalArgumentException("the link of " + id + " must start with https://");
    }
  }

  /** Returns what findings of this kind lead to, as far as their kind decides it. */
  public Consequence consequence() {
    return FindingTypes.consequence(this);
  }

  /**
   * Returns the advice of a kind of findings, for others who find the same.
   *
   * @throws NullPointerException if there is no kind with the id
   */
  public static String adviceOf(String id) {
    return FindingTypes.require(id).advice;
  }

  /**
   * Returns a kind of findings of the table {@code findings.txt}.
   *
   * @param numbers the numbers in the sentences of its bounds, in their order
   */
  public static FindingType of(String id, Object... numbers) {
    FindingType type = FindingTypes.require(id);
    String bounds = fill(String.join("\n", type.bounds()), numbers);
    return new FindingType(
        id,
        type.severity,
        type.title,
        type.onAws,
        type.link,
        type.advice,
        bounds.isEmpty() ? List.of() : List.of(bounds.split("\n")));
  }
}
