package dev.monotable.design.ledger;

import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.TableSettings;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.formats.item.TableList;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateTableOutput;
import dev.monotable.model.DescribeTableInput;
import dev.monotable.model.DescribeTableOutput;
import dev.monotable.model.DescribeTimeToLiveInput;
import dev.monotable.model.GlobalSecondaryIndexDescription;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.LocalSecondaryIndexDescription;
import dev.monotable.model.Operations;
import dev.monotable.model.Projection;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.TableDescription;
import dev.monotable.model.TimeToLiveDescription;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.model.UpdateTableOutput;
import dev.monotable.model.UpdateTimeToLiveInput;
import dev.monotable.value.AttributeType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Converts the descriptions of tables in responses. */
public final class ObservedTables {
  private ObservedTables() {}

  /**
   * Returns a table as it is after a request that describes it or changes its Time to Live; null
   * for other requests.
   *
   * @param known finds a table as it was before the request by its name
   */
  public static @Nullable DesignTable find(
      ObservedRequest request, Function<String, @Nullable DesignTable> known) {
    DesignTable described = find(request.response());
    if (described != null) {
      // A description has no Time to Live, so the table keeps the one that it had.
      DesignTable before =
          request.response() instanceof CreateTableOutput ? null : known.apply(described.name());
      return before == null ? described : described.withTimeToLive(before.settings().timeToLive());
    }
    TimeToLiveSpecification changed = findTimeToLive(request);
    DesignTable table = changed == null ? null : known.apply(request.tables().get(0));
    return table == null || changed == null
        ? null
        : table.withTimeToLive(changed.enabled() ? changed.attributeName() : null);
  }

  /** Returns what a successful UpdateTimeToLive has changed; null for other requests. */
  public static @Nullable TimeToLiveSpecification findTimeToLive(ObservedRequest request) {
    return request.operation() == Operations.UPDATE_TIME_TO_LIVE
            && request.request() instanceof UpdateTimeToLiveInput update
            && request.error() == null
            && !request.tables().isEmpty()
        ? update.timeToLiveSpecification()
        : null;
  }

  /** Returns the table that a response describes, or null. */
  private static @Nullable DesignTable find(@Nullable Record response) {
    TableDescription description = null;
    if (response instanceof CreateTableOutput created) {
      description = created.tableDescription();
    } else if (response instanceof UpdateTableOutput updated) {
      description = updated.tableDescription();
    } else if (response instanceof DescribeTableOutput described) {
      description = described.table();
    }
    return description == null ? null : of(description);
  }

  /**
   * Returns a table as DescribeTable describes it, without entities. Time to Live and backups are
   * not part of a description; {@link #of(MonotableEngine)} adds Time to Live.
   */
  public static DesignTable of(TableDescription table) {
    Map<String, AttributeType> types = new HashMap<>();
    for (AttributeDefinition definition : orEmpty(table.attributeDefinitions())) {
      types.put(definition.attributeName(), AttributeType.valueOf(definition.attributeType()));
    }
    List<DeclaredIndex> indexes = new ArrayList<>();
    for (LocalSecondaryIndexDescription local : orEmpty(table.localSecondaryIndexes())) {
      indexes.add(
          new DeclaredIndex(
              String.valueOf(local.indexName()),
              false,
              key(orEmpty(local.keySchema()), types),
              projection(local.projection())));
    }
    for (GlobalSecondaryIndexDescription global : orEmpty(table.globalSecondaryIndexes())) {
      indexes.add(
          new DeclaredIndex(
              String.valueOf(global.indexName()),
              true,
              key(orEmpty(global.keySchema()), types),
              projection(global.projection())));
    }
    return new DesignTable(
        String.valueOf(table.tableName()),
        key(orEmpty(table.keySchema()), types),
        indexes,
        List.of(),
        settings(table));
  }

  /** Returns the tables that an engine has, by name. */
  public static List<DesignTable> of(MonotableEngine engine) {
    List<DesignTable> tables = new ArrayList<>();
    for (String name : TableList.of(engine)) {
      DesignTable table = find(engine, name);
      if (table != null) {
        tables.add(table);
      }
    }
    return tables;
  }

  private static @Nullable DesignTable find(MonotableEngine engine, String name) {
    try {
      DesignTable table =
          find(
              engine.call(
                  Operations.DESCRIBE_TABLE, DescribeTableInput.builder().tableName(name).build()));
      TimeToLiveDescription expiry =
          engine
              .call(
                  Operations.DESCRIBE_TIME_TO_LIVE,
                  DescribeTimeToLiveInput.builder().tableName(name).build())
              .timeToLiveDescription();
      return table == null || expiry == null ? table : table.withTimeToLive(expiry.attributeName());
    } catch (DynamoException e) {
      if (e.code() == ErrorCode.RESOURCE_NOT_FOUND) {
        return null; // Deleted since it was listed.
      }
      throw e;
    }
  }

  private static TableSettings settings(TableDescription table) {
    TableSettings.Provisioned provisioned = null;
    boolean onDemand =
        table.billingModeSummary() != null
            && "PAY_PER_REQUEST".equals(table.billingModeSummary().billingMode());
    if (!onDemand && table.provisionedThroughput() != null) {
      provisioned =
          new TableSettings.Provisioned(
              orZero(table.provisionedThroughput().readCapacityUnits()),
              orZero(table.provisionedThroughput().writeCapacityUnits()));
    }
    StreamSpecification stream = table.streamSpecification();
    String view = stream != null && stream.streamEnabled() ? stream.streamViewType() : null;
    return new TableSettings(
        provisioned,
        null,
        view,
        table.tableClassSummary() != null
            && "STANDARD_INFREQUENT_ACCESS".equals(table.tableClassSummary().tableClass()),
        false,
        1 + orEmpty(table.replicas()).size());
  }

  private static DeclaredKey key(List<KeySchemaElement> schema, Map<String, AttributeType> types) {
    List<DeclaredKeyAttribute> partition = new ArrayList<>();
    List<DeclaredKeyAttribute> sort = new ArrayList<>();
    for (KeySchemaElement element : schema) {
      DeclaredKeyAttribute attribute =
          new DeclaredKeyAttribute(
              element.attributeName(),
              types.getOrDefault(element.attributeName(), AttributeType.S));
      (element.keyType().equals("HASH") ? partition : sort).add(attribute);
    }
    return new DeclaredKey(partition, sort);
  }

  private static DeclaredProjection projection(@Nullable Projection projection) {
    if (projection == null || "ALL".equals(projection.projectionType())) {
      return DeclaredProjection.ALL;
    }
    List<String> attributes = orEmpty(projection.nonKeyAttributes());
    return attributes.isEmpty()
        ? DeclaredProjection.KEYS_ONLY
        : new DeclaredProjection(DeclaredProjection.Kind.INCLUDE, attributes);
  }

  private static <T> List<T> orEmpty(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }

  private static long orZero(@Nullable Long number) {
    return number == null ? 0 : number;
  }
}
