package dev.monotable.junit;

/** Which tests share a database. */
public enum Isolation {
  /**
   * Each test method has its own, which starts from the data of the class: its declared tables and
   * what its {@code @BeforeAll} methods have written.
   */
  PER_METHOD,
  /**
   * All tests of the annotated class and of its {@code @Nested} classes share one. Each test sees
   * what earlier ones have written.
   */
  PER_CLASS,
  /** All classes of a test run that choose this share one. */
  SHARED
}
