package dev.monotable.http;

import dev.monotable.http.access.AllowedHosts;
import dev.monotable.http.access.AllowedOrigins;
import dev.monotable.http.access.ConnectionReplies;
import dev.monotable.http.access.WebAccess;
import dev.monotable.json.HttpService;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.internal.InternalThreadLocalMap;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * An HTTP endpoint, which passes requests to an {@link HttpService}: to DynamoDB's API, and to
 * others by their paths. It uses Netty, with epoll if available and NIO otherwise.
 *
 * <p>Requests run on the event loops, except for {@link LongRequests}. {@link #close()} is
 * graceful: it rejects new connections, completes requests that have begun to arrive, and closes
 * all other connections.
 */
public final class MonotableServer implements AutoCloseable {
  private static final long STOP_MILLIS = 2_000;

  private final EventLoopGroup loops;
  private final ChannelGroup channels;
  private final Listeners listeners;
  private final ServerState state;
  private final URI endpoint;

  private MonotableServer(
      EventLoopGroup loops, ChannelGroup channels, Listeners listeners, ServerState state) {
    this.loops = loops;
    this.channels = channels;
    this.listeners = listeners;
    this.state = state;
    this.endpoint = endpoint(state.config(), listeners.addresses().get(0));
  }

  /**
   * Starts a server, which accepts connections when this method returns.
   *
   * @param root receives all requests
   * @throws IOException if the server cannot listen on the address; the message contains the reason
   */
  public static MonotableServer start(HttpService root, ServerConfig config) throws IOException {
    return start(root, Map.of(), config);
  }

  /**
   * Starts a server of several services, which accepts connections when this method returns.
   *
   * @param root receives the requests that no other service receives
   * @param services by their paths, such as {@code /_name/v1}. A service receives the requests to
   *     its path and below it
   * @throws IllegalArgumentException if a path does not begin with a slash, or ends with one
   * @throws IOException if the server cannot listen on the address; the message contains the reason
   */
  public static MonotableServer start(
      HttpService root, Map<String, HttpService> services, ServerConfig config) throws IOException {
    Router router = new Router(root, services);
    boolean isKnown = isKnownToNetty();
    try {
      return start(router, config);
    } finally {
      leave(isKnown);
    }
  }

  private static MonotableServer start(Router router, ServerConfig config) throws IOException {
    NettySettings.awaitLoaded();
    InetAddress address = InetAddress.getByName(config.host());
    WebAccess access =
        new WebAccess(
            new ConnectionReplies(),
            config.tls() == null ? "http://" : "https://",
            AllowedHosts.of(config.allowedHosts(), config.host(), address),
            AllowedOrigins.of(config.allowedOrigins()));
    boolean epoll = Epoll.isAvailable();
    IoHandlerFactory transport = epoll ? EpollTransport.newFactory() : NioIoHandler.newFactory();
    EventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(
            config.threads(), new DefaultThreadFactory("monotable", true), transport);
    ServerState state = new ServerState(router, access, config);
    ChannelGroup channels = new DefaultChannelGroup(loops.next(), true);
    OpenConnections connections = new OpenConnections(channels, config.maxConnections());
    Class<? extends ServerChannel> channel =
        epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    ByteBufAllocator allocator = PooledByteBufAllocator.DEFAULT;
    ServerBootstrap server =
        new ServerBootstrap()
            .group(loops)
            .channel(channel)
            .option(ChannelOption.SO_REUSEADDR, true)
            .option(ChannelOption.SO_BACKLOG, 4096)
            .option(ChannelOption.ALLOCATOR, allocator)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.ALLOCATOR, allocator)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childHandler(new Initializer(state, connections));
    try {
      Listeners listeners =
          config.listensOnBothLoopbacks()
              ? Listeners.bindLoopback(server, config.port())
              : Listeners.bind(server, address, config.port());
      return new MonotableServer(loops, channels, listeners, state);
    } catch (IOException e) {
      loops.shutdownGracefully(0, STOP_MILLIS, TimeUnit.MILLISECONDS);
      throw e;
    }
  }

  /**
   * Returns the endpoint URL for SDKs, such as {@code http://127.0.0.1:8000}; {@code https} with a
   * {@linkplain ServerConfig#tls() certificate}.
   */
  public URI endpoint() {
    return endpoint;
  }

  /** Returns the port on which the server listens. */
  public int port() {
    return endpoint.getPort();
  }

  /** Returns the number of open connections. */
  public int connections() {
    return channels.size();
  }

  /** Returns the addresses on which the server listens. */
  List<InetSocketAddress> addresses() {
    return listeners.addresses();
  }

  /** Returns what the connections of this server share. */
  ServerState state() {
    return state;
  }

  /** Waits until {@link #close()} is called. */
  public void awaitClose() {
    listeners.awaitClose();
  }

  /**
   * Stops the server: rejects new connections, waits up to {@link ServerConfig#shutdownGrace()} for
   * requests that have begun to arrive, and closes all connections. It does not wait for
   * {@linkplain dev.monotable.json.HttpReply#answerLater later answers} and streams. Returns when
   * all connections are closed. A second call has no effect. Must not be called on an event loop.
   */
  @Override
  public void close() {
    boolean isKnown = isKnownToNetty();
    try {
      stop();
    } finally {
      leave(isKnown);
    }
  }

  private void stop() {
    // Before the listeners close, so that a client that sees the port closed gets no further
    // keep-alive response.
    state.stop();
    listeners.close();
    for (Channel connection : channels) {
      connection
          .eventLoop()
          .execute(
              () -> {
                ConnectionHandler handler = connection.pipeline().get(ConnectionHandler.class);
                if (handler != null) {
                  handler.drain();
                } else {
                  connection.close();
                }
              });
    }
    channels.newCloseFuture().awaitUninterruptibly(state.config().shutdownGrace().toMillis());
    channels.close().awaitUninterruptibly(STOP_MILLIS);
    state.longRequests().close();
    loops.shutdownGracefully(0, STOP_MILLIS, TimeUnit.MILLISECONDS).awaitUninterruptibly();
  }

  private static URI endpoint(ServerConfig config, InetSocketAddress bound) {
    String host = config.host().contains(":") ? "[" + config.host() + "]" : config.host();
    return URI.create(
        (config.tls() == null ? "http://" : "https://") + host + ":" + bound.getPort());
  }

  /** Returns whether somebody has used this Netty on this thread. */
  private static boolean isKnownToNetty() {
    return InternalThreadLocalMap.getIfSet() != null;
  }

  /**
   * Ends a use of Netty on a thread that is not Netty's. Netty leaves values with each thread,
   * which would keep its classes, their class loader and all that it has loaded while the thread
   * lives.
   *
   * @param isKnown whether the thread had such values before
   */
  private static void leave(boolean isKnown) {
    if (!isKnown) {
      FastThreadLocal.removeAll();
    }
  }

  /**
   * Creates the pipeline of a connection: a decoder and a handler, which also encodes responses.
   */
  private static final class Initializer extends ChannelInitializer<Channel> {
    private final ServerState state;
    private final OpenConnections connections;
    private final Map<EventLoop, LoopState> loops = new ConcurrentHashMap<>();

    Initializer(ServerState state, OpenConnections connections) {
      this.state = state;
      this.connections = connections;
    }

    @Override
    protected void initChannel(Channel channel) {
      LoopState loop =
          loops.computeIfAbsent(channel.eventLoop(), eventLoop -> new LoopState(state, eventLoop));
      ServerTls tls = state.config().tls();
      if (tls != null) {
        channel.pipeline().addLast(tls.newHandler(channel.alloc()));
      }
      if (!connections.add(channel)) {
        channel
            .writeAndFlush(
                loop.encodeRejection(channel.alloc(), HttpError.TOO_MANY_CONNECTIONS, null))
            .addListener(ChannelFutureListener.CLOSE);
        return;
      }
      BoundedRequestDecoder decoder = new BoundedRequestDecoder(state.config());
      channel.pipeline().addLast(decoder, new ConnectionHandler(state, loop, channel, decoder));
    }
  }
}
