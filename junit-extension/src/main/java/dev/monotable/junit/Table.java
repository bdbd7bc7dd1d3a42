package dev.monotable.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a table that exists before a test starts, with the keys and indexes that the annotations
 * of its beans declare for the enhanced client of the AWS SDK.
 *
 * <pre>{@code
 * @MonotableTest
 * @Table(name = "Shop", value = {Customer.class, Order.class})
 * class ShopTest {
 *   @Test
 *   void test(DynamoDbTable<Customer> customers, DynamoDbTable<Order> orders) { ... }
 * }
 * }</pre>
 *
 * <p>On a class, the table exists for all tests of the class and of its {@code @Nested} classes; on
 * a method, for this test. Two declarations of one table must have the same keys. On a parameter or
 * an {@link Injected} field of the type {@code DynamoDbTable} or {@code DynamoDbAsyncTable}, the
 * annotation names its table, and creates it if it does not exist: that of a field for all tests of
 * the class.
 *
 * @see dev.monotable.Monotable#createTable
 */
@Documented
@Inherited
@Repeatable(Table.Several.class)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.PARAMETER, ElementType.FIELD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Table {
  /**
   * Returns the beans of the table: classes with the annotation {@code @DynamoDbBean} or
   * {@code @DynamoDbImmutable}. On a parameter or a field, the bean is that of its type.
   */
  Class<?>[] value() default {};

  /** Returns the name of the table; by default the simple name of the first bean. */
  String name() default "";

  /** Several of these annotations; the compiler adds it. */
  @Documented
  @Inherited
  @Target({ElementType.TYPE, ElementType.METHOD})
  @Retention(RetentionPolicy.RUNTIME)
  @interface Several {
    /** Returns the annotations. */
    Table[] value();
  }
}
