package dev.monotable.benchmark.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.CRC32;

/**
 * A Netty server that shows the limit of this stack. It reads only the path of a request, which
 * contains the length of the body to return, such as {@code /450}, and returns the headers of
 * DynamoDB and the CRC-32 of that body.
 *
 * <pre>java -cp ... dev.monotable.benchmark.server.BareServer PORT [--exit]</pre>
 */
public final class BareServer {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private BareServer() {}

  /** Starts the server; with {@code --exit}, exits at once, to write the class-data archive. */
  public static void main(String[] arguments) {
    boolean epoll = Epoll.isAvailable();
    IoHandlerFactory transport = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    Class<? extends ServerChannel> channel =
        epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    new ServerBootstrap()
        .group(new MultiThreadIoEventLoopGroup(transport))
        .channel(channel)
        .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
        .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childHandler(
            new ChannelInitializer<SocketChannel>() {
              @Override
              protected void initChannel(SocketChannel connection) {
                connection.pipeline().addLast(new HttpRequestDecoder(), new Answering());
              }
            })
        .bind("127.0.0.1", Integer.parseInt(arguments[0]))
        .syncUninterruptibly();
    System.out.println("bare listens");
    if (arguments.length > 1) {
      System.exit(0);
    }
  }

  private static final class Answering extends ChannelInboundHandlerAdapter {
    private final CRC32 crc = new CRC32();
    private String path = "/0";
    private byte[] body = {};
    private String date = "";
    private long second = -1;
    private long requestId;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (message instanceof HttpRequest request) {
        path = request.uri();
      }
      boolean whole = message instanceof LastHttpContent;
      ReferenceCountUtil.release(message);
      if (whole) {
        answer(context);
      }
    }

    private void answer(ChannelHandlerContext context) {
      int length = Integer.parseInt(path, 1, path.length(), 10);
      if (body.length != length) {
        body = new byte[length];
        Arrays.fill(body, (byte) 'x');
      }
      long now = System.nanoTime() / 1_000_000_000L;
      if (now != second) {
        second = now;
        date = DATE.format(Instant.EPOCH.plusSeconds(now));
      }
      crc.reset();
      crc.update(body);
      String head =
          "HTTP/1.1 200 OK\r\nServer: Server\r\nDate: "
              + date
              + "\r\nContent-Type: application/x-amz-json-1.0\r\nConnection: keep-alive"
              + "\r\nx-amzn-RequestId: "
              + Long.toHexString(0x1000_0000_0000_0000L + requestId++)
              + "VV4KQNSO5AEMVJF66Q9ASUAAJGVV4KQNSO5A\r\nx-amz-crc32: "
              + crc.getValue()
              + "\r\nContent-Length: "
              + length
              + "\r\n\r\n";
      ByteBuf buffer = context.alloc().ioBuffer(head.length() + length);
      buffer.writeCharSequence(head, StandardCharsets.US_ASCII);
      buffer.writeBytes(body);
      context.write(buffer, context.voidPromise());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.flush();
    }
  }
}
