/** Files with declared designs. */
@NullMarked
package dev.monotable.design.file;

import org.jspecify.annotations.NullMarked;
