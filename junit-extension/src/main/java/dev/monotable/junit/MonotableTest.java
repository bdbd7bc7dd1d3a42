package dev.monotable.junit;

import dev.monotable.ReportLimits;
import dev.monotable.Transport;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Provides the tests of a class with DynamoDB in their own JVM. See {@link MonotableExtension} for
 * the parameters that tests can declare.
 *
 * <pre>{@code
 * @MonotableTest
 * @Table(Order.class)
 * class OrdersTest {
 *   @Test
 *   void findsAnOrderByItsDay(DynamoDbTable<Order> orders) {
 *     ...
 *   }
 * }
 * }</pre>
 *
 * <p>Subclasses and {@code @Nested} classes inherit the annotation. A {@code @Nested} class that
 * carries the annotation itself overrides it.
 */
@Documented
@Inherited
@Target({ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(MonotableExtension.class)
public @interface MonotableTest {
  /** Returns which tests share a database. */
  Isolation isolation() default Isolation.PER_METHOD;

  /** Returns how clients reach the database. */
  Transport transport() default Transport.IN_PROCESS;

  /**
   * Returns the design file that declares the access patterns of the application and their budgets:
   * the name of a resource relative to the package of the test class, then to the root of the class
   * path, then of a file relative to the working directory. By default, that of the configuration
   * parameter {@code monotable.design}, or none.
   *
   * <p>Each request of a test that the design declares has to keep the budget of its access
   * pattern; see {@link AccessPattern} to name the pattern of a test. After the run, a report of
   * the design is written into {@code target/monotable} or {@code build/monotable}. The
   * configuration parameter {@code monotable.report} sets another directory, or {@code false} for
   * no report.
   */
  String design() default "";

  /**
   * Returns the number of requests, the last ones, that the report of a failed test contains; 0 for
   * no report.
   */
  int reportedRequests() default ReportLimits.REQUESTS;

  /** Returns the number of items of each table that the report of a failed test contains. */
  int reportedItems() default ReportLimits.ITEMS;

  /** Returns the number of characters of the report of a failed test. */
  int reportedCharacters() default ReportLimits.CHARACTERS;
}
