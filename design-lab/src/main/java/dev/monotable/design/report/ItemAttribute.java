package dev.monotable.design.report;

/**
 * An attribute of an item.
 *
 * @param type its type, such as {@code S}; empty if any is allowed
 * @param value its value as text, shortened if it is long: a string without quotes, a number as it
 *     is, any other value in DynamoDB JSON
 */
public record ItemAttribute(String name, String type, String value) {}
