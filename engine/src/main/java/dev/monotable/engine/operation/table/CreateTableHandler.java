package dev.monotable.engine.operation.table;

import dev.monotable.engine.commit.LifeCycle;
import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.definition.StreamView;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.InUseFault;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.TableNames;
import dev.monotable.engine.stream.StreamWriter;
import dev.monotable.engine.table.ChangeOutcome;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableSetting;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.BillingMode;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.CreateTableOutput;
import dev.monotable.model.GlobalSecondaryIndexDescription;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.TableDescription;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The CreateTable operation. The response has the status CREATING, as on AWS. The table is ACTIVE
 * immediately, unless {@link dev.monotable.engine.limits.Delays} sets a delay.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html">CreateTable</a>
 */
public final class CreateTableHandler
    implements OperationHandler<CreateTableInput, CreateTableOutput> {
  private final OperationContext context;
  private final TableTypes types;

  public CreateTableHandler(OperationContext context, TableTypes types) {
    this.context = context;
    this.types = types;
  }

  @Override
  public CreateTableOutput handle(CreateTableInput sent, Call call) {
    CreateTableInput request = Throughput.withBillingMode(sent);
    UnsupportedMembers.reject(request, types);
    boolean payPerRequest = BillingMode.find(request.billingMode()) == BillingMode.PAY_PER_REQUEST;
    ProvisionedThroughput throughput = request.provisionedThroughput();
    TableRules.requireClass(request.tableClass());
    TableRules.requireThroughput(payPerRequest, throughput);
    List<AttributeDefinition> attributes = new ArrayList<>(request.attributeDefinitions());
    TableRules rules = new TableRules(attributes, context.limits());
    KeySchema keys = rules.tableKeys(Objects.requireNonNull(request.keySchema()));
    List<IndexDefinition> indexes = rules.indexes(request, keys, types.indexes(), payPerRequest);
    attributes.sort((one, other) -> one.attributeName().compareTo(other.attributeName()));
    String name = TableNames.nameOf(request.tableName());
    TableDefinition.Builder definition =
        TableDefinition.builder(name, context.tableArn(name), context.newId(), Instant.EPOCH, keys)
            .attributeDefinitions(attributes)
            .indexes(indexes)
            .payPerRequest(payPerRequest)
            .throughput(Throughput.description(throughput))
            .onDemandThroughput(
                Throughput.createdOnDemand(request.onDemandThroughput(), payPerRequest, null))
            .warmThroughput(Throughput.createdWarm(request.warmThroughput(), throughput, null))
            .streamView(StreamSettings.created(request.streamSpecification()))
            .deletionProtection(Boolean.TRUE.equals(request.deletionProtectionEnabled()))
            .tableClass(request.tableClass())
            .sse(Encryption.description(context, request.sseSpecification()));
    for (SettingRequests<?> type : types.settings()) {
      TableSetting setting = type.created(request, context);
      if (setting != null) {
        definition.setting(setting);
      }
    }
    TableDescription answer =
        context
            .committer()
            .commit(
                call.ticket(),
                draft -> create(draft, request, definition.createdAt(draft.now()).build()));
    return new CreateTableOutput(withoutDefaults(answer, request));
  }

  @Override
  public boolean addsData(CreateTableInput request, Call call) {
    return true;
  }

  private TableDescription create(
      StateDraft draft, CreateTableInput request, TableDefinition definition) {
    TableState present = draft.state().findTable(definition.name());
    if (present != null) {
      throw new FaultException(existing(present));
    }
    Quotas.require(context, draft.state(), request);
    TableState table =
        TableState.create(definition, context.limits())
            .withChange(
                new TableChange(
                    TableChange.Kind.CREATE_TABLE,
                    null,
                    draft.now().plus(context.delays().createTable()),
                    ChangeOutcome.Plain.TABLE_CREATED));
    StreamView view = definition.streamView();
    if (view != null) {
      table =
          table.withStream(
              StreamWriter.create(
                  draft.state(), definition, view, draft.now(), draft.upcomingSequenceNumber()));
    }
    draft.putTable(table);
    TableDescription answer = TableDescriptions.of(table, draft.now());
    LifeCycle.settle(draft);
    return answer;
  }

  private static Fault existing(TableState present) {
    String name = present.definition().name();
    if (present.restore() != null) {
      return InUseFault.Plain.RESTORING.with(name);
    }
    return present.status() == TableState.Status.CREATING
        ? InUseFault.Plain.CREATING.with(name)
        : TableFault.Plain.ALREADY_EXISTS.with(name);
  }

  /**
   * Removes warm throughput that the request does not ask for: the response of CreateTable omits it
   * (DDB-TABLE-033, -138).
   */
  private static TableDescription withoutDefaults(
      TableDescription table, CreateTableInput request) {
    TableDescription.Builder answer = table.toBuilder();
    if (Throughput.isAbsent(request.warmThroughput())) {
      answer.warmThroughput(null);
    }
    if (table.globalSecondaryIndexes() != null) {
      List<GlobalSecondaryIndexDescription> indexes = new ArrayList<>();
      for (GlobalSecondaryIndexDescription index : table.globalSecondaryIndexes()) {
        indexes.add(index.toBuilder().warmThroughput(null).build());
      }
      answer.globalSecondaryIndexes(indexes);
    }
    return answer.build();
  }
}
