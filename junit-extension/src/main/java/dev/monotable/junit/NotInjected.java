package dev.monotable.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Leaves a parameter to others: to the arguments of a parameterized test, or to another extension
 * that resolves parameters of the same type.
 *
 * <pre>{@code
 * @ParameterizedTest
 * @MethodSource("tables")
 * void test(String name, @NotInjected DynamoDbTable<Order> table) { ... }
 * }</pre>
 *
 * <p>It is rarely needed. Arguments come first without it. But extensions do not know how many
 * arguments there are in the constructor of a parameterized class, and with JUnit before 5.13 in a
 * parameterized test: there, a parameter after the first one is taken for an argument only if its
 * type says so. Parameters with annotations of others, such as {@code @Mock}, are left to them too.
 *
 * <p>On a method, a constructor or a class, it holds for all parameters.
 */
@Documented
@Inherited
@Target({ElementType.PARAMETER, ElementType.METHOD, ElementType.CONSTRUCTOR, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface NotInjected {}
