package dev.monotable.design;

import static dev.monotable.testing.Notation.item;

import dev.monotable.value.Item;

/** Requests of the design with user profiles and orders. */
final class OrdersTraffic {
  private static final String TABLE = "MainTable";

  private OrdersTraffic() {}

  static void send(Requests to) {
    to.put(
        TABLE,
        Item.of("PK", "USER#123456789", "SK", "PROFILE"),
        order("123456789", "20240625"),
        order("123456789", "20240626"),
        order("987654321", "20240625"));
    to.query(TABLE, null, "PK = 'USER#123456789'");
    to.query(TABLE, "GSI1", "GSI1PK = 'ORDER_DATE#20240625'");
  }

  private static Item order(String user, String date) {
    return item(
        "PK: USER#{0}, SK: ORDER#{1}, GSI1PK: ORDER_DATE#{1}, GSI1SK: ORDER#{1}", user, date);
  }
}
