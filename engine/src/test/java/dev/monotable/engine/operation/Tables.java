package dev.monotable.engine.operation;

import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.Projection;
import java.util.List;

/** Tables that the tests use. */
public final class Tables {
  private Tables() {}

  /**
   * Returns a table with the string keys PK and SK, and the index GSI1 on the strings GSI1PK and
   * GSI1SK, ALL.
   */
  public static CreateTableInput chat(String name) {
    return CreateTableInput.builder()
        .tableName(name)
        .attributeDefinitions(
            List.of(
                new AttributeDefinition("PK", "S"),
                new AttributeDefinition("SK", "S"),
                new AttributeDefinition("GSI1PK", "S"),
                new AttributeDefinition("GSI1SK", "S")))
        .keySchema(List.of(new KeySchemaElement("PK", "HASH"), new KeySchemaElement("SK", "RANGE")))
        .globalSecondaryIndexes(
            List.of(
                GlobalSecondaryIndex.builder()
                    .indexName("GSI1")
                    .keySchema(
                        List.of(
                            new KeySchemaElement("GSI1PK", "HASH"),
                            new KeySchemaElement("GSI1SK", "RANGE")))
                    .projection(new Projection("ALL", null))
                    .build()))
        .billingMode("PAY_PER_REQUEST")
        .build();
  }
}
