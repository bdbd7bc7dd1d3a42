/** A client of DynamoDB endpoints: AWS, this emulator, or another one. */
@NullMarked
package dev.monotable.cli.endpoint;

import org.jspecify.annotations.NullMarked;
