/** Reads principals and their policies from files: policies, templates, lists of principals. */
@NullMarked
package dev.monotable.access.file;

import org.jspecify.annotations.NullMarked;
