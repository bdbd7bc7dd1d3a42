/** The console: pages in the browser, a client of the control API and of DynamoDB's API. */
@NullMarked
package dev.monotable.console;

import org.jspecify.annotations.NullMarked;
