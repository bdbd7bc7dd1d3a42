package dev.monotable;

import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondaryPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondarySortKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** A bean with a global and a local index. */
@DynamoDbBean
public class Purchase {
  private String customer;
  private String day;
  private String product;
  private Long cents;

  public static Purchase of(String customer, String day, String product, long cents) {
    Purchase purchase = new Purchase();
    purchase.customer = customer;
    purchase.day = day;
    purchase.product = product;
    purchase.cents = cents;
    return purchase;
  }

  @DynamoDbPartitionKey
  public String getCustomer() {
    return customer;
  }

  public void setCustomer(String value) {
    customer = value;
  }

  @DynamoDbSortKey
  @DynamoDbSecondarySortKey(indexNames = "byProduct")
  public String getDay() {
    return day;
  }

  public void setDay(String value) {
    day = value;
  }

  @DynamoDbSecondaryPartitionKey(indexNames = "byProduct")
  public String getProduct() {
    return product;
  }

  public void setProduct(String value) {
    product = value;
  }

  @DynamoDbSecondarySortKey(indexNames = "byPrice")
  public Long getCents() {
    return cents;
  }

  public void setCents(Long value) {
    cents = value;
  }
}
