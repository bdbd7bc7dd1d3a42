/**
 * DynamoDB inside a test's own JVM: {@link dev.monotable.junit.MonotableExtension} gives each test
 * method a fresh database, and AWS SDK clients that reach it without a socket.
 */
@NullMarked
package dev.monotable.junit;

import org.jspecify.annotations.NullMarked;
