package dev.monotable.formats.resource;

import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue.Mapping;

/**
 * An item that a schema file puts into its table.
 *
 * @param at where the file describes it
 * @param attributes its attributes in DynamoDB JSON
 */
public record TableItem(FilePosition at, Mapping attributes) {}
