/** What is measured by JMH: requests in process, and forms in which items could be stored. */
@NullMarked
package dev.monotable.benchmark.inprocess;

import org.jspecify.annotations.NullMarked;
