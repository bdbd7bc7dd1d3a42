package dev.monotable.design;

import dev.monotable.design.file.DesignFile;
import dev.monotable.design.model.Design;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.text.DataFileException;
import java.nio.file.Path;
import java.time.Instant;

/** The designs in {@code examples/designs}, with requests that use every access pattern. */
public enum ExampleDesign {
  ORDERS,
  PRODUCTS,
  CHAT,
  MUSIC;

  /** When the first request is sent. */
  public static final Instant START = Instant.parse("2026-01-05T09:00:00Z");

  /** Returns the file of the design. */
  public Path file() {
    String name = name().toLowerCase(java.util.Locale.ROOT);
    return Path.of("..", "examples", "designs", name, "design.yaml");
  }

  /** Returns the declared design. */
  public Design design() {
    try {
      return DesignFile.read(file());
    } catch (DataFileException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns an engine with the tables of the design, and no items. */
  public MonotableEngine engine() {
    MonotableEngine engine = emptyEngine();
    DesignTables.create(design(), engine);
    return engine;
  }

  /** Returns an engine without tables, whose clock only {@link Requests#pause} advances. */
  public static MonotableEngine emptyEngine() {
    ManualTime time = new ManualTime(START);
    return MonotableEngine.create(EngineConfig.builder().clock(time).scheduler(time).build());
  }

  /** Uses every access pattern of the design. */
  public void send(MonotableEngine engine) {
    send(new Requests(engine));
  }

  /** Uses every access pattern of the design. */
  public void send(Requests to) {
    switch (this) {
      case ORDERS -> OrdersTraffic.send(to);
      case PRODUCTS -> ProductsTraffic.send(to);
      case CHAT -> ChatTraffic.send(to);
      case MUSIC -> MusicTraffic.send(to);
    }
  }
}
