/** The in-process DynamoDB engine, its configuration and its time. */
@NullMarked
package dev.monotable.engine;

import org.jspecify.annotations.NullMarked;
