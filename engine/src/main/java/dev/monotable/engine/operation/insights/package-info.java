/** The operations on Contributor Insights. */
@NullMarked
package dev.monotable.engine.operation.insights;

import org.jspecify.annotations.NullMarked;
