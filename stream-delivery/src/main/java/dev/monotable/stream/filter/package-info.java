/** The filters of event source mappings. */
@NullMarked
package dev.monotable.stream.filter;

import org.jspecify.annotations.NullMarked;
