package dev.monotable.engine.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ServiceFault;
import dev.monotable.engine.observe.ConsumedUnits;
import dev.monotable.engine.request.Admission;
import dev.monotable.engine.request.AdmissionCharge;
import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.engine.request.AdmissionTarget;
import dev.monotable.engine.request.Caller;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.model.DescribeTableInput;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.ListTablesInput;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whoever admits requests: what it is asked, and what becomes of what it rejects. */
class AdmissionTest extends FaultFixture {
  private static final Fault THROTTLED = ServiceFault.Plain.REQUEST_RATE;

  /** Writes down what it is asked. */
  private static final class Asked implements Admission {
    private final List<String> steps = new ArrayList<>();

    @Override
    public void enter(AdmissionRequest request) {
      steps.add("enter " + request.operation().name() + " " + request.tables());
      assertThat(request.targets()).isEmpty();
    }

    @Override
    public void admit(AdmissionRequest request) {
      StringBuilder line = new StringBuilder("admit");
      for (AdmissionTarget target : request.targets()) {
        line.append(' ')
            .append(target.isWrite() ? "write " : target.consistent() ? "read! " : "read ")
            .append(target.tableName())
            .append('.')
            .append(target.index())
            .append(' ')
            .append(target.subject());
      }
      steps.add(line + (request.addsData() ? " adding" : ""));
    }

    @Override
    public void leave(AdmissionRequest request, @Nullable Throwable failure) {
      steps.add(failure == null ? "leave" : "fail");
    }

    List<String> take() {
      List<String> taken = List.copyOf(steps);
      steps.clear();
      return taken;
    }
  }

  private Asked ask() {
    Asked asked = new Asked();
    var unused = engine.admit(asked);
    return asked;
  }

  @Test
  void aRequestIsAdmittedWithWhatItReadsAndWrites() {
    put(item("A", "1"));
    Asked asked = ask();
    put(item("A", "2"));
    assertThat(asked.take())
        .containsExactly(
            "enter PutItem [Chat]", "admit write Chat.null " + item("A", "2") + " adding", "leave");
    delete("A", "2");
    assertThat(asked.take())
        .containsExactly(
            "enter DeleteItem [Chat]", "admit write Chat.null " + key("A", "2"), "leave");
    assertThat(get("Chat", "A", "1", true)).isEqualTo(item("A", "1"));
    assertThat(asked.take())
        .containsExactly("enter GetItem [Chat]", "admit read! Chat.null " + key("A", "1"), "leave");
    queryIndex("G");
    assertThat(asked.take())
        .containsExactly(
            "enter Query [Chat]", "admit read Chat.GSI1 {\"GSI1PK\":{\"S\":\"G\"}}", "leave");
    batchGet("1", "2");
    assertThat(asked.take())
        .containsExactly(
            "enter BatchGetItem [Chat]",
            "admit read Chat.null " + key("A", "1") + " read Chat.null " + key("A", "2"),
            "leave");
    transactPut("3", "4");
    assertThat(asked.take())
        .containsExactly(
            "enter TransactWriteItems [Chat]",
            "admit write Chat.null "
                + item("A", "3")
                + " write Chat.null "
                + item("A", "4")
                + " adding",
            "leave");
    batchExecute("SELECT * FROM Chat WHERE PK = 'A' AND SK = '1'", "SELECT");
    assertThat(asked.take())
        .containsExactly(
            "enter BatchExecuteStatement []", "admit read Chat.null " + key("A", "1"), "leave");
  }

  @Test
  void anOperationThatIsNotOnItemsIsAdmittedBeforeItsTableIsLookedUp() {
    Asked asked = ask();
    assertThat(
            outcome(
                () -> engine.call(Operations.DESCRIBE_TABLE, new DescribeTableInput("Missing"))))
        .startsWith("ResourceNotFoundException");
    engine.call(Operations.LIST_TABLES, ListTablesInput.builder().build());
    assertThat(asked.take())
        .containsExactly("enter DescribeTable [Missing]", "fail", "enter ListTables []", "leave");
  }

  @Test
  void anInvalidRequestGetsItsOwnError() {
    Asked asked = ask();
    assertThat(outcome(() -> put("Missing", item("A", "1"))))
        .startsWith("ResourceNotFoundException");
    assertThat(asked.take()).containsExactly("enter PutItem [Missing]", "fail");
  }

