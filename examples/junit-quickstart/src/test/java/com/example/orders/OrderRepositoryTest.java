package com.example.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.monotable.junit.MonotableTest;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@MonotableTest
class OrderRepositoryTest {
  private OrderRepository repository;

  @BeforeEach
  void createTable(DynamoDbClient dynamo) {
    repository = new OrderRepository(dynamo);
    repository.createTable();
  }

  @Test
  void returnsTheOrdersOfAUserInDescendingOrder() {
    repository.place("ada", "20240625", 1999);
    repository.place("ada", "20240626", 499);
    repository.place("ben", "20240625", 2500);

    assertEquals(List.of("20240626", "20240625"), repository.orders("ada"));
    assertEquals(List.of("20240625"), repository.orders("ben"));
  }

  @Test
  void doesNotPlaceAnOrderTwice() {
    assertTrue(repository.place("ada", "20240625", 1999));
    assertFalse(repository.place("ada", "20240625", 1));
  }

  @Test
  void startsWithAnEmptyTable() {
    assertEquals(List.of(), repository.orders("ada"));
  }
}
