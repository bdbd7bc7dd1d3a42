/** PartiQL over the AWS SDK: every clause of AWS's reference pages and every documented error. */
@NullMarked
package dev.monotable.conformance.partiql;

import org.jspecify.annotations.NullMarked;
