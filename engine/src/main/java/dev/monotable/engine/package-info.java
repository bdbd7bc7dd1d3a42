/** DynamoDB in process: the engine, its configuration, its time. */
@NullMarked
package dev.monotable.engine;

import org.jspecify.annotations.NullMarked;
