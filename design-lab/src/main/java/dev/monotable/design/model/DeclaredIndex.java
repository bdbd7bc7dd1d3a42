package dev.monotable.design.model;

/**
 * A secondary index of a table.
 *
 * @param global whether it is a global index; false for a local one
 * @param key its key schema
 * @param projection the attributes that it holds
 */
public record DeclaredIndex(
    String name, boolean global, DeclaredKey key, DeclaredProjection projection) {}
