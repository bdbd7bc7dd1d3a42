package dev.monotable.torture.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Draws the calls of one client. */
final class Workload {
  private static final int MOST_STEPS = 3;

  private final Tables tables;
  private final Random random;
  private final int client;
  private final ItemCalls items;
  private final TransactionCalls transactions;
  private final StatementCalls statements;

  /** A value that each key had at some time, for conditions that have a chance to hold. */
  private final Map<Integer, Long> seen = new HashMap<>();

  private long count;

  Workload(Tables tables, Random random, int client) {
    this.tables = tables;
    this.random = random;
    this.client = client;
    this.items = new ItemCalls(tables);
    this.transactions = new TransactionCalls(tables, items);
    this.statements = new StatementCalls(tables);
  }

  Call next() {
    int table = random.nextInt(tables.count());
    return switch (random.nextInt(20)) {
      case 0 -> items.scan(table);
      case 1 -> items.queryIndex(table);
      case 2 -> transactions.read(tables.readAll(table));
      case 3 -> statements.transaction(tables.readAll(table));
      case 4 -> items.batchGet(tables.readAll(table));
      case 5 -> items.batchWrite(some(table, this::putOrDelete));
      case 6, 7, 8 -> transactions.write(some(table, this::writeOrCheck), token());
      case 9, 10 -> statements.transaction(some(table, this::statementThatWrites));
      case 11, 12 -> statements.one(statement(key(table)));
      case 13, 14, 15 -> items.one(Step.read(key(table)));
      default -> items.one(write(key(table)));
    };
  }

  /** Draws a call of an operation on one item of a table. */
  Call itemCall(int table) {
    int key = key(table);
    return items.one(random.nextInt(3) == 0 ? Step.read(key) : write(key));
  }

  /** Remembers what an answer said of items. */
  void learn(Operation operation) {
    Outcome outcome = operation.outcome();
    if (outcome == null || !outcome.applied()) {
      return;
    }
    List<Step> steps = operation.action().steps();
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      Long value = outcome.seen() == null ? null : outcome.seen().get(i);
      if (step.kind() == Step.Kind.PUT) {
        seen.put(step.key(), step.argument());
      } else if (value != null && step.kind() != Step.Kind.DELETE) {
        seen.put(step.key(), value);
      }
    }
  }

  private interface Choice {
    Step of(int key);
  }

  /** Returns steps on one or more different items of a table. */
  private List<Step> some(int table, Choice choice) {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < Rows.SIZE; i++) {
      numbers.add(i);
    }
    Collections.shuffle(numbers, random);
    List<Step> steps = new ArrayList<>();
    for (int number : numbers.subList(0, 1 + random.nextInt(MOST_STEPS))) {
      steps.add(choice.of(tables.key(table, number)));
    }
    return steps;
  }

  private int key(int table) {
    return tables.key(table, random.nextInt(Rows.SIZE));
  }

  /** Returns a value that no other PUT has. */
  private long value() {
    return client * 1_000_000L + 1_000L * ++count;
  }

  private String token() {
    return tables.prefix() + client + "-" + ++count;
  }

  private Step putOrDelete(int key) {
    return random.nextInt(3) == 0 ? Step.delete(key) : Step.put(key, value());
  }

  private Step write(int key) {
    Step step =
        switch (random.nextInt(4)) {
          case 0 -> Step.delete(key);
          case 1 -> Step.put(key, value());
          default -> Step.add(key, 1 + random.nextInt(9));
        };
    return conditional(step);
  }

  private Step writeOrCheck(int key) {
    return random.nextInt(4) == 0 ? condition(Step.check(key)) : write(key);
  }

  private Step conditional(Step step) {
    return random.nextBoolean() ? step : condition(step);
  }

  private Step condition(Step step) {
    return switch (random.nextInt(3)) {
      case 0 -> step.ifPresent();
      case 1 -> step.ifAbsent();
      default -> step.ifEqual(expected(step.key()));
    };
  }

  private long expected(int key) {
    return seen.getOrDefault(key, 0L);
  }

  private Step statement(int key) {
    return random.nextInt(3) == 0 ? Step.read(key) : oneStatementThatWrites(key, 5);
  }

  private Step statementThatWrites(int key) {
    return oneStatementThatWrites(key, 6);
  }

  /** Returns a step that a statement can do; the sixth kind exists in transactions only. */
  private Step oneStatementThatWrites(int key, int kinds) {
    Step step =
        switch (random.nextInt(kinds)) {
          case 0 -> Step.delete(key);
          case 1 -> Step.delete(key).ifEqualOrAbsent(expected(key));
          case 2 -> Step.put(key, value()).ifAbsent();
          case 3 -> Step.put(key, value()).ifEqual(expected(key));
          case 4 -> Step.add(key, 1 + random.nextInt(9)).ifPresent();
          default -> Step.check(key).ifEqual(expected(key));
        };
    if (!StatementCalls.isStatement(step)) {
      throw new IllegalStateException(step.toString());
    }
    return step;
  }
}
