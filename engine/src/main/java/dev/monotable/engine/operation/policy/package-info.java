/**
 * Resource-based policies of tables and streams: PutResourcePolicy, GetResourcePolicy and
 * DeleteResourcePolicy. They are kept, checked and returned as on AWS; what they allow is decided
 * elsewhere.
 */
@NullMarked
package dev.monotable.engine.operation.policy;

import org.jspecify.annotations.NullMarked;
