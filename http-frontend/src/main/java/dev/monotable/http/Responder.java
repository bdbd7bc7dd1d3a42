package dev.monotable.http;

import dev.monotable.json.HttpReply;
import dev.monotable.json.HttpService;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Lets services answer the requests of a connection, and sends the responses. Most are sent at
 * once. The connection is held for all others:
 *
 * <ul>
 *   <li>while another thread handles the request or finishes its response: {@link LongRequest};
 *   <li>until the log of the database has what the response depends on: {@link CommitWait};
 *   <li>until a service answers, or ends its stream: {@link ServiceAnswer}.
 * </ul>
 *
 * So there is at most one of them. All methods run on the event loop of the channel.
 */
final class Responder {
  private final ConnectionHandler connection;
  private final ServerState server;
  private final LoopState loop;
  private final Channel channel;
  private final Holding holding;
  private final Lingering end;
  private final ResponseWriter writer;
  private final CommitWait commit;
  private final ReceivedRequest received = new ReceivedRequest();
  private @Nullable LongRequest longRequest;
  private @Nullable ServiceAnswer serviceAnswer;

  Responder(
      ConnectionHandler connection,
      ServerState server,
      LoopState loop,
      Holding holding,
      Lingering end) {
    this.connection = connection;
    this.server = server;
    this.loop = loop;
    this.channel = connection.channel();
    this.holding = holding;
    this.end = end;
    this.writer = new ResponseWriter(channel, holding, end, connection::progressed);
    this.commit = new CommitWait(server, loop, channel, () -> connection.guard(this::sendLogged));
  }

  Channel channel() {
    return channel;
  }

  /** Lets a service handle a request on the event loop. */
  void handle(HttpService service, HttpRequest head, byte[] bytes, int length) {
    HttpReply reply = loop.reply();
    received.set(head, channel, bytes, length);
    try {
      server.access().begin(service, received, reply, LongRequests.LARGE_BYTES);
    } finally {
      received.clear();
    }
    if (reply.dropped()) {
      end.closeWhenSent();
      return;
    }
    switch (reply.kind()) {
      case COMPLETE -> send(head, reply);
      case UNFINISHED, LONG -> finish(head, loop.takeReply());
      case LATE, STREAM -> await(head, loop.takeReply());
    }
  }

  private void send(HttpRequest head, HttpReply reply) {
    boolean keepAlive = server.keepsAlive(head, reply);
    boolean withBody = head.method() != HttpMethod.HEAD;
    if (reply.awaitsCommit() && commit.begin(keepAlive, withBody)) {
      holding.holdReading(Holding.FOR_COMMIT);
      return;
    }
    write(loop.encodeReply(channel.alloc(), keepAlive, withBody), keepAlive);
  }

  private void write(ByteBuf response, boolean keepAlive) {
    writer.write(response, keepAlive, connection.hasMore());
  }

  private void sendLogged() {
    if (!commit.isDone()) {
      return;
    }
    if (!end.isOpen()) {
      commit.drop();
      return;
    }
    boolean keepAlive = commit.keepAlive();
    write(commit.take(), keepAlive);
    channel.flush();
    connection.release(Holding.FOR_COMMIT);
  }

  // ---- requests on other threads ----

  /** Lets a service handle a request on another thread, which releases the body. */
  void start(HttpRequest head, HttpService service, RequestBody body, boolean mayWait) {
    start(LongRequest.ofRequest(this, server, head, service, body), mayWait);
  }

  private void finish(HttpRequest head, HttpReply unfinished) {
    start(LongRequest.ofReply(this, server, head, unfinished), false);
  }

  private void start(LongRequest request, boolean mayWait) {
    longRequest = request;
    holding.hold(Holding.FOR_LONG_REQUEST);
    request.start(mayWait);
  }

  /** Handles the end of a long request of this connection, even if the connection is closed. */
  void completed(LongRequest request) {
    if (request == longRequest) {
      longRequest = null;
      connection.guard(() -> respond(request));
    } else if (end.isClosed()) {
      request.discard();
    }
  }

