/** JMH benchmarks of requests in process. */
@NullMarked
package dev.monotable.benchmark.inprocess;

import org.jspecify.annotations.NullMarked;
