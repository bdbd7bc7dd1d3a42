/** Tests that no member of a request is accepted and ignored. */
@NullMarked
package dev.monotable.conformance.member;

import org.jspecify.annotations.NullMarked;
