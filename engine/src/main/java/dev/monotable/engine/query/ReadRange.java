package dev.monotable.engine.query;

/**
 * A range of keys that a plan reads.
 *
 * @param isPoint whether at most one item can be in it, so that a page never ends inside
 */
public record ReadRange(KeyRange keys, boolean isPoint) {}
