package dev.monotable.engine.transfer;

import dev.monotable.api.Experimental;
import dev.monotable.engine.request.ObjectRights;
import dev.monotable.model.BulkOperationDescription;

/**
 * A bulk operation, with the objects that it reads and the place of its reports.
 *
 * @param rights of the caller on the objects
 */
@Experimental
public record BulkSource(BulkOperationDescription description, ObjectRights rights) {}
