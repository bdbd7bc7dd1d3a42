package dev.monotable.conformance.extension;

import java.util.Objects;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;

/** An item of tests. */
@DynamoDbBean
public class Task {
  private String id = "";
  private String by = "";

  static Task of(String id, String by) {
    Task task = new Task();
    task.id = id;
    task.by = by;
    return task;
  }

  @DynamoDbPartitionKey
  public String getId() {
    return id;
  }

  public void setId(String value) {
    id = value;
  }

  public String getBy() {
    return by;
  }

  public void setBy(String value) {
    by = value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Task task && id.equals(task.id) && by.equals(task.by);
  }

  @Override
  public int hashCode() {
    return Objects.hash(id, by);
  }

  @Override
  public String toString() {
    return id + " by " + by;
  }
}
