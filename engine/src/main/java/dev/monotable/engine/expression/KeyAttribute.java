package dev.monotable.engine.expression;

import dev.monotable.value.AttributeType;

/** A key attribute: its name and its type, S, N or B. */
public record KeyAttribute(String name, AttributeType type) {}
