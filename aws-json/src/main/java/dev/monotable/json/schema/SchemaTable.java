package dev.monotable.json.schema;

import dev.monotable.model.CreateTableInput;
import dev.monotable.model.TimeToLiveSpecification;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A table that a schema file describes.
 *
 * @param file where it stands, as it was named
 * @param line the line of its beginning, counted from 1
 * @param request the request that creates it
 * @param timeToLive how its items expire, which a second request says; null where they do not
 */
public record SchemaTable(
    Path file, int line, CreateTableInput request, @Nullable TimeToLiveSpecification timeToLive) {}
