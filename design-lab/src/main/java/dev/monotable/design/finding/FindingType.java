package dev.monotable.design.finding;

/**
 * A kind of finding. Its texts are about any finding of this kind.
 *
 * @param id by which design files accept it, in lower case with hyphens, such as {@code large-item}
 * @param title what is found, in a few words
 * @param onAws what happens on AWS, in one or two sentences
 * @param link the page of the AWS documentation that says so
 * @param advice what to do, in one or two sentences
 */
public record FindingType(
    String id, Severity severity, String title, String onAws, String link, String advice) {
  public FindingType {
    if (!id.matches("[a-z]+(-[a-z0-9]+)*")) {
      throw new IllegalArgumentException("'" + id + "' is not the id of a finding");
    }
    if (!link.startsWith("https://")) {
      throw new IllegalArgumentException("the link of " + id + " must start with https://");
    }
  }
}
