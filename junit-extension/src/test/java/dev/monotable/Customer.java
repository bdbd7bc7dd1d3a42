package dev.monotable;

import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondaryPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** A bean that fits into the table of {@link Purchase}, with an index of its own. */
@DynamoDbBean
public class Customer {
  private String customer;
  private String day;
  private String email;

  @DynamoDbPartitionKey
  public String getCustomer() {
    return customer;
  }

  public void setCustomer(String value) {
    customer = value;
  }

  @DynamoDbSortKey
  public String getDay() {
    return day;
  }

  public void setDay(String value) {
    day = value;
  }

  @DynamoDbSecondaryPartitionKey(indexNames = "byEmail")
  public String getEmail() {
    return email;
  }

  public void setEmail(String value) {
    email = value;
  }
}
