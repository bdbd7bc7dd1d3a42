/** The views of the control API of the content of databases: tables, items, metrics. */
@NullMarked
package dev.monotable.control.content;

import org.jspecify.annotations.NullMarked;
