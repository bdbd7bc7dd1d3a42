package dev.monotable.engine.request;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A table that a request names, as far as those ask who admit it. */
public interface AdmissionTable {
  /** Returns the ARN of the table. */
  String arn();

  /** Returns the names of the attributes of the partition key; several only in other indexes. */
  List<String> partitionKey();

  /** Returns the tags of the table. */
  Map<String, String> tags();

  /**
   * Returns a resource-based policy, in JSON; null without one.
   *
   * @param resource the ARN of the table, or of its stream
   */
  @Nullable String policy(String resource);
}
