package dev.monotable.engine.operation;

/** Table names, which most operations also take as ARNs. */
public final class TableNames {
  private static final String RESOURCE = ":table/";

  private TableNames() {}

  /**
   * The name of a table that was given by its name or its ARN, {@code
   * arn:aws:dynamodb:region:account:table/name}, which has been checked already.
   */
  public static String nameOf(String nameOrArn) {
    if (!nameOrArn.startsWith("arn:")) {
      return nameOrArn;
    }
    int at = nameOrArn.indexOf(RESOURCE);
    if (at < 0) {
      return nameOrArn;
    }
    int from = at + RESOURCE.length();
    int to = nameOrArn.indexOf('/', from);
    return to < 0 ? nameOrArn.substring(from) : nameOrArn.substring(from, to);
  }
}
