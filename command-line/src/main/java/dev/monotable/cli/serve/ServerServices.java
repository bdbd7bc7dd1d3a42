package dev.monotable.cli.serve;

import dev.monotable.console.ConsolePages;
import dev.monotable.control.Aliases;
import dev.monotable.control.ControlAccess;
import dev.monotable.control.ControlApi;
import dev.monotable.control.ControlConfig;
import dev.monotable.control.DatabaseControls;
import dev.monotable.control.bucket.BucketService;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.database.Databases;
import dev.monotable.engine.request.RequestHeaders;
import dev.monotable.http.MonotableServer;
import dev.monotable.json.HttpService;
import dev.monotable.stream.kinesis.KinesisDeliveries;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The services of a server beside DynamoDB's API. Their classes are loaded by the first request to
 * them, so a server without control starts as fast and is as small as without them.
 */
final class ServerServices {
  private static final int TOKEN_BYTES = 16;

  private final ServeOptions options;
  private final Supplier<KinesisDeliveries> kinesis;
  private final LongPredicate hasRoom;
  private final Consumer<MonotableEngine> guard;
  private final ServerEnd end;

  /** The access keys that may sign; null if signatures are not verified. */
  private @Nullable ServerKeys keys;

  private @Nullable String newToken;

  /** The rule for callers of the control API; null until it is needed. */
  private @Nullable ControlAccess access;

  private @Nullable ControlConfig config;
  private volatile @Nullable MonotableServer server;

  /**
   * Creates the services of a server.
   *
   * @param databases those of the server, which know how to guard the heap
   */
  ServerServices(ServeOptions options, ServerDatabases databases) {
    this.options = options;
    this.kinesis = databases::kinesis;
    this.hasRoom = databases::hasRoom;
    this.guard = databases::guard;
    this.end = new ServerEnd(options);
  }

  /**
   * Returns the services by their paths.
   *
   * @param accepted the access keys that may sign; null if signatures are not verified
   * @param clock of the machine
   */
  Map<String, HttpService> of(
      Databases databases, @Nullable ServerKeys accepted, InstantSource clock) {
    keys = accepted;
    boolean needsToken = isLocal() ? options.auth || needsConsoleToken() : options.control;
    if (needsToken && options.controlToken == null) {
      byte[] random = new byte[TOKEN_BYTES];
      new SecureRandom().nextBytes(random);
      newToken = HexFormat.of().formatHex(random);
    }
    Map<String, HttpService> services = new HashMap<>();
    services.put(ControlApi.PATH, new LazyService(() -> new ControlApi(config(databases))));
    HttpService aliases = new LazyService(() -> new Aliases(config(databases)));
    for (String path : new String[] {"/_aws", "/_localstack", "/moto-api"}) {
      services.put(path, aliases);
    }
    if (options.buckets == null) {
      services.put(
          BucketService.PATH,
          new LazyService(
              () ->
                  new BucketService(
                      databases, accepted == null ? null : accepted.verifier(clock), hasRoom)));
    }
    if (hasConsole()) {
      Runnable opened = () -> config(databases).controls().keepRequests(databases, false);
      services.put(
          ConsolePages.PATH,
          new LazyService(
              () -> new ConsolePages(options.consoleReadOnly, needsConsoleToken(), opened)));
    }
    if (options.keepsRequests) {
      config(databases).controls().keepRequests(databases, true);
    }
    return services;
  }

  /**
   * Returns whether there is a console: where the control API, which it needs, answers, and
   * requests need no signature, which it does not make.
   */
  boolean hasConsole() {
    return !options.noConsole && !options.auth && (options.control || isLocal());
  }

  /** Returns whether the console has to prove that it may do what no policy allows. */
  private boolean needsConsoleToken() {
    return hasConsole() && !options.policies.isEmpty();
  }

  /** Returns whether a request to DynamoDB's API is of a page of the console that has the token. */
  boolean isConsole(RequestHeaders request) {
    return request.isOfOwnPage() && access().hasToken(request) && hasConsole();
  }

  /** Begins to wait for the end of the parent process or of the lease. */
  void started(MonotableServer started) {
    server = started;
    end.watch();
  }

  /** Returns the generated token if requests to the control API need it; null otherwise. */
  @Nullable String newToken() {
    return options.auth || !isLocal() ? newToken : null;
  }

  /** Returns the generated token if only the console needs it; null otherwise. */
  @Nullable String consoleToken() {
    return options.auth || !isLocal() ? null : newToken;
  }

  private synchronized ControlConfig config(Databases databases) {
    ControlConfig known = config;
    ServerKeys accepted = keys;
    if (known == null) {
      String version = ServerServices.class.getPackage().getImplementationVersion();
      known =
          new ControlConfig(
              databases,
              new DatabaseControls(options.requests, kinesis.get()),
              access(),
              options.controlAliases,
              options.remoteFunctions,
              accepted == null ? ControlConfig.ANY_SECRET : accepted::secret,
              new ControlConfig.Server(
                  options.tls || options.tlsCertificate != null ? "https" : "http",
                  version == null ? "development" : version,
                  this::connections,
                  options.lease == null ? null : end::renew,
                  hasRoom,
                  guard));
      config = known;
    }
    return known;
  }

  private synchronized ControlAccess access() {
    ControlAccess known = access;
    if (known == null) {
      known = createAccess();
      access = known;
    }
    return known;
  }

  private ControlAccess createAccess() {
    String token = options.controlToken == null ? newToken : options.controlToken;
    if (isLocal()) {
      return options.auth && token != null
          ? ControlAccess.remote(token)
          : ControlAccess.local(token);
    }
    return options.control && token != null ? ControlAccess.remote(token) : ControlAccess.closed();
  }

  /** Returns whether only this machine can reach the server. */
  private boolean isLocal() {
    try {
      return options.host == null || InetAddress.getByName(options.host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false; // the server cannot listen on it either
    }
  }

  private double connections() {
    MonotableServer started = server;
    return started == null ? 0 : started.connections();
  }
}
