/**
 * Signatures of requests: the keys that may sign them, and AWS's Signature Version 4, which {@link
 * dev.monotable.access.signature.KeyVerifier} verifies.
 */
@org.jspecify.annotations.NullMarked
package dev.monotable.access.signature;
