/**
 * Plans and states of Terraform: their tables, with what other resources say of them, and their
 * roles.
 */
@NullMarked
package dev.monotable.formats.terraform;

import org.jspecify.annotations.NullMarked;
