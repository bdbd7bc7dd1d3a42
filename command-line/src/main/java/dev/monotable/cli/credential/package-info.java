/** Files with access keys: those of the AWS CLI and the IAM console, and of generated keys. */
@org.jspecify.annotations.NullMarked
package dev.monotable.cli.credential;
