package dev.monotable.design.load;

import org.jspecify.annotations.Nullable;

/**
 * Something that a calculation assumes, and that a reader of its result has to know.
 *
 * @param text one or two sentences
 * @param source the page that says so, or null if it is this project's choice
 */
public record Assumption(String text, @Nullable String source) {}
