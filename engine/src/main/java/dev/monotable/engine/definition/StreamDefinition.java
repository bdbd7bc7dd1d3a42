package dev.monotable.engine.definition;

import java.time.Instant;

/**
 * The properties of a stream that never change.
 *
 * @param label the time of its creation, as the last part of the ARN
 * @param tableName of the table whose changes it records
 * @param keys of that table
 */
public record StreamDefinition(
    String arn,
    String label,
    String tableName,
    KeySchema keys,
    StreamView view,
    Instant createdAt) {}
