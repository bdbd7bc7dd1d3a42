package dev.monotable.design.replay;

import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.TableSettings;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.LocalSecondaryIndex;
import dev.monotable.model.Operations;
import dev.monotable.model.Projection;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.model.UpdateTimeToLiveInput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The requests that create tables. */
public final class TableRequests {
  private TableRequests() {}

  /**
   * Creates a table, with Time to Live and its stream.
   *
   * @throws DynamoException if it exists or cannot be created
   */
  public static void create(DesignTable table, MonotableEngine engine) {
    engine.call(Operations.CREATE_TABLE, request(table));
    String timeToLive = table.settings().timeToLive();
    if (timeToLive != null) {
      engine.call(
          Operations.UPDATE_TIME_TO_LIVE,
          UpdateTimeToLiveInput.builder()
              .tableName(table.name())
              .timeToLiveSpecification(
                  TimeToLiveSpecification.builder().attributeName(timeToLive).enabled(true).build())
              .build());
    }
  }

  /** Returns the request that creates a table, without Time to Live, which takes another one. */
  public static CreateTableInput request(DesignTable table) {
    TableSettings settings = table.settings();
    ProvisionedThroughput throughput = throughput(settings.provisioned());
    List<GlobalSecondaryIndex> global = new ArrayList<>();
    List<LocalSecondaryIndex> local = new ArrayList<>();
    Map<String, String> types = new LinkedHashMap<>();
    addTypes(table.key(), types);
    for (DeclaredIndex index : table.indexes()) {
      addTypes(index.key(), types);
      if (index.global()) {
        global.add(
            GlobalSecondaryIndex.builder()
                .indexName(index.name())
                .keySchema(schema(index.key()))
                .projection(projection(index.projection()))
                .provisionedThroughput(throughput)
                .build());
      } else {
        local.add(
            LocalSecondaryIndex.builder()
                .indexName(index.name())
                .keySchema(schema(index.key()))
                .projection(projection(index.projection()))
                .build());
      }
    }
    List<AttributeDefinition> definitions = new ArrayList<>();
    types.forEach((name, type) -> definitions.add(new AttributeDefinition(name, type)));
    String stream = settings.streamView();
    return CreateTableInput.builder()
        .tableName(table.name())
        .attributeDefinitions(definitions)
        .keySchema(schema(table.key()))
        .globalSecondaryIndexes(global.isEmpty() ? null : global)
        .localSecondaryIndexes(local.isEmpty() ? null : local)
        .billingMode(throughput == null ? "PAY_PER_REQUEST" : "PROVISIONED")
        .provisionedThroughput(throughput)
        .tableClass(settings.infrequentAccess() ? "STANDARD_INFREQUENT_ACCESS" : null)
        .streamSpecification(stream == null ? null : new StreamSpecification(true, stream))
        .build();
  }

  private static void addTypes(DeclaredKey key, Map<String, String> types) {
    key.attributes().forEach(attribute -> types.put(attribute.name(), attribute.type().name()));
  }

  private static List<KeySchemaElement> schema(DeclaredKey key) {
    List<KeySchemaElement> schema = new ArrayList<>();
    for (DeclaredKeyAttribute attribute : key.partition()) {
      schema.add(new KeySchemaElement(attribute.name(), "HASH"));
    }
    for (DeclaredKeyAttribute attribute : key.sort()) {
      schema.add(new KeySchemaElement(attribute.name(), "RANGE"));
    }
    return schema;
  }

  private static Projection projection(DeclaredProjection projection) {
    return new Projection(
        projection.kind().name(),
        projection.attributes().isEmpty() ? null : projection.attributes());
  }

  private static @Nullable ProvisionedThroughput throughput(
      TableSettings.@Nullable Provisioned provisioned) {
    return provisioned == null
        ? null
        : new ProvisionedThroughput(provisioned.readUnits(), provisioned.writeUnits());
  }
}
