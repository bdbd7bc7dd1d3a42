package dev.monotable.torture.history;

import java.util.ArrayList;
import java.util.List;

/** The tables of a round, with the keys of each. */
record Tables(String prefix, int count) {

  /** Returns the name of the table that holds a key. */
  String name(int key) {
    return prefix + key / Rows.SIZE;
  }

  /** Returns a key of a table. */
  int key(int table, int number) {
    return table * Rows.SIZE + number;
  }

  /** Returns steps that read all items of a table. */
  List<Step> readAll(int table) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < Rows.SIZE; i++) {
      steps.add(Step.read(key(table, i)));
    }
    return steps;
  }

  /** Returns the names of all tables. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    for (int table = 0; table < count; table++) {
      names.add(name(key(table, 0)));
    }
    return names;
  }
}
