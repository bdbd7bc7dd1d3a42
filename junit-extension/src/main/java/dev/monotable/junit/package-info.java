/**
 * DynamoDB in tests of JUnit: {@link dev.monotable.junit.MonotableTest} provides each test method
 * with a fresh database and with AWS SDK clients that call it without a socket.
 */
@NullMarked
package dev.monotable.junit;

import org.jspecify.annotations.NullMarked;
