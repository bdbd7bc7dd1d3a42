package dev.monotable.design;

import dev.monotable.value.Item;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Requests of the design with products and tags. */
final class ProductsTraffic {
  private ProductsTraffic() {}

  static void send(Requests to) {
    relational(to);
    adjacencyList(to);
  }

  private static void relational(Requests to) {
    to.put(
        "Product",
        Item.of("id", "product1", "name", "Tea pot"),
        Item.of("id", "product2", "name", "Tea cup"));
    to.put("Tag", Item.of("id", "tag1", "name", "tea"));
    to.put(
        "Product_Tag",
        Item.of("product_id", "product1", "tag_id", "tag1"),
        Item.of("product_id", "product2", "tag_id", "tag1"));
    to.pause(Duration.ofMinutes(1));
    List<Item> relations =
        to.query(
                "Product_Tag",
                "tag_id-index",
                "#tag_id = 'tag1'",
                query -> query.expressionAttributeNames(Map.of("#tag_id", "tag_id")))
            .items();
    to.getBatch(
        "Product", relations.stream().map(each -> Item.of("id", each.find("product_id"))).toList());
  }

  private static void adjacencyList(Requests to) {
    to.put(
        "ProductTag",
        edge("product1", "product1"),
        edge("product2", "product2"),
        edge("tag1", "tag1"),
        edge("product1", "tag1"),
        edge("product2", "tag1"));
    to.pause(Duration.ofMinutes(1));
    to.query(
        "ProductTag",
        "relate_id-index",
        "#relate_id = 'tag1'",
        query ->
            query
                .filterExpression("id <> 'tag1'")
                .expressionAttributeNames(Map.of("#relate_id", "relate_id")));
  }

  private static Item edge(String from, String to) {
    return Item.of("id", from, "relate_id", to);
  }
}
