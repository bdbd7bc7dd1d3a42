package dev.monotable.control;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.database.Databases;
import dev.monotable.engine.database.Region;
import dev.monotable.json.HttpRequest;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongPredicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of the control API.
 *
 * @param databases the databases of the server
 * @param controls what the API keeps for each of them
 * @param access who may use the API
 * @param aliases whether unsigned requests to {@link Aliases} may reset the shared database
 * @param remoteFunctions whether stream handlers may be on other machines
 * @param secrets returns the secret access key of the access key of a database
 * @param server what the API says of the server itself
 */
public record ControlConfig(
    Databases databases,
    DatabaseControls controls,
    ControlAccess access,
    boolean aliases,
    boolean remoteFunctions,
    UnaryOperator<String> secrets,
    Server server) {
  /** The secrets of a server that verifies no signature: any will do. */
  public static final UnaryOperator<String> ANY_SECRET = accessKey -> "monotable";

  /** The ID of the database that all access keys share that were not issued. */
  public static final String DEFAULT = "default";

  /**
   * Returns the database with an ID.
   *
   * @throws ControlException if there is none
   */
  Region require(String id) {
    Region region = databases.findId(id);
    if (region == null) {
      throw ControlException.unknownDatabase(id);
    }
    return region;
  }

  /** Returns the endpoint URL of the server, as a request has reached it. */
  String endpoint(HttpRequest request) {
    String host = request.address();
    return server.scheme() + "://" + (host == null ? "127.0.0.1" : host);
  }

  /**
   * A server.
   *
   * @param scheme of its endpoint: {@code http} or {@code https}
   * @param version such as {@code 1.0.0}
   * @param connections returns the number of open connections
   * @param renewLease renews its lease; null if it has none
   * @param hasRoom returns whether the heap has room for a number of bytes
   * @param guard lets requests to a copy of a database fail that would fill the heap
   */
  public record Server(
      String scheme,
      String version,
      DoubleSupplier connections,
      @Nullable Runnable renewLease,
      LongPredicate hasRoom,
      Consumer<MonotableEngine> guard) {}
}
