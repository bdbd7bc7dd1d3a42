package dev.monotable.torture;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The resources of a server process, from {@code jcmd} and {@code /proc}.
 *
 * @param heap the bytes of all live objects, after a full collection
 * @param resident the resident memory of the process in bytes
 * @param files the number of open file descriptors
 * @param instances the number of live objects by class
 */
public record Vitals(
    long heap, long resident, long files, long threads, Map<String, Long> instances) {

  /** Returns whether this machine has what the measurement needs. */
  public static boolean isAvailable() {
    return Files.isDirectory(Path.of("/proc/self/fd")) && Files.isExecutable(jcmd());
  }

  /** Measures a server. */
  public static Vitals of(ServerUnderTest server) throws IOException {
    Path process = Path.of("/proc", Long.toString(server.pid()));
    long heap = -1;
    Map<String, Long> instances = new HashMap<>();
    for (String line : histogram(server.pid())) {
      String[] words = line.trim().split("\\s+");
      if (words[0].equals("Total")) {
        heap = Long.parseLong(words[2]);
      } else if (words.length >= 4 && words[0].endsWith(":")) {
        instances.put(words[3], Long.parseLong(words[1]));
      }
    }
    if (heap < 0) {
      throw new IOException("jcmd printed no histogram");
    }
    long resident = 0;
    long threads = 0;
    for (String line : Files.readAllLines(process.resolve("status"))) {
      String[] words = line.split("\\s+");
      if (words[0].equals("VmRSS:")) {
        resident = Long.parseLong(words[1]) * 1024;
      } else if (words[0].equals("Threads:")) {
        threads = Long.parseLong(words[1]);
      }
    }
    try (Stream<Path> files = Files.list(process.resolve("fd"))) {
      return new Vitals(heap, resident, files.count(), threads, instances);
    }
  }

  /** Returns the number of live objects of a class. */
  public long instances(String type) {
    return instances.getOrDefault(type, 0L);
  }

  private static Path jcmd() {
    return Path.of(System.getProperty("java.home"), "bin", "jcmd");
  }

  private static List<String> histogram(long pid) throws IOException {
    Process process =
        new ProcessBuilder(jcmd().toString(), Long.toString(pid), "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    List<String> lines = new ArrayList<>();
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.add(line);
      }
    }
    return lines;
  }

  @Override
  public String toString() {
    return "heap %,d kB, resident %,d kB, %d files, %d threads"
        .formatted(heap >> 10, resident >> 10, files, threads);
  }
}
