package dev.monotable.cli.serve;

import dev.monotable.http.ServerTls;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A certificate for {@code localhost} and other names of this machine, and the authority that
 * signed it, in a directory. They are generated once, by the {@code keytool} of the running JDK,
 * and again if they expire or lack a name. The key of the authority is discarded, so it has signed
 * nothing else.
 */
final class GeneratedCertificate {
  private static final String AUTHORITY = "authority";
  private static final String SERVER = "server";

  /** Protects nothing: only the user can read the files. */
  private static final String PASSWORD = "monotable";

  /** The longest validity that macOS accepts is 825 days. */
  private static final int DAYS = 800;

  private static final Duration RENEWAL = Duration.ofDays(14);

  private final Path directory;
  private final Set<String> names;
  private final InstantSource clock;

  /**
   * Selects the certificate in a directory.
   *
   * @param names host names and IP addresses of the server, in addition to those of this machine
   */
  GeneratedCertificate(Path directory, Collection<String> names, InstantSource clock) {
    this.directory = directory;
    this.names = new LinkedHashSet<>(List.of("localhost", "127.0.0.1", normal("::1"), hostName()));
    names.forEach(name -> this.names.add(normal(name)));
    this.clock = clock;
  }

  private static String hostName() {
    try {
      String name = InetAddress.getLocalHost().getHostName();
      return name.matches("[A-Za-z0-9.-]+") ? name : "localhost";
    } catch (IOException e) {
      return "localhost";
    }
  }

  /** Returns the file with the certificate of the authority, in PEM. */
  Path authority() {
    return directory.resolve("authority.pem");
  }

  private Path keys() {
    return directory.resolve("server.p12");
  }

  /**
   * Reads the certificate; generates it if necessary.
   *
   * @throws IOException if it cannot be generated, or the files cannot be written or read
   */
  ServerTls tls() throws IOException {
    if (!isUsable()) {
      generate();
    }
    return ServerTls.ofPkcs12(keys(), PASSWORD);
  }

  private boolean isUsable() {
    if (!Files.isReadable(keys()) || !Files.isReadable(authority())) {
      return false;
    }
    try {
      Certificate[] chain = load(keys()).getCertificateChain(SERVER);
      X509Certificate server = (X509Certificate) chain[0];
      server.checkValidity(Date.from(clock.instant().plus(RENEWAL)));
      return Files.readString(authority()).equals(pem(chain[1]))
          && alternativeNames(server).containsAll(names);
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      return false; // is replaced
    }
  }

  private static Set<String> alternativeNames(X509Certificate certificate)
      throws CertificateException {
    Set<String> found = new LinkedHashSet<>();
    Collection<List<?>> all = certificate.getSubjectAlternativeNames();
    if (all != null) {
      for (List<?> name : all) {
        found.add(normal(String.valueOf(name.get(1))));
      }
    }
    return found;
  }

  /**
   * Returns a name in one form: an IPv6 address has many, and those in a certificate are written in
   * full.
   */
  private static String normal(String name) {
    if (!name.contains(":")) {
      return name;
    }
    String literal = name.replaceAll("^\\[|]$", "").replaceFirst("%.*", "");
    try {
      return InetAddress.getByName(literal).getHostAddress(); // asks no name server
    } catch (UnknownHostException e) {
      return name; // keytool rejects it
    }
  }

  // ---- generation ----

  private void generate() throws IOException {
    Files.createDirectories(directory);
    Path work = Files.createTempDirectory(directory, "new");
    Path store = work.resolve("keys.p12");
    try {
      keytool(
          store,
          AUTHORITY,
          "CN=Monotable authority of " + hostName(),
          "bc:critical=ca:true,pathlen:0",
          "ku:critical=keyCertSign");
      keytool(
          store,
          SERVER,
          "CN=localhost",
          "san=" + sanList(),
          "eku=serverAuth",
          "-signer",
          AUTHORITY);
      KeyStore both = load(store);
      Certificate[] chain = both.getCertificateChain(SERVER);
      KeyStore server = KeyStore.getInstance("PKCS12");
      server.load(null, null);
      server.setKeyEntry(
          SERVER, both.getKey(SERVER, PASSWORD.toCharArray()), PASSWORD.toCharArray(), chain);
      try (OutputStream out = open(keys())) {
        server.store(out, PASSWORD.toCharArray());
      }
      Files.writeString(authority(), pem(chain[1]));
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot generate a certificate: " + e.getMessage(), e);
    } finally {
      Files.deleteIfExists(store);
      Files.deleteIfExists(work);
    }
  }

  /** Creates or replaces a file that only this user can read. */
  private static OutputStream open(Path file) throws IOException {
    Files.deleteIfExists(file);
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    return Files.newOutputStream(file);
  }

  private String sanList() {
    List<String> list = new ArrayList<>();
    for (String name : names) {
      boolean address = name.contains(":") || name.matches("[0-9.]+");
      list.add((address ? "ip:" : "dns:") + name);
    }
    return String.join(",", list);
  }

  private static void keytool(Path store, String alias, String subject, String... extensions)
      throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    line.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-genkeypair", "-alias", alias));
    line.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-dname", subject));
    line.addAll(List.of("-validity", String.valueOf(DAYS), "-storetype", "PKCS12"));
    line.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
    for (String extension : extensions) {
      if (extension.contains("=")) {
        line.add("-ext");
      }
      line.add(extension);
    }
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException("cannot generate a certificate: " + output.strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static KeyStore load(Path store) throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return keys;
  }

  private static String pem(Certificate certificate) throws GeneralSecurityException {
    Base64.Encoder lines = Base64.getMimeEncoder(64, new byte[] {'\n'});
    return "-----BEGIN CERTIFICATE-----\n"
        + lines.encodeToString(certificate.getEncoded())
        + "\n-----END CERTIFICATE-----\n";
  }
}
