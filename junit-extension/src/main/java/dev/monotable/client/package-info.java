/**
 * The AWS SDK clients of a database: those in process, which pass their requests to an exchange
 * without a socket, and those that use an endpoint. Internal: applications use {@code
 * dev.monotable.Monotable}.
 */
@NullMarked
package dev.monotable.client;

import org.jspecify.annotations.NullMarked;
