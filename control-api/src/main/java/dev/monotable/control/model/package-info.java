/** The requests and responses of the control API, as its OpenAPI document describes them. */
@NullMarked
package dev.monotable.control.model;

import org.jspecify.annotations.NullMarked;
