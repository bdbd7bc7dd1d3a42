/** The commands about IAM policies. */
@NullMarked
package dev.monotable.cli.policy;

import org.jspecify.annotations.NullMarked;
