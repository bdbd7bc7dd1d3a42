package dev.monotable.engine.transfer;

import dev.monotable.api.Experimental;
import dev.monotable.engine.request.ObjectRights;
import dev.monotable.model.ImportTableDescription;

/**
 * The source of an import.
 *
 * @param description of the import as it begins: the bucket and the prefix of its objects, their
 *     format and compression, and the keys of the table
 * @param maxObjects the number of objects that an import may have
 * @param rights of the caller on the objects
 */
@Experimental
public record ImportSource(
    ImportTableDescription description, int maxObjects, ObjectRights rights) {}
