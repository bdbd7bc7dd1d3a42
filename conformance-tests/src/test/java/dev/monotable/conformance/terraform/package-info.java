/** The requests of the Terraform provider for AWS. */
@NullMarked
package dev.monotable.conformance.terraform;

import org.jspecify.annotations.NullMarked;
