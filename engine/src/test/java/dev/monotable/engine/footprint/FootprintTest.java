package dev.monotable.engine.footprint;

import static dev.monotable.testing.Notation.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.EngineExtension;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.operation.Tables;
import dev.monotable.engine.request.Admission;
import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.model.Operations;
import dev.monotable.model.Put;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.testing.Calls;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(EngineExtension.class)
class FootprintTest {
  private MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT);
  private @Nullable AdmissionRequest last;

  @BeforeEach
  void use(MonotableEngine ofTest) {
    engine.close();
    engine = ofTest;
    engine.call(Operations.CREATE_TABLE, Tables.chat("Chat"));
    engine.call(Operations.CREATE_TABLE, Tables.chat("Other"));
    Calls.put(engine::call, "Chat", item("PK: a, SK: '1', GSI1PK: g, GSI1SK: '1'"));
    Calls.put(engine::call, "Chat", item("PK: b, SK: '1', GSI1PK: g, GSI1SK: '2'"));
    engine.admit(
        new Admission() {
          @Override
          public void enter(AdmissionRequest request) {
            last = request;
          }
        });
  }

  private Footprint footprint(Runnable request) {
    Snapshot before = engine.snapshot();
    Throwable failure = catchThrowable(request::run);
    assertThat(failure == null || failure instanceof DynamoException).as("%s", failure).isTrue();
    return Footprint.of(Objects.requireNonNull(last), before, engine.snapshot());
  }

  /** Returns the footprints of requests, each of which finds the data with which a test begins. */
  private Map<String, Footprint> all() {
    Map<String, Runnable> requests = new LinkedHashMap<>();
    requests.put("get a1", () -> Calls.get(engine::call, "Chat", item("PK: a, SK: '1'")));
    requests.put("get a2", () -> Calls.get(engine::call, "Chat", item("PK: a, SK: '2'")));
    requests.put("get Other a1", () -> Calls.get(engine::call, "Other", item("PK: a, SK: '1'")));
    requests.put("query a", () -> Calls.query(engine::call, "Chat", "PK = 'a'"));
    requests.put(
        "query a from 2", () -> Calls.query(engine::call, "Chat", "PK = 'a' AND SK > '1'"));
    requests.put(
        "query g to 1",
        () -> Calls.queryIndex(engine::call, "Chat", "GSI1", "GSI1PK = 'g' AND GSI1SK < '2'"));
    requests.put("scan", () -> Calls.scan(engine::call, "Chat"));
    requests.put("put a1", () -> Calls.put(engine::call, "Chat", item("PK: a, SK: '1', x: 1")));
    requests.put("put a2", () -> Calls.put(engine::call, "Chat", item("PK: a, SK: '2'")));
    requests.put(
        "put new a1",
        () ->
            Calls.putIf(engine::call, "Chat", item("PK: a, SK: '1'"), "attribute_not_exists(PK)"));
    requests.put(
        "move b1 to 1",
        () -> Calls.update(engine::call, "Chat", item("PK: b, SK: '1'"), "SET GSI1SK = '1'"));
    requests.put("delete a2", () -> Calls.delete(engine::call, "Chat", item("PK: a, SK: '2'")));
    requests.put("delete Other", () -> Calls.drop(engine::call, "Other"));
    requests.put("transact t a2", () -> transact("t", "a"));
    requests.put("transact t c2", () -> transact("t", "c"));
    requests.put("missing", () -> Calls.get(engine::call, "Missing", item("PK: a, SK: '1'")));
    Map<String, Footprint> footprints = new LinkedHashMap<>();
    Snapshot start = engine.snapshot();
    requests.forEach(
        (name, request) -> {
          footprints.put(name, footprint(request));
          engine.restore(start);
        });
    return footprints;
  }

  private void transact(String token, String partition) {
    Put put = Put.builder().tableName("Chat").item(item("PK: {}, SK: '2'", partition)).build();
    engine.call(
        Operations.TRANSACT_WRITE_ITEMS,
        TransactWriteItemsInput.builder()
            .clientRequestToken(token)
            .transactItems(List.of(TransactWriteItem.builder().put(put).build()))
            .build());
  }

  @Test
  void requestsConflictIfTheyTouchTheSameAndOneWrites() {
    Map<String, Footprint> footprints = all();
    List<String> conflicts = new ArrayList<>();
    List<String> names = List.copyOf(footprints.keySet());
    for (int i = 0; i < names.size(); i++) {
      List<String> with = new ArrayList<>();
      Footprint one = Objects.requireNonNull(footprints.get(names.get(i)));
      for (int j = i; j < names.size(); j++) {
        Footprint other = Objects.requireNonNull(footprints.get(names.get(j)));
        assertThat(other.conflictsWith(one)).isEqualTo(one.conflictsWith(other));
        if (one.conflictsWith(other)) {
          with.add(names.get(j));
        }
      }
      if (!with.isEmpty()) {
        conflicts.add(names.get(i) + ": " + String.join(", ", with));
      }
    }
    assertThat(conflicts)
        .containsExactly(
            "get a1: put a1",
            "get a2: put a2, transact t a2",
            "get Other a1: delete Other",
            "query a: put a1, put a2, transact t a2",
            "query a from 2: put a2, transact t a2",
            "query g to 1: put a1, move b1 to 1",
            "scan: put a1, put a2, move b1 to 1, transact t a2, transact t c2",
            // A put whose condition fails is a read, and so is the delete of an item that is
            // missing.
            "put a1: put a1, put new a1",
            "put a2: put a2, delete a2, transact t a2",
            "move b1 to 1: move b1 to 1",
            "delete a2: transact t a2",
            "delete Other: delete Other",
            "transact t a2: transact t a2, transact t c2",
            "transact t c2: transact t c2");
  }

  @Test
  void anUpdateOfAnotherAttributeTouchesTheEntriesOfItsItem() {
    Footprint update =
        footprint(() -> Calls.update(engine::call, "Chat", item("PK: b, SK: '1'"), "SET x = 1"));
    Footprint query =
        footprint(() -> Calls.queryIndex(engine::call, "Chat", "GSI1", "GSI1PK = 'g'"));
    assertThat(update.conflictsWith(query)).isTrue();
  }

  @Test
  void aRequestToAMissingTableConflictsWithItsCreation() {
    Footprint missing = footprint(() -> Calls.get(engine::call, "Missing", item("PK: a, SK: '1'")));
    Footprint statement =
        footprint(() -> Calls.execute(engine::call, "SELECT * FROM \"Missing\" WHERE PK = 'a'"));
    Footprint creation =
        footprint(() -> engine.call(Operations.CREATE_TABLE, Tables.chat("Missing")));
    assertThat(missing.conflictsWith(creation)).isTrue();
    assertThat(statement.conflictsWith(creation)).isTrue();
    assertThat(footprint(() -> Calls.tableNames(engine::call)).conflictsWith(creation)).isTrue();
  }
}
