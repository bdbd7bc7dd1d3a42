/**
 * Records what clients of the server send and receive, with the times of both, and checks that each
 * history is linearizable: that its operations could have run one after the other, each at an
 * instant between its invocation and its return.
 */
@NullMarked
package dev.monotable.torture.history;

import org.jspecify.annotations.NullMarked;
