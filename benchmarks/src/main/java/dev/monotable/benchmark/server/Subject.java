package dev.monotable.benchmark.server;

import dev.monotable.benchmark.chat.Bodies;
import dev.monotable.benchmark.chat.ChatDesign;
import dev.monotable.benchmark.chat.Load;
import java.io.IOException;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/** A server, the connections over which it is driven, and the table that the requests access. */
public final class Subject implements AutoCloseable {
  private static final String TARGET = "DynamoDB_20120810.";
  private static final int BATCH = 25;
  private static final int LOADING_CONNECTIONS = 4;
  private static final int LOADING_SECONDS = 300;

  private final String name;
  private final ServerProcess server;
  private final LoadGenerator generator;
  private final @Nullable ChatDesign design;

  private Subject(
      String name, ServerProcess server, LoadGenerator generator, @Nullable ChatDesign design) {
    this.name = name;
    this.server = server;
    this.generator = generator;
    this.design = design;
  }

  /** Returns a subject for a table that is loaded already. */
  public static Subject of(String name, ServerProcess server, int connections, ChatDesign design)
      throws IOException {
    return new Subject(name, server, LoadGenerator.connect(server.port(), connections), design);
  }

  /** Returns a subject for the bare server, which has no table. */
  public static Subject bare(ServerProcess server, int connections) throws IOException {
    return new Subject("bare", server, LoadGenerator.connect(server.port(), connections), null);
  }

  /** Creates a table and loads its items in batches of 25. */
  public static void load(ServerProcess server, ChatDesign design) throws IOException {
    try (Socket connection = server.connect()) {
      ServerProcess.require(connection, TARGET + "CreateTable", "/", design.createTable());
    }
    try (LoadGenerator generator = LoadGenerator.connect(server.port(), LOADING_CONNECTIONS)) {
      generator.run(TARGET + "BatchWriteItem", "/", batches(design), LOADING_SECONDS);
    }
  }

  private static Bodies batches(ChatDesign design) {
    return new Bodies() {
      private int number;

      @Override
      public byte @Nullable [] next() {
        int first = number;
        int count = Math.min(BATCH, design.items() - first);
        number = first + count;
        return count == 0 ? null : design.batch(first, count);
      }
    };
  }

  public String name() {
    return name;
  }

  ServerProcess server() {
    return server;
  }

  @Nullable ChatDesign design() {
    return design;
  }

  /** Deletes the table and loads it again. */
  void reload() throws IOException {
    if (design != null) {
      try (Socket connection = server.connect()) {
        ServerProcess.require(connection, TARGET + "DeleteTable", "/", design.deleteTable());
      }
      load(server, design);
    }
  }

  /** Drives the server for the given number of seconds. */
  LoadGenerator.Result drive(Load load, Bodies bodies, double seconds) throws IOException {
    String path = design == null ? "/" + bareBytes(load) : "/";
    return generator.run(load.target(), path, bodies, seconds);
  }

  /** Returns about the length of Monotable's responses, in bytes. */
  private static int bareBytes(Load load) {
    return switch (load) {
      case QUERY_50 -> 20_000;
      case INDEX_QUERY_20 -> 8_000;
      case GET_ITEM, PUT_ITEM, UPDATE_ITEM, TRANSACT_WRITE_2 -> 450;
    };
  }

  /** Closes the connections; the server keeps running. */
  @Override
  public void close() throws IOException {
    generator.close();
  }
}
