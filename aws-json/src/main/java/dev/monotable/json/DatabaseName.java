package dev.monotable.json;

/** Which database a request is for, where each access key and region has one of its own. */
public record DatabaseName(String accessKey, String region) {}
