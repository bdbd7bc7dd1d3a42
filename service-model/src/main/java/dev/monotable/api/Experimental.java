package dev.monotable.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that a part of the API may change or end in any release. On a type, it also applies to its
 * members, its nested types and, if it is sealed, its subtypes; on a package, to the types in it.
 *
 * <p>The other public types of these packages are stable: {@code dev.monotable}, {@code
 * dev.monotable.api}, {@code dev.monotable.junit}, {@code dev.monotable.stream}, {@code
 * dev.monotable.value}, {@code dev.monotable.engine}, and below the last one {@code limits}, {@code
 * error}, {@code observe} and {@code fault}. Code that calls them compiles and runs with each later
 * release of the same major version, unless it constructs their records, which may get further
 * components, or implements their interfaces other than the functional ones, which may get further
 * methods. The records of {@code dev.monotable.model} follow AWS's service model. All other
 * packages are internal.
 */
@Documented
@Target({ElementType.PACKAGE, ElementType.TYPE, ElementType.CONSTRUCTOR, ElementType.METHOD})
@Retention(RetentionPolicy.CLASS)
public @interface Experimental {}
