package dev.monotable.design;

import dev.monotable.design.file.DesignFile;
import dev.monotable.design.model.Design;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.formats.file.DataFileException;
import java.nio.file.Path;

/** The designs in {@code examples/designs}, with requests that use every access pattern. */
public enum ExampleDesign {
  ORDERS,
  PRODUCTS,
  CHAT,
  MUSIC;

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
    MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT);
    DesignTables.create(design(), engine);
    return engine;
  }

  /** Uses every access pattern of the design. */
  public void send(MonotableEngine engine) {
    Requests to = new Requests(engine);
    switch (this) {
      case ORDERS -> OrdersTraffic.send(to);
      case PRODUCTS -> ProductsTraffic.send(to);
      case CHAT -> ChatTraffic.send(to);
      case MUSIC -> MusicTraffic.send(to);
    }
  }
}
