package dev.monotable.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.schema.Member;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.OperationTraits;
import dev.monotable.schema.OperationTraits.Effect;
import dev.monotable.schema.OperationTraits.Feature;
import dev.monotable.schema.OperationTraits.NamedResource;
import dev.monotable.schema.OperationTraits.Parts;
import dev.monotable.schema.OperationTraits.ResourceType;
import dev.monotable.schema.OperationTraits.Subject;
import dev.monotable.schema.Service;
import dev.monotable.schema.StructureSchema;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class OperationsTest {
  @Test
  void streamsHaveAServiceOfTheirOwn() {
    assertThat(Operations.all())
        .filteredOn(operation -> operation.service() == Service.STREAMS)
        .extracting(OperationSchema::target)
        .containsExactly(
            "DynamoDBStreams_20120810.DescribeStream",
            "DynamoDBStreams_20120810.GetRecords",
            "DynamoDBStreams_20120810.GetShardIterator",
            "DynamoDBStreams_20120810.ListStreams");
  }

  @Test
  void operationsAreFoundByNameAndByTarget() {
    for (int i = 0; i < Operations.all().size(); i++) {
      OperationSchema<?, ?> operation = Operations.all().get(i);
      assertThat(operation.ordinal()).isEqualTo(i);
      assertThat(Operations.find(operation.name())).isSameAs(operation);
      assertThat(Operations.findTarget(operation.target())).isSameAs(operation);
      assertThat(operation.input()).isSameAs(operation.input());
    }
    assertThat(Operations.PUT_ITEM.target()).isEqualTo("DynamoDB_20120810.PutItem");
    assertThat(Operations.find("putItem")).isNull();
    assertThat(Operations.findTarget("DynamoDB_20120810.GetRecords")).isNull();
  }

  @Test
  void anOperationHasItsShapesAndErrors() {
    assertThat(Operations.PUT_ITEM.input()).isSameAs(PutItemInput.SCHEMA);
    assertThat(Operations.PUT_ITEM.output()).isSameAs(PutItemOutput.SCHEMA);
    assertThat(Operations.TAG_RESOURCE.output()).isSameAs(Unit.SCHEMA);
    assertThat(Operations.DESCRIBE_ENDPOINTS.input()).isSameAs(DescribeEndpointsRequest.SCHEMA);
    assertThat(Operations.GET_RECORDS.errors())
        .containsExactly(
            "ExpiredIteratorException",
            "InternalServerError",
            "LimitExceededException",
            "ResourceNotFoundException",
            "TrimmedDataAccessException");
  }

  @Test
  void anOperationSaysWhatItIs() {
    assertThat(Operations.PUT_ITEM.traits())
        .isEqualTo(
            new OperationTraits(
                Effect.WRITES,
                Subject.ITEM,
                Parts.ONE,
                List.of(Feature.ADDS_DATA, Feature.CONFLICTS),
                List.of(new NamedResource(ResourceType.TABLE, "TableName")),
                List.of("PutItem")));
    assertThat(Operations.EXECUTE_STATEMENT.traits())
        .isEqualTo(
            new OperationTraits(
                Effect.WRITES,
                Subject.STATEMENT,
                Parts.ONE,
                List.of(Feature.ADDS_DATA, Feature.CONFLICTS, Feature.EVENTUAL, Feature.PAGED),
                List.of(
                    new NamedResource(ResourceType.TABLE, "Statement"),
                    new NamedResource(ResourceType.INDEX, "Statement")),
                List.of("PartiQLDelete", "PartiQLInsert", "PartiQLSelect", "PartiQLUpdate")));
    assertThat(Operations.DESCRIBE_LIMITS.traits())
        .isEqualTo(
            new OperationTraits(
                Effect.DESCRIBES,
                Subject.REGION,
                Parts.ONE,
                List.of(),
                List.of(),
                List.of("DescribeLimits")));
  }

  @Test
  void operationsAreToldApartByTheirTraits() {
    assertThat(names(OperationTraits::isTransaction))
        .containsExactly("ExecuteTransaction", "TransactGetItems", "TransactWriteItems");
    assertThat(names(OperationTraits::isBatch))
        .containsExactly("BatchExecuteStatement", "BatchGetItem", "BatchWriteItem");
    assertThat(names(traits -> traits.isOnData() && !traits.commits()))
        .containsExactly(
            "BatchGetItem",
            "GetItem",
            "GetRecords",
            "Query",
            "Scan",
            "SearchVectors",
            "TransactGetItems");
    assertThat(names(traits -> traits.commits() && traits.isOnItems()))
        .containsExactly(
            "BatchExecuteStatement",
            "BatchWriteItem",
            "DeleteItem",
            "ExecuteStatement",
            "ExecuteTransaction",
            "PutItem",
            "TransactWriteItems",
            "UpdateItem");
    assertThat(names(traits -> traits.names(ResourceType.STREAM)))
        .containsExactly(
            "DeleteResourcePolicy",
            "DescribeStream",
            "GetRecords",
            "GetResourcePolicy",
            "GetShardIterator",
            "PutResourcePolicy");
  }

  private static List<String> names(Predicate<OperationTraits> trait) {
    return Operations.all().stream()
        .filter(operation -> trait.test(operation.traits()))
        .map(OperationSchema::name)
        .sorted()
        .toList();
  }

  @Test
  void membersHaveTheOrderAndConstraintsOfTheModel() {
    assertThat(describe(QueryInput.SCHEMA))
        .containsExactly(
            "TableName! STRING TableArn 1..1024",
            "IndexName STRING IndexName 3..255 ^[a-zA-Z0-9_.-]+$",
            "Select STRING Select [ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES, SPECIFIC_ATTRIBUTES,"
                + " COUNT]",
            "AttributesToGet LIST AttributeNameList 1..",
            "Limit INTEGER PositiveIntegerObject 1..",
            "ConsistentRead BOOLEAN ConsistentRead",
            "KeyConditions MAP KeyConditions",
            "QueryFilter MAP FilterConditionMap",
            "ConditionalOperator STRING ConditionalOperator [AND, OR]",
            "ScanIndexForward BOOLEAN BooleanObject",
            "ExclusiveStartKey ITEM Key",
            "ReturnConsumedCapacity STRING ReturnConsumedCapacity [INDEXES, TOTAL, NONE]",
            "ProjectionExpression STRING ProjectionExpression",
            "FilterExpression STRING ConditionExpression",
            "KeyConditionExpression STRING KeyExpression",
            "ExpressionAttributeNames MAP ExpressionAttributeNameMap",
            "ExpressionAttributeValues ITEM ExpressionAttributeValueMap");
    assertThat(describe(StreamRecord.SCHEMA))
        .containsExactly(
            "ApproximateCreationDateTime TIMESTAMP Date",
            "Keys ITEM AttributeMap",
            "NewImage ITEM AttributeMap",
            "OldImage ITEM AttributeMap",
            "SequenceNumber STRING SequenceNumber 21..40",
            "SizeBytes LONG PositiveLongObject 1..",
            "StreamViewType STRING StreamViewType [NEW_IMAGE, OLD_IMAGE, NEW_AND_OLD_IMAGES,"
                + " KEYS_ONLY]");
    assertThat(describe(ConditionalCheckFailedException.SCHEMA))
        .containsExactly("message STRING ErrorMessage", "Item ITEM AttributeMap");
  }

  private static List<String> describe(StructureSchema<?> schema) {
    List<String> lines = new ArrayList<>();
    for (Member member : schema.members()) {
      StringBuilder line = new StringBuilder(member.wireName());
      line.append(member.required() ? "! " : " ").append(member.schema());
      var constraints = member.schema().constraints();
      if (constraints.hasMin() || constraints.hasMax()) {
        line.append(' ').append(constraints.hasMin() ? constraints.min() : "").append("..");
        line.append(constraints.hasMax() ? constraints.max() : "");
      }
      if (constraints.pattern() != null) {
        line.append(' ').append(constraints.pattern());
      }
      if (!constraints.values().isEmpty()) {
        line.append(' ').append(constraints.values());
      }
      lines.add(line.toString());
    }
    return lines;
  }

  @Test
  void messageNamesHaveALowerCaseFirstLetter() {
    Member member = CreateTableInput.SCHEMA.find("SSESpecification");
    assertThat(member).isNotNull();
    assertThat(member.messageName()).isEqualTo("sSESpecification");
    assertThat(new String(member.encodedName(), java.nio.charset.StandardCharsets.UTF_8))
        .isEqualTo("\"SSESpecification\":");
  }

  @Test
  void enumsAreFoundByTheirWireValue() {
    assertThat(BatchStatementErrorCodeEnum.find("ConditionalCheckFailed"))
        .isEqualTo(BatchStatementErrorCodeEnum.CONDITIONAL_CHECK_FAILED);
    assertThat(ReturnValue.find("ALL_OLD")).isEqualTo(ReturnValue.ALL_OLD);
    assertThat(ReturnValue.ALL_OLD.wire()).isEqualTo("ALL_OLD");
    assertThat(ReturnValue.find("all_old")).isNull();
    assertThat(ReturnValue.find(null)).isNull();
  }

  /** Loading unused shapes would slow down the start of a server. */
  @Test
  void findingAnOperationLoadsNoShape() throws Exception {
    Set<String> loaded = new TreeSet<>();
    ClassLoader loader = new Recorder(loaded);
    Class<?> operations = Class.forName("dev.monotable.model.Operations", true, loader);
    Object operation = operations.getMethod("find", String.class).invoke(null, "PutItem");
    assertThat(loaded)
        .containsExactly("dev.monotable.model.Operations", "dev.monotable.model.Operations$Shapes");
    operation.getClass().getMethod("input").invoke(operation);
    assertThat(loaded)
        .containsExactly(
            "dev.monotable.model.Operations",
            "dev.monotable.model.Operations$Shapes",
            "dev.monotable.model.PutItemInput",
            "dev.monotable.model.PutItemInput$Shape");
  }

  /** Loads the generated classes itself and records their names. */
  private static final class Recorder extends ClassLoader {
    private final Set<String> loaded;

    Recorder(Set<String> loaded) {
      super(OperationsTest.class.getClassLoader());
      this.loaded = loaded;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("dev.monotable.model.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        if (known != null) {
          return known;
        }
        try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
          if (file == null) {
            throw new ClassNotFoundException(name);
          }
          byte[] bytes = file.readAllBytes();
          loaded.add(name);
          return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
          throw new ClassNotFoundException(name, e);
        }
      }
    }
  }
}
