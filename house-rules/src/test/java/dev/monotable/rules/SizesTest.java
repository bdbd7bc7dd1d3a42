package dev.monotable.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.rules.Project.Module;
import dev.monotable.rules.SourceFile.Measured;
import dev.monotable.rules.SourceFile.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tests the size limits of main code and tests in all modules, except generated code. */
class SizesTest {
  private static final int MOST_FILES = 30;
  private static final int MOST_LINES_OF_CLASS = 599;
  private static final int MOST_LINES_OF_METHOD = 60;
  private static final int MOST_PARAMETERS = 7;

  private static final List<SourceFile> SOURCES = Project.sources();

  @Test
  void everyModuleIsChecked() {
    assertThat(Project.modules())
        .extracting(Module::name)
        .contains("generator", "engine", "http-frontend", "house-rules");
    assertThat(SOURCES)
        .extracting(SourceFile::name)
        .contains("dev.monotable.engine.MonotableEngine", "dev.monotable.rules.SizesTest");
  }

  @Test
  void aPackageHasAtMostThirtyFiles() {
    Findings findings = new Findings("files");
    for (Module module : Project.modules()) {
      for (List<SourceFile> set : List.of(module.mainSources(), module.testSources())) {
        Map<String, Integer> counts = new TreeMap<>();
        set.forEach(file -> counts.merge(file.packageName(), 1, Integer::sum));
        counts.forEach(
            (name, count) -> {
              if (count > MOST_FILES) {
                findings.add(name, count + " files");
              }
            });
      }
    }
    findings.check();
  }

  @Test
  void aClassHasFewerThanSixHundredLines() {
    Findings findings = new Findings("class");
    for (SourceFile file : SOURCES) {
      if (file.lines() > MOST_LINES_OF_CLASS) {
        findings.add(file.name(), file.lines() + " lines");
      }
    }
    findings.check();
  }

  @Test
  void aMethodHasAtMostSixtyLines() {
    Findings findings = new Findings("method");
    for (SourceFile file : SOURCES) {
      for (Method method : file.methods()) {
        if (method.lines() > MOST_LINES_OF_METHOD) {
          findings.add(file.packageName() + "." + method.name(), method.lines() + " lines");
        }
      }
    }
    findings.check();
  }

  /** A record may have more components if a builder is generated, which sets them by name. */
  @Test
  void noMethodHasMoreThanSevenParameters() {
    Set<String> generated = new TreeSet<>();
    for (Module module : Project.modules()) {
      module.generatedSources().forEach(file -> generated.add(file.name()));
    }
    Findings findings = new Findings("parameters");
    for (SourceFile file : SOURCES) {
      for (Measured callable : file.callables()) {
        boolean isBuilt =
            callable.name().equals(file.types().get(0))
                && generated.contains(file.name() + "Builder");
        if (callable.size() > MOST_PARAMETERS && !isBuilt) {
          findings.add(file.packageName() + "." + callable.name(), callable.size() + " parameters");
        }
      }
    }
    findings.check();
  }
}
