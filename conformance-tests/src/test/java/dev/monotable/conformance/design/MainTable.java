package dev.monotable.conformance.design;

import static dev.monotable.conformance.Items.item;
import static dev.monotable.conformance.Tables.global;
import static dev.monotable.conformance.Tables.key;
import static dev.monotable.conformance.Tables.table;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;

/** The first design: users and their orders in one table with one sparse index. */
final class MainTable {
  static final String NAME = "MainTable";

  static final CreateTableRequest TABLE =
      table(NAME, key("PK", "SK"), "PK", "SK", "GSI1PK", "GSI1SK")
          .globalSecondaryIndexes(global("GSI1", key("GSI1PK", "GSI1SK")))
          .build();

  static final Map<String, AttributeValue> PROFILE = item("PK", "USER#123456789", "SK", "PROFILE");
  static final Map<String, AttributeValue> ORDER_25 = order("USER#123456789", "20240625");
  static final Map<String, AttributeValue> ORDER_26 = order("USER#123456789", "20240626");
  static final Map<String, AttributeValue> OTHER_ORDER_25 = order("USER#987654321", "20240625");

  static final List<Map<String, AttributeValue>> ITEMS =
      List.of(PROFILE, ORDER_25, ORDER_26, OTHER_ORDER_25);

  private MainTable() {}

  private static Map<String, AttributeValue> order(String user, String day) {
    return item(
        "PK", user, "SK", "ORDER#" + day, "GSI1PK", "ORDER_DATE#" + day, "GSI1SK", "ORDER#" + day);
  }
}
