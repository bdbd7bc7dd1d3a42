/** The permitted senders of requests: the hosts and the origins that a server accepts. */
@NullMarked
package dev.monotable.http.access;

import org.jspecify.annotations.NullMarked;
