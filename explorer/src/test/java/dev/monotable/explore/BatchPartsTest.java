package dev.monotable.explore;

import static dev.monotable.testing.Notation.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.BatchWriteItemInput;
import dev.monotable.model.Operations;
import dev.monotable.model.PutRequest;
import dev.monotable.model.WriteRequest;
import dev.monotable.testing.Calls;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BatchPartsTest {
  private final MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT);

  @BeforeEach
  void create() {
    engine.call(Operations.CREATE_TABLE, Calls.table("Things", "PK").build());
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private static Object putBoth(PieceRun own) {
    List<WriteRequest> writes = new ArrayList<>();
    for (String name : List.of("a", "b")) {
      writes.add(
          WriteRequest.builder()
              .putRequest(PutRequest.builder().item(item("PK: {}", name)).build())
              .build());
    }
    return new WaitingCaller(own)
        .call(
            Operations.BATCH_WRITE_ITEM,
            BatchWriteItemInput.builder().requestItems(Map.of("Things", writes)).build());
  }

  /** Returns what a piece sees of two items while another one writes a and b by a batch. */
  private Set<String> seen(String... names) {
    Set<String> seen = new TreeSet<>();
    ExplorationResult result =
        Exploration.of(engine)
            .faults(false)
            .run("ann", BatchPartsTest::putBoth)
            .run(
                "bob",
                own -> {
                  StringBuilder items = new StringBuilder();
                  for (String name : names) {
                    Object item =
                        Calls.getConsistent(new WaitingCaller(own), "Things", item("PK: {}", name));
                    items.append(item == null ? "-" : name);
                  }
                  return items.toString();
                })
            .check(run -> seen.add(String.valueOf(run.end("bob").value())))
            .explore();
    assertThat(result.cuts()).isEmpty();
    return seen;
  }

  @Test
  void anotherPieceSeesEachPartAlone() {
    assertThat(seen("a", "b")).containsExactly("--", "-b", "a-", "ab");
  }

  @Test
  void partsThatNoOtherPieceTouchesAreNoSteps() {
    assertThat(seen("x", "y")).containsExactly("--");
  }
}
