/** The commands of the design lab: reports of recorded requests, and drafts of design files. */
@NullMarked
package dev.monotable.cli.design;

import org.jspecify.annotations.NullMarked;
