package dev.monotable.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;

/** An answer: its status and its body as JSON. */
record Answer(int status, JsonNode body) {}
