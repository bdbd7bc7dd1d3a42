package dev.monotable.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Sets a field of a test class to a client, a table or a handle, like a parameter of the same type.
 *
 * <pre>{@code
 * @MonotableTest
 * @Table(Order.class)
 * class OrdersTest {
 *   @Injected private DynamoDbClient dynamo;
 *   @Injected private DynamoDbTable<Order> table;
 * }
 * }</pre>
 *
 * <p>An instance field refers to the database of the test. It is set after the constructor; code
 * that needs a client there declares a parameter of the constructor. A static field is set before
 * the {@code @BeforeAll} methods and follows the tests, as their parameters do. Fields of
 * superclasses and of the classes around a {@code @Nested} class are set too. A field may be
 * private.
 *
 * <p>All types of parameters are supported except {@code MonotableEngine}, which does not follow
 * the tests: declare a {@code Monotable}. {@link Table} on the field names its table.
 *
 * @see MonotableExtension
 */
@Documented
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Injected {}
