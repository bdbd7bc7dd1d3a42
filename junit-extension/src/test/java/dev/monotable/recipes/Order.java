package dev.monotable.recipes;

import software.amazon.awssdk.enhanced.dynamodb.extensions.annotations.DynamoDbVersionAttribute;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondaryPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondarySortKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

@DynamoDbBean
public class Order {
  private String customer;
  private String number;
  private String status;
  private Integer cents;
  private Long version;

  public static Order of(String customer, String number, String status, int cents) {
    Order order = new Order();
    order.customer = customer;
    order.number = number;
    order.status = status;
    order.cents = cents;
    return order;
  }

  @DynamoDbPartitionKey
  public String getCustomer() {
    return customer;
  }

  public void setCustomer(String customer) {
    this.customer = customer;
  }

  @DynamoDbSortKey
  @DynamoDbSecondarySortKey(indexNames = "byStatus")
  public String getNumber() {
    return number;
  }

  public void setNumber(String number) {
    this.number = number;
  }

  @DynamoDbSecondaryPartitionKey(indexNames = "byStatus")
  public String getStatus() {
    return status;
  }

  public void setStatus(String status) {
    this.status = status;
  }

  public Integer getCents() {
    return cents;
  }

  public void setCents(Integer cents) {
    this.cents = cents;
  }

  @DynamoDbVersionAttribute
  public Long getVersion() {
    return version;
  }

  public void setVersion(Long version) {
    this.version = version;
  }
}
