/**
 * Items from and to files: {@link dev.monotable.formats.item.SeedWriter} reads seed files into a
 * database, {@link dev.monotable.formats.item.ItemLines} and {@link
 * dev.monotable.formats.item.TableText} write tables.
 *
 * <p>Items are written as they are read, so a file may be larger than the heap. JSON is read value
 * by value into trees ({@link dev.monotable.text.FileValue}): whether an object is an item, and in
 * which form, is known only when it has been read.
 */
@NullMarked
package dev.monotable.formats.item;

import org.jspecify.annotations.NullMarked;
