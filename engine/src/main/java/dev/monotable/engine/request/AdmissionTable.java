package dev.monotable.engine.request;

import java.util.List;
import java.util.Map;

/** A table that a request names, as far as those ask who admit it. */
public interface AdmissionTable {
  /** Returns the ARN of the table. */
  String arn();

  /** Returns the names of the attributes of the partition key; several only in other indexes. */
  List<String> partitionKey();

  /** Returns the tags of the table. */
  Map<String, String> tags();
}
