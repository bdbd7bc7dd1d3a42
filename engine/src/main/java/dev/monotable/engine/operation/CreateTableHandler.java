package dev.monotable.engine.operation;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.TableMessages;
import dev.monotable.engine.stream.StreamWriter;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.KeySchema;
import dev.monotable.engine.table.StreamView;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.CreateTableOutput;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.Tag;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * CreateTable. The answer says CREATING, as on AWS; the table is there at once.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html">CreateTable</a>
 */
final class CreateTableHandler implements OperationHandler<CreateTableInput, CreateTableOutput> {
  private final OperationContext context;

  CreateTableHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public CreateTableOutput handle(CreateTableInput request) {
    boolean payPerRequest = "PAY_PER_REQUEST".equals(request.billingMode());
    ProvisionedThroughput throughput = request.provisionedThroughput();
    TableRules.requireThroughput(payPerRequest, throughput);
    List<AttributeDefinition> attributes = Required.member(request.attributeDefinitions());
    TableRules rules = new TableRules(attributes, context.limits());
    KeySchema keys = rules.tableKeys(Required.member(request.keySchema()));
    Set<String> names = new HashSet<>();
    List<IndexDefinition> indexes = new ArrayList<>();
    if (request.localSecondaryIndexes() != null) {
      indexes.addAll(rules.localIndexes(keys, request.localSecondaryIndexes(), names));
    }
    if (request.globalSecondaryIndexes() != null) {
      indexes.addAll(rules.globalIndexes(request.globalSecondaryIndexes(), payPerRequest, names));
    }
    rules.requireAllUsed(keys, indexes);
    StreamView view = StreamSettings.created(request.streamSpecification());
    Map<String, String> tags = tags(request.tags());
    String name = TableNames.nameOf(Required.member(request.tableName()));
    String id = context.newId();
    return context
        .committer()
        .commit(
            draft ->
                create(
                    draft,
                    TableDefinition.builder(name, context.tableArn(name), id, draft.now(), keys)
                        .attributeDefinitions(attributes)
                        .indexes(indexes)
                        .payPerRequest(payPerRequest)
                        .payPerRequestSince(payPerRequest ? draft.now() : null)
                        .throughput(
                            throughput == null
                                ? TableDefinition.NO_THROUGHPUT
                                : TableRules.description(throughput))
                        .onDemandThroughput(request.onDemandThroughput())
                        .warmThroughput(request.warmThroughput())
                        .streamView(view)
                        .deletionProtection(
                            Boolean.TRUE.equals(request.deletionProtectionEnabled()))
                        .tableClass(request.tableClass())
                        .sse(context.encryption(request.sseSpecification()))
                        .tags(tags)
                        .build()));
  }

  private static CreateTableOutput create(StateDraft draft, TableDefinition definition) {
    if (draft.state().findTable(definition.name()) != null) {
      throw new DynamoException(
          ErrorCode.RESOURCE_IN_USE, TableMessages.tableExists(definition.name()));
    }
    TableState table = TableState.create(definition);
    StreamView view = definition.streamView();
    if (view != null) {
      table =
          table.withStream(
              StreamWriter.create(
                  draft.state(), definition, view, draft.now(), draft.upcomingSequenceNumber()));
    }
    draft.putTable(table);
    return new CreateTableOutput(TableDescriptions.of(table, TableDefinition.Status.CREATING));
  }

  private Map<String, String> tags(@Nullable List<Tag> tags) {
    Map<String, String> map = new LinkedHashMap<>();
    if (tags != null) {
      Tags.add(map, tags, context.limits());
    }
    return map;
  }
}
