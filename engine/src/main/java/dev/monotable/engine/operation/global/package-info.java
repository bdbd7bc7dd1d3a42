/** The operations on global tables of version 2017.11.29, and on the auto scaling of replicas. */
@NullMarked
package dev.monotable.engine.operation.global;

import org.jspecify.annotations.NullMarked;
