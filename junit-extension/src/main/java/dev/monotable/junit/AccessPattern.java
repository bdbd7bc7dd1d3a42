package dev.monotable.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that a test is one use of an access pattern, and what that may cost. If the test exceeds a
 * limit, it fails with the requests, what they read, and what would have been enough.
 *
 * <pre>{@code
 * @Test
 * @AccessPattern(value = "messages of a room", index = "GSI1", maxReadUnits = 0.5, maxRequests = 1)
 * void returnsTheNewestMessages(DynamoDbClient dynamo) { ... }
 * }</pre>
 *
 * <p>All requests of the test method count; those of {@code @BeforeEach} and {@code @AfterEach}
 * methods, of {@link Schema}, {@link Table} and {@link Seed} do not. Each page and each attempt is
 * a request. Operations on tables and streams do not count, nor do requests that an injected fault
 * has failed. To count a part of a test, use {@link dev.monotable.Monotable#pattern(String)}.
 *
 * <p>If the test has a {@linkplain MonotableTest#design design file}, the access pattern has to be
 * declared in it. Then its budget is checked too, and each Query and Scan has to be one that it
 * declares; a limit of this annotation replaces that of the design.
 *
 * <p>Without a limit, a design file and a report, the annotation checks nothing, which is printed
 * once.
 *
 * <p>On a class, the annotation applies to each test of the class, of its subclasses and of its
 * {@code @Nested} classes that has no annotation of its own. Each invocation of a parameterized or
 * repeated test is a use, and so is each dynamic test.
 */
@Documented
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface AccessPattern {
  /** A number that is not limited, or only by the design. */
  int UNLIMITED = -1;

  /** Returns the name of the access pattern. */
  String value();

  /** Returns the index that a Query or Scan has to read; any by default. */
  String index() default "";

  /** Returns the read units of all requests, at most. */
  double maxReadUnits() default UNLIMITED;

  /** Returns the write units of all requests, at most, including those on indexes. */
  double maxWriteUnits() default UNLIMITED;

  /** Returns the number of requests, at most. */
  int maxRequests() default UNLIMITED;

  /** Returns the share of the items read that filters may discard, from 0 to 1. */
  double maxDiscarded() default UNLIMITED;

  /** Returns whether a Scan is forbidden. */
  boolean noScan() default false;
}
