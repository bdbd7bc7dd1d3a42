/** Writes reports as text, JSON, Markdown and HTML, and compares two of them. */
@NullMarked
package dev.monotable.design.render;

import org.jspecify.annotations.NullMarked;