  @Test
  void nobodyIsAskedAboutWhatConcernsNobodyOrAfterTheEnd() {
    Asked asked = new Asked();
    Admission reads =
        new Admission() {
          @Override
          public boolean concerns(OperationSchema<?, ?> operation) {
            return !operation.traits().commits();
          }

          @Override
          public void enter(AdmissionRequest request) {
            asked.enter(request);
          }
        };
    Admission.Registration first = engine.admit(reads);
    Admission.Registration second = engine.admit(reads);
    put(item("A", "1"));
    first.close();
    first.close();
    get("A", "1");
    second.close();
    get("A", "1");
    assertThat(asked.take()).containsExactly("enter GetItem [Chat]");
  }

  @Test
  void aClosedDatabaseAsksNoAdmission() {
    Asked asked = new Asked();
    var unused = engine.admit(asked);
    engine.close();
    engine.close();
    get("A", "1");
    assertThat(asked.take()).isEmpty();
  }

  @Test
  void theCallerIsWhoSignedTheRequest() {
    List<Caller> callers = new ArrayList<>();
    var unused =
        engine.admit(
            new Admission() {
              @Override
              public void enter(AdmissionRequest request) {
                callers.add(request.caller());
              }
            });
    GetItemInput get = GetItemInput.builder().tableName("Chat").key(key("A", "1")).build();
    RequestEnvelope envelope = new RequestEnvelope();
    envelope.sign(new Caller.Client("AKID", "eu-west-1"));
    engine.call(Operations.GET_ITEM, get, envelope);
    envelope.clear();
    engine.call(Operations.GET_ITEM, get, envelope);
    engine.call(Operations.GET_ITEM, get);
    assertThat(callers)
        .containsExactly(
            new Caller.Client("AKID", "eu-west-1"), Caller.Client.UNSIGNED, Caller.Own.ENGINE);
  }

  @Test
  void whatIsThrownIsTheAnswer() {
    var unused =
        engine.admit(
            new Admission() {
              @Override
              public void admit(AdmissionRequest request) {
                for (AdmissionTarget target : request.targets()) {
                  if (target.index() != null) {
                    throw new DynamoException(ErrorCode.ACCESS_DENIED, "not " + target.index());
                  }
                }
              }
            });
    assertThat(outcome(() -> query("A"))).isEqualTo("ok");
    assertThat(outcome(() -> queryIndex("G"))).isEqualTo("AccessDeniedException: not GSI1");
    assertThat(outcome(() -> execute("SELECT * FROM Chat.GSI1 WHERE GSI1PK = 'G'")))
        .isEqualTo("AccessDeniedException: not GSI1");
  }

  /** Rejects the parts on items with the sort key 2. */
  private static void rejectSecond(AdmissionRequest request) {
    List<@Nullable Fault> faults = new ArrayList<>();
    boolean any = false;
    for (AdmissionTarget target : request.targets()) {
      boolean second = String.valueOf(target.subject()).contains("\"SK\":{\"S\":\"2\"}");
      any |= second;
      faults.add(second ? THROTTLED : null);
    }
    if (any) {
      request.reject(faults);
    }
  }

  @Test
  void aRejectedPartIsAnsweredAsItsOperationDoes() {
    var unused =
        engine.admit(
            new Admission() {
              @Override
              public void admit(AdmissionRequest request) {
                rejectSecond(request);
              }
            });
    assertThat(outcome(() -> put(item("A", "2")))).startsWith("ThrottlingException");
    Map<String, ?> unprocessed = batchWrite("1", "2");
    assertThat(unprocessed).containsOnlyKeys("Chat");
    assertThat(get("A", "1")).isEqualTo(item("A", "1"));
    assertThat(batchGet("1", "2").unprocessedKeys().get("Chat").keys())
        .containsExactly(key("A", "2"));
    assertThat(outcome(() -> batchWrite("2"))).startsWith("ThrottlingException");
    assertThat(outcome(() -> transactPut("3", "2")))
        .startsWith("TransactionCanceledException")
        .contains("[None, ThrottlingError]");
    assertThat(get("A", "3")).isNull();
    assertThat(
            batchExecute(
                    "SELECT",
                    "SELECT * FROM Chat WHERE PK = 'A' AND SK = '1'",
                    "SELECT * FROM Chat WHERE PK = 'A' AND SK = '2'")
                .responses())
        .extracting(response -> response.error() == null ? "ok" : response.error().code())
        .containsExactly("ValidationError", "ok", "ThrottlingError");
  }

