package dev.monotable.engine.operation;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TableFault;

/** Reads table names. Most operations accept an ARN in place of a name. */
public final class TableNames {
  private static final String RESOURCE = ":table/";

  private TableNames() {}

  /**
   * Returns the name of a table that a request identifies by name or by ARN, {@code
   * arn:aws:dynamodb:region:account:table/name}. Validation has already checked the ARN.
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

  /**
   * Checks the length of a name that the service model does not check.
   *
   * @param member the wire name of what it names
   */
  public static void requireLength(String name, String member) {
    if (name.length() < 3 || name.length() > 255) {
      throw new FaultException(TableFault.Plain.NAME_LENGTH.with(member));
    }
  }

  /**
   * Returns which of these names or ARNs is that of the same table, or the given one if none is. So
   * a response has one entry for a table that its request names by name and by ARN.
   */
  public static String firstNamed(Iterable<String> named, String nameOrArn) {
    String table = nameOf(nameOrArn);
    for (String first : named) {
      if (nameOf(first).equals(table)) {
        return first;
      }
    }
    return nameOrArn;
  }
}
