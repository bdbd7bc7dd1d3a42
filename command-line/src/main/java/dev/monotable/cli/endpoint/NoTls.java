package dev.monotable.cli.endpoint;

import java.security.KeyManagementException;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The TLS of a client that uses plain HTTP: none. Without it, {@link java.net.http.HttpClient}
 * loads the providers and the certificates of Java when it is created, which takes longer than the
 * rest of a command.
 */
final class NoTls extends SSLContext {
  NoTls() {
    super(new Spi(), null, "none");
  }

  private static final class Spi extends SSLContextSpi {
    private static UnsupportedOperationException unsupported() {
      return new UnsupportedOperationException("this client uses plain HTTP");
    }

    @Override
    protected void engineInit(
        KeyManager @Nullable [] keys,
        TrustManager @Nullable [] trust,
        @Nullable SecureRandom random)
        throws KeyManagementException {
      throw unsupported();
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
      throw unsupported();
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
      throw unsupported();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
      throw unsupported();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      throw unsupported();
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
      throw unsupported();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      throw unsupported();
    }
  }
}
