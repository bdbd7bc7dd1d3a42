package dev.monotable.benchmark.worst;

import java.util.function.Supplier;

/**
 * A request that costs as much as its length allows.
 *
 * @param operation the name of the operation
 * @param input what makes it expensive, in a few words
 * @param body creates the JSON of the request
 */
record WorstCase(String operation, String input, Supplier<String> body) {}
