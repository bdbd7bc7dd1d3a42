package dev.monotable.handle;

import dev.monotable.client.ClientKind;
import dev.monotable.client.ClientSet;
import dev.monotable.client.EnhancedClients;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.OperationCaller;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.LocalSecondaryIndex;
import dev.monotable.schema.OperationSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.IndexMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.CreateTableEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.EnhancedGlobalSecondaryIndex;
import software.amazon.awssdk.enhanced.dynamodb.model.EnhancedLocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;

/**
 * Derives the request that creates a table from the annotations of its beans. The enhanced client
 * itself builds the request for each bean, so keys and types are those that it uses; this class
 * adds the indexes, and merges the beans of one table.
 */
public final class BeanTables {
  private static final String ON_DEMAND = "PAY_PER_REQUEST";

  private static final String ANY_NAME = "Table";

  /** Asking the enhanced client takes longer than most tests. */
  private static final ClassValue<CreateTableInput> REQUESTS =
      new ClassValue<>() {
        @Override
        protected CreateTableInput computeValue(Class<?> bean) {
          return request(bean);
        }
      };

  private BeanTables() {}

  /**
   * Returns the request that creates a table.
   *
   * @throws IllegalArgumentException if a class is not a bean of the enhanced client, or the beans
   *     do not fit into one table
   */
  public static CreateTableInput request(DeclaredTable table) {
    CreateTableInput merged = null;
    Class<?> first = table.beans().get(0);
    for (Class<?> bean : table.beans()) {
      CreateTableInput request = request(table.name(), bean);
      merged = merged == null ? request : merged(merged, request, first, bean);
    }
    if (merged == null) {
      throw new IllegalArgumentException("the table " + table.name() + " has no bean");
    }
    return merged;
  }

  /** Returns keys with their types as text for people: {@code (customer: S, number: N)}. */
  public static String keys(
      @Nullable List<KeySchemaElement> keys, @Nullable List<AttributeDefinition> definitions) {
    StringJoiner text = new StringJoiner(", ", "(", ")");
    for (KeySchemaElement key : keys == null ? List.<KeySchemaElement>of() : keys) {
      for (AttributeDefinition definition :
          definitions == null ? List.<AttributeDefinition>of() : definitions) {
        if (Objects.equals(definition.attributeName(), key.attributeName())) {
          text.add(key.attributeName() + ": " + definition.attributeType());
        }
      }
    }
    return text.toString();
  }

  private static CreateTableInput request(String name, Class<?> bean) {
    try {
      return REQUESTS.get(bean).toBuilder().tableName(name).build();
    } catch (SdkException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "the table " + name + " cannot be created from " + bean.getName() + ": " + e.getMessage(),
          e);
    }
  }

  /** Returns the request that creates a table with the name {@value #ANY_NAME}. */
  private static CreateTableInput request(Class<?> bean) {
    try (MonotableEngine scratch = MonotableEngine.create(EngineConfig.DEFAULT)) {
      Capture capture = new Capture(scratch);
      Exchange exchange = new Exchange(capture, ExchangeConfig.standard());
      try (ClientSet clients = ClientSet.inProcess(() -> exchange)) {
        DynamoDbEnhancedClient enhanced = (DynamoDbEnhancedClient) clients.get(ClientKind.ENHANCED);
        TableSchema<?> schema = EnhancedClients.schema(bean);
        enhanced.table(ANY_NAME, schema).createTable(withIndexes(schema.tableMetadata()));
      }
      CreateTableInput captured = capture.request;
      if (captured == null) {
        throw new IllegalStateException("the enhanced client has not created the table");
      }
      return captured.toBuilder().billingMode(ON_DEMAND).provisionedThroughput(null).build();
    }
  }

  private static CreateTableEnhancedRequest withIndexes(TableMetadata metadata) {
    List<EnhancedGlobalSecondaryIndex> global = new ArrayList<>();
    List<EnhancedLocalSecondaryIndex> local = new ArrayList<>();
    for (IndexMetadata index : metadata.indices()) {
      if (index.name().equals(TableMetadata.primaryIndexName())) {
        continue;
      }
      if (hasPartitionKey(index)) {
        global.add(
            EnhancedGlobalSecondaryIndex.builder()
                .indexName(index.name())
                .projection(projection -> projection.projectionType(ProjectionType.ALL))
                .build());
      } else {
        local.add(
            EnhancedLocalSecondaryIndex.builder()
                .indexName(index.name())
                .projection(projection -> projection.projectionType(ProjectionType.ALL))
                .build());
      }
    }
    CreateTableEnhancedRequest.Builder request = CreateTableEnhancedRequest.builder();
    if (!global.isEmpty()) {
      request.globalSecondaryIndices(global);
    }
    if (!local.isEmpty()) {
      request.localSecondaryIndices(local);
    }
    return request.build();
  }

  @SuppressWarnings("deprecation") // its successor is missing before version 2.41 of the SDK
  private static boolean hasPartitionKey(IndexMetadata index) {
    return index.partitionKey().isPresent();
  }

  /** Passes requests to an engine and keeps the last one that creates a table. */
  private static final class Capture implements OperationCaller {
    private final MonotableEngine engine;
    private @Nullable CreateTableInput request;

    Capture(MonotableEngine engine) {
      this.engine = engine;
    }

    @Override
    public <I extends Record, O extends Record> O call(
        OperationSchema<I, O> operation, I input, RequestEnvelope envelope) {
      if (input instanceof CreateTableInput create) {
        request = create;
      }
      return engine.call(operation, input, envelope);
    }
  }

  private static CreateTableInput merged(
      CreateTableInput one, CreateTableInput other, Class<?> first, Class<?> bean) {
    String difference = first.getName() + " and " + bean.getName() + " declare different ";
    if (!Objects.equals(one.keySchema(), other.keySchema())) {
      throw new IllegalArgumentException(
          difference + "primary keys for the table " + one.tableName());
    }
    return one.toBuilder()
        .attributeDefinitions(
            union(
                one.attributeDefinitions(),
                other.attributeDefinitions(),
                AttributeDefinition::attributeName,
                difference + "types of the key attribute "))
        .globalSecondaryIndexes(
            union(
                one.globalSecondaryIndexes(),
                other.globalSecondaryIndexes(),
                GlobalSecondaryIndex::indexName,
                difference + "keys of the index "))
        .localSecondaryIndexes(
            union(
                one.localSecondaryIndexes(),
                other.localSecondaryIndexes(),
                LocalSecondaryIndex::indexName,
                difference + "keys of the index "))
        .build();
  }

  /** Returns the parts of both lists; null if there are none. */
  private static <T> @Nullable List<T> union(
      @Nullable List<T> one, @Nullable List<T> other, Function<T, String> name, String difference) {
    Map<String, T> parts = new LinkedHashMap<>();
    for (T part : one == null ? List.<T>of() : one) {
      parts.put(name.apply(part), part);
    }
    for (T part : other == null ? List.<T>of() : other) {
      T known = parts.putIfAbsent(name.apply(part), part);
      if (known != null && !known.equals(part)) {
        throw new IllegalArgumentException(difference + name.apply(part));
      }
    }
    return parts.isEmpty() ? null : List.copyOf(parts.values());
  }
}
