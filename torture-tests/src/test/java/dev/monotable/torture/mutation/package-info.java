/**
 * Sends requests that were changed at random, in their JSON, their bytes, their headers and the
 * frames of HTTP. The server must answer each in the form of AWS or close the connection, and go
 * on.
 */
@NullMarked
package dev.monotable.torture.mutation;

import org.jspecify.annotations.NullMarked;
