package com.example.designs.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.monotable.junit.AccessPattern;
import dev.monotable.junit.MonotableTest;
import dev.monotable.junit.Schema;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@MonotableTest(design = "orders/design.yaml")
@Schema("orders/template.yaml")
class ShopTest {
  private final Shop shop;

  ShopTest(DynamoDbClient dynamo) {
    shop = new Shop(dynamo);
  }

  @BeforeEach
  void placeThreeOrders() {
    shop.register("123456789");
    shop.order("123456789", "20240625");
    shop.order("123456789", "20240626");
    shop.order("987654321", "20240625");
  }

  // One Query returns the whole item collection. The budget is in the design file.
  @Test
  @AccessPattern("profile and orders of a user")
  void returnsTheProfileAndTheOrders() {
    assertEquals(
        List.of("ORDER#20240625", "ORDER#20240626", "PROFILE"), shop.profileAndOrders("123456789"));
  }

  // A limit of the annotation replaces that of the design file, or adds one.
  @Test
  @AccessPattern(value = "orders of a day", index = "GSI1", maxRequests = 1, maxReadUnits = 0.5)
  void returnsTheOrdersOfADay() {
    assertEquals(List.of("USER#123456789", "USER#987654321"), shop.usersWhoOrderedOn("20240625"));
  }

  // Names no access pattern: each request is checked by those of the design that declare it.
  @Test
  void placesAnOrder() {
    shop.order("987654321", "20240627");

    assertEquals(List.of("ORDER#20240625", "ORDER#20240627"), shop.profileAndOrders("987654321"));
  }
}
