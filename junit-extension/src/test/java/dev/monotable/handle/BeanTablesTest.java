package dev.monotable.handle;

import static dev.monotable.testing.Calls.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.Counter;
import dev.monotable.Customer;
import dev.monotable.Purchase;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.LocalSecondaryIndex;
import dev.monotable.model.Projection;
import java.util.List;
import org.junit.jupiter.api.Test;

class BeanTablesTest {
  private static final Projection ALL = Projection.builder().projectionType("ALL").build();

  @Test
  void aBeanDeclaresItsKeysAndIndexes() {
    assertThat(BeanTables.request(new DeclaredTable("Shop", List.of(Purchase.class))))
        .usingRecursiveComparison()
        .ignoringCollectionOrder()
        .isEqualTo(purchases().build());
  }

  @Test
  void aNumberIsAKey() {
    assertThat(BeanTables.request(new DeclaredTable("Counters", List.of(Counter.class))))
        .isEqualTo(table("Counters", "id: N").build());
  }

  @Test
  void beansOfOneTableAddTheirIndexes() {
    CreateTableInput purchases = purchases().build();

    assertThat(
            BeanTables.request(new DeclaredTable("Shop", List.of(Purchase.class, Customer.class))))
        .usingRecursiveComparison()
        .ignoringCollectionOrder()
        .isEqualTo(
            purchases.toBuilder()
                .attributeDefinitions(
                    List.of(
                        new AttributeDefinition("customer", "S"),
                        new AttributeDefinition("day", "S"),
                        new AttributeDefinition("product", "S"),
                        new AttributeDefinition("cents", "N"),
                        new AttributeDefinition("email", "S")))
                .globalSecondaryIndexes(
                    List.of(
                        global("byProduct", "product", "day"),
                        GlobalSecondaryIndex.builder()
                            .indexName("byEmail")
                            .keySchema(List.of(new KeySchemaElement("email", "HASH")))
                            .projection(ALL)
                            .build()))
                .build());
  }

  @Test
  void beansOfOneTableHaveTheSamePrimaryKey() {
    assertThatThrownBy(
            () ->
                BeanTables.request(
                    new DeclaredTable("Shop", List.of(Purchase.class, Counter.class))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "dev.monotable.Purchase and dev.monotable.Counter declare different primary keys for"
                + " the table Shop");
  }

  @Test
  void aClassWithoutAnnotationsIsNoBean() {
    assertThatThrownBy(() -> BeanTables.request(new DeclaredTable("Texts", List.of(String.class))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the table Texts cannot be created from java.lang.String: ");
  }

  private static CreateTableInput.Builder purchases() {
    return CreateTableInput.builder()
        .tableName("Shop")
        .keySchema(
            List.of(new KeySchemaElement("customer", "HASH"), new KeySchemaElement("day", "RANGE")))
        .attributeDefinitions(
            List.of(
                new AttributeDefinition("customer", "S"),
                new AttributeDefinition("day", "S"),
                new AttributeDefinition("product", "S"),
                new AttributeDefinition("cents", "N")))
        .globalSecondaryIndexes(List.of(global("byProduct", "product", "day")))
        .localSecondaryIndexes(
            List.of(
                new LocalSecondaryIndex(
                    "byPrice",
                    List.of(
                        new KeySchemaElement("customer", "HASH"),
                        new KeySchemaElement("cents", "RANGE")),
                    ALL)))
        .billingMode("PAY_PER_REQUEST");
  }

  private static GlobalSecondaryIndex global(String name, String partitionKey, String sortKey) {
    return GlobalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(
            List.of(
                new KeySchemaElement(partitionKey, "HASH"), new KeySchemaElement(sortKey, "RANGE")))
        .projection(ALL)
        .build();
  }
}
