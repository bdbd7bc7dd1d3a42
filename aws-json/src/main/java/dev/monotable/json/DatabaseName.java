package dev.monotable.json;

/** Names the database of an access key and Region. */
public record DatabaseName(String accessKey, String region) {}