  private void respond(LongRequest request) {
    Queue<ByteBuf> response = request.takeResponse();
    HttpReply reply = request.reply();
    if (response != null) {
      boolean keepAlive = request.keepAlive() && !server.stopping();
      writer.write(request, response, keepAlive, connection.hasMore());
      channel.flush();
    } else if (reply.dropped()) {
      end.closeWhenSent();
    } else if (reply.kind() == HttpReply.Kind.LATE || reply.kind() == HttpReply.Kind.STREAM) {
      await(request.head(), reply);
    } else {
      connection.fail(HttpError.INTERNAL);
    }
    connection.release(Holding.FOR_LONG_REQUEST);
  }

  // ---- late answers and streams ----

  private void await(HttpRequest head, HttpReply reply) {
    holding.holdReading(Holding.FOR_SERVICE);
    if (!holding.hasMessages()) {
      channel.config().setAutoRead(true); // otherwise the end of the client would not be noticed
    }
    ServiceAnswer answer = new ServiceAnswer(server, channel, head, reply, connection::progressed);
    serviceAnswer = answer;
    if (!answer.begin(() -> connection.execute(this::answered))) {
      serviceAnswer = null;
      connection.fail(HttpError.TOO_MANY_STREAMS);
    } else if (server.stopping()) {
      endService();
    } else if (end.inputEnded()) {
      channel.close(); // the client has gone before
    }
  }

  /** Ends what a service answers later, or writes piece by piece, because the server stops. */
  void endService() {
    ServiceAnswer answer = serviceAnswer;
    if (answer == null) {
      return;
    }
    if (answer.isStream()) {
      channel.close();
    } else if (answer.isDone()) {
      answered();
    } else {
      serviceAnswer = null;
      answer.drop();
      connection.fail(HttpError.STOPPING);
    }
  }

  /** Writes the response of a service, or the end of its stream, if it is complete. */
  private void answered() {
    ServiceAnswer answer = serviceAnswer;
    if (answer == null || !answer.isDone()) {
      return;
    }
    serviceAnswer = null;
    if (!end.isOpen()) {
      answer.drop();
    } else if (answer.isStream()) {
      answer.drop();
      write(answer.lastBytes(), false);
    } else if (answer.take()) {
      boolean keepAlive = server.keepsAlive(answer.head(), answer.reply());
      write(answer.encode(keepAlive), keepAlive);
      channel.flush();
    } else {
      finish(answer.head(), answer.reply());
    }
    connection.release(Holding.FOR_SERVICE);
  }

  /** Returns whether a service answers later, or writes a response piece by piece. */
  boolean awaitsService() {
    return serviceAnswer != null;
  }

  /** Returns whether a service writes a response piece by piece. May be called on any thread. */
  boolean isStreaming() {
    ServiceAnswer answer = serviceAnswer;
    return answer != null && answer.isStream();
  }

  // ---- for the connection ----

  /** Returns whether a large response has not been sent completely. */
  boolean isSendingLong() {
    return writer.isSendingLong();
  }

  /**
   * Repeats what was lost because memory had run out. Returns true if the connection waits for
   * something that has its own time.
   */
  boolean tick() {
    LongRequest running = longRequest;
    ServiceAnswer answer = serviceAnswer;
    if (running != null) {
      if (running.isDone()) {
        completed(running);
      } else if (running.isWaiting()) {
        running.memoryFreed();
      }
      return true;
    }
    if (answer != null) {
      if (answer.tick()) {
        answered();
      }
      return !answer.isStream();
    }
    if (commit.isDone()) {
      sendLogged();
      return true;
    }
    return false;
  }

  /** Drops what is pending, because the connection is closed. */
  void drop() {
    LongRequest running = longRequest;
    if (running != null) {
      longRequest = null;
      running.abandon();
    }
    ServiceAnswer answer = serviceAnswer;
    if (answer != null) {
      serviceAnswer = null;
      answer.drop();
    }
    commit.drop();
  }
}
