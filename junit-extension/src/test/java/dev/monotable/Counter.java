package dev.monotable;

import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;

/** A bean with a number as its key. */
@DynamoDbBean
public class Counter {
  private Integer id;
  private Long count;

  public static Counter of(int id, long count) {
    Counter counter = new Counter();
    counter.id = id;
    counter.count = count;
    return counter;
  }

  @DynamoDbPartitionKey
  public Integer getId() {
    return id;
  }

  public void setId(Integer value) {
    id = value;
  }

  public Long getCount() {
    return count;
  }

  public void setCount(Long value) {
    count = value;
  }
}
