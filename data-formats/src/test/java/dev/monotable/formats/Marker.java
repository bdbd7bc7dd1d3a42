package dev.monotable.formats;

/** A class in another package than the tests that look for resources relative to it. */
public class Marker {}
