package com.example.designs.products;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.monotable.junit.AccessPattern;
import dev.monotable.junit.MonotableTest;
import dev.monotable.junit.Schema;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@MonotableTest(design = "products/design.yaml")
@Schema("products/template.yaml")
class CatalogTest {
  private final Catalog catalog;

  CatalogTest(DynamoDbClient dynamo) {
    catalog = new Catalog(dynamo);
  }

  @BeforeEach
  void putTwoProducts() {
    for (String product : List.of("product1", "product2")) {
      catalog.put(product, "tag1");
      catalog.putInThreeTables(product, "tag1");
    }
  }

  // The filter discards one of three items; the design allows half.
  @Test
  @AccessPattern("products of a tag")
  void returnsTheProductsOfATag() {
    assertEquals(List.of("product1", "product2"), catalog.products("tag1"));
  }

  @Test
  @AccessPattern("products of a tag, in three tables")
  void returnsTheProductsOfATagInThreeTables() {
    assertEquals(List.of("product1", "product2"), catalog.productsInThreeTables("tag1"));
  }
}
