package dev.monotable.http;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import org.jspecify.annotations.Nullable;

/** The certificate of a server that accepts HTTPS, with TLS 1.2 and 1.3. Immutable. */
public final class ServerTls {
  private final SslContext context;

  private ServerTls(SslContext context) {
    this.context = context;
  }

  /**
   * Reads a certificate with its chain, and its key, in PEM.
   *
   * @param key in PKCS #8
   * @param password of the key; null if it is not encrypted
   * @throws IOException if a file cannot be read or is invalid
   */
  public static ServerTls ofPem(Path certificate, Path key, @Nullable String password)
      throws IOException {
    try (InputStream chain = Files.newInputStream(certificate);
        InputStream ofKey = Files.newInputStream(key)) {
      return new ServerTls(build(SslContextBuilder.forServer(chain, ofKey, password)));
    } catch (IllegalArgumentException e) {
      throw new IOException(reason(e), e);
    }
  }

  /**
   * Reads the only key of a PKCS #12 file with its certificates.
   *
   * @throws IOException if the file cannot be read or is invalid, or the password is wrong
   */
  public static ServerTls ofPkcs12(Path file, String password) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(in, password.toCharArray());
      KeyManagerFactory manager =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      manager.init(keys, password.toCharArray());
      return new ServerTls(build(SslContextBuilder.forServer(manager)));
    } catch (GeneralSecurityException e) {
      throw new IOException(reason(e), e);
    }
  }

  private static SslContext build(SslContextBuilder builder) throws IOException {
    return builder
        .sslProvider(SslProvider.JDK)
        .protocols("TLSv1.3", "TLSv1.2")
        .applicationProtocolConfig(
            new ApplicationProtocolConfig(
                Protocol.ALPN,
                SelectorFailureBehavior.NO_ADVERTISE,
                SelectedListenerFailureBehavior.ACCEPT,
                ApplicationProtocolNames.HTTP_1_1))
        .build();
  }

  /** Returns the message of an exception, or of the first cause that has one. */
  private static String reason(Throwable failure) {
    Throwable cause = failure.getCause();
    return cause == null || cause.getMessage() == null
        ? String.valueOf(failure.getMessage())
        : failure.getMessage() + ": " + cause.getMessage();
  }

  SslHandler newHandler(ByteBufAllocator allocator) {
    return context.newHandler(allocator);
  }
}
