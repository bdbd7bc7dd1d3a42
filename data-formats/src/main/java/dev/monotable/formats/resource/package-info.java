/**
 * The resources of a file in any format: tables as requests ({@link
 * dev.monotable.formats.resource.TableRequest}), roles with their policies ({@link
 * dev.monotable.formats.resource.SchemaRole}), and what has no effect here ({@link
 * dev.monotable.formats.resource.FileNotices}).
 */
@NullMarked
package dev.monotable.formats.resource;

import org.jspecify.annotations.NullMarked;
