package dev.monotable.formats.resource;

import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A role or a user that a schema file defines, with its policies.
 *
 * @param name as it is given, or its logical ID
 * @param logicalId its name in the file; the same as {@code name} if it has no other
 * @param isUser whether it is a user
 * @param boundary the document of its permissions boundary; null if it has none, or none in the
 *     file
 */
public record SchemaRole(
    String name,
    String logicalId,
    boolean isUser,
    List<Attached> policies,
    @Nullable FileValue boundary,
    FilePosition at) {
  /** Copies the policies. */
  public SchemaRole {
    policies = List.copyOf(policies);
  }

  /**
   * A policy of a role.
   *
   * @param document in AWS's form, with the ARNs of tables
   */
  public record Attached(String name, FileValue document) {}
}
