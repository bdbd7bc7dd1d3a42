/** Asks policies for the requests of DynamoDB: their actions, resources and condition keys. */
@NullMarked
package dev.monotable.access.request;

import org.jspecify.annotations.NullMarked;
