package dev.monotable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.junit.MonotableExtension;
import dev.monotable.stream.StartingPosition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Handlers of tests that run in parallel, each with a database of its own. */
@Timeout(600)
@Execution(ExecutionMode.CONCURRENT)
class StreamIsolationTest {
  @RegisterExtension static final MonotableExtension DB = MonotableExtension.builder().build();

  private static final List<Integer> OF_THE_CLASS = new ArrayList<>();

  private final List<Integer> ofTheTest = new ArrayList<>();

  @BeforeAll
  static void createTable() {
    Chat.create(DB);
    DB.stream("Chat").onRecord(record -> OF_THE_CLASS.add(Chat.id(record)));
    Chat.put(DB, "a", 1);
    DB.stream("Chat").awaitDrained();
  }

  @BeforeEach
  void addHandler(Monotable db) {
    db.stream("Chat")
        .startingPosition(StartingPosition.LATEST)
        .onRecord(record -> ofTheTest.add(Chat.id(record)));
  }

  @RepeatedTest(4)
  void eachTestHasItsOwnHandlers() {
    Chat.put(DB, "a", 2);
    Chat.put(DB, "a", 3);

    DB.stream("Chat").awaitDrained();

    assertThat(ofTheTest).containsExactly(2, 3);
    assertThat(OF_THE_CLASS).containsExactly(1);
  }
}