  /** Takes units from a budget, and throttles what does not fit into it. */
  private static final class Throttle implements Admission {
    private final List<ConsumedUnits> charged = new ArrayList<>();
    private double budget;

    Throttle(double budget) {
      this.budget = budget;
    }

    @Override
    public void charge(AdmissionRequest request, AdmissionCharge charge) {
      List<ConsumedUnits> units = charge.units();
      double sum = 0;
      for (ConsumedUnits each : units) {
        sum += each.readUnits() + each.writeUnits();
      }
      if (sum > budget) {
        throw new FaultException(THROTTLED);
      }
      budget -= sum;
      charged.addAll(units);
    }

    /** Returns the units of each table and index, as observers see them. */
    Map<String, Double> sums() {
      return AdmissionTest.sums(charged);
    }
  }

  private static Map<String, Double> sums(List<ConsumedUnits> units) {
    Map<String, Double> sums = new TreeMap<>();
    for (ConsumedUnits each : units) {
      if (each.readUnits() + each.writeUnits() > 0) {
        sums.merge(
            each.table() + "." + each.index(), each.readUnits() + each.writeUnits(), Double::sum);
      }
    }
    return sums;
  }

  @Test
  void whatIsChargedIsWhatObserversSee() {
    Throttle throttle = new Throttle(Double.MAX_VALUE);
    var unused = engine.admit(throttle);
    List<ConsumedUnits> observed = new ArrayList<>();
    var unusedToo = engine.observe(request -> observed.addAll(request.capacity()));
    put(item("A", "1"));
    put(item("A", "1"));
    put(Item.of("PK", "A", "SK", "9", "long", "x".repeat(5_000)));
    batchWrite("2", "3");
    transactPut("3", "4");
    delete("A", "4");
    delete("A", "none");
    get("Chat", "A", "1", true);
    get("A", "none");
    query("A");
    queryIndex("G");
    scan();
    batchGet("1", "2", "none");
    execute("SELECT * FROM Chat WHERE PK = 'A' AND SK = '1'");
    execute("UPDATE Chat SET GSI1PK = 'H' WHERE PK = 'A' AND SK = '1'");
    batchExecute("SELECT * FROM Chat WHERE PK = 'A' AND SK = '1'");
    transactExecute("DELETE FROM Chat WHERE PK = 'A' AND SK = '1'");
    transactExecute("SELECT * FROM Chat WHERE PK = 'A' AND SK = '2'");
    assertThat(throttle.sums()).isEqualTo(sums(observed)).hasSize(2);
  }

  @Test
  void whatDoesNotFitIntoTheBudgetHasNoEffect() {
    put(item("A", "1"));
    put(item("A", "2"));
    Throttle throttle = new Throttle(0);
    var unused = engine.admit(throttle);
    assertThat(outcome(() -> put(item("A", "3")))).startsWith("ThrottlingException");
    assertThat(outcome(() -> delete("A", "1"))).startsWith("ThrottlingException");
    assertThat(outcome(() -> get("A", "1"))).startsWith("ThrottlingException");
    assertThat(outcome(() -> query("A"))).startsWith("ThrottlingException");
    assertThat(outcome(() -> batchGet("1"))).startsWith("ThrottlingException");
    assertThat(outcome(() -> batchWrite("3"))).startsWith("ThrottlingException");
    assertThat(outcome(() -> transactPut("3", "4"))).contains("[ThrottlingError, ThrottlingError]");

    throttle.budget = 0.5;
    assertThat(batchGet("1", "2").unprocessedKeys().get("Chat").keys())
        .containsExactly(key("A", "2"));
    throttle.budget = 2; // an item and its index entry
    assertThat(batchWrite("3", "4").get("Chat")).hasSize(1);
    throttle.budget = 3;
    assertThat(outcome(() -> transactPut("5", "6"))).contains("[None, ThrottlingError]");
    throttle.budget = 1_000;
    assertThat(scan().items()).extracting(item -> item.find("SK").toString()).hasSize(3);
  }
}
