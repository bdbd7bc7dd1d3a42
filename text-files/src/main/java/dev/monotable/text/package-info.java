/**
 * Text files as trees: JSON and YAML are read into {@link dev.monotable.text.FileValue}s, whose
 * nodes know their positions. The readers are Jackson's streaming parser and SnakeYAML Engine: both
 * report lines and columns, and each is a single jar.
 */
@NullMarked
package dev.monotable.text;

import org.jspecify.annotations.NullMarked;
