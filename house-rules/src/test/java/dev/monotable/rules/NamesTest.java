package dev.monotable.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.rules.Project.Module;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tests that class names are unique and that each package belongs to one module. */
class NamesTest {

  /** Includes generated code, whose records are imported together with other classes. */
  @Test
  void aSimpleNameOccursOnce() {
    Map<String, Set<String>> packages = new TreeMap<>();
    List<SourceFile> generated = new ArrayList<>();
    for (Module module : Project.modules()) {
      generated.addAll(module.generatedSources());
      List<SourceFile> files = new ArrayList<>(module.mainSources());
      files.addAll(module.generatedSources());
      for (SourceFile file : files) {
        for (String type : file.types()) {
          packages.computeIfAbsent(type, name -> new TreeSet<>()).add(file.packageName());
        }
      }
    }
    assertThat(generated).extracting(SourceFile::name).contains("dev.monotable.model.PutItemInput");
    Findings findings = new Findings("name");
    packages.forEach(
        (name, of) -> {
          if (of.size() > 1) {
            findings.add(name, "in " + of);
          }
        });
    findings.check();
  }

  /** Includes tests, whose names are sentences in lower camel case. */
  @Test
  void theNameOfAMethodHasNoUnderscore() {
    Findings findings = new Findings("underscore");
    List<SourceFile> sources = Project.sources();
    for (SourceFile file : sources) {
      for (SourceFile.Method method : file.methods()) {
        if (method.name().substring(method.name().lastIndexOf('.') + 1).contains("_")) {
          findings.add(file.packageName() + '.' + method.name(), "has an underscore");
        }
      }
    }
    assertThat(sources).isNotEmpty();
    findings.check();
  }

  @Test
  void aPackageIsInOneModule() {
    Map<String, Set<String>> modules = new TreeMap<>();
    for (Module module : Project.modules()) {
      for (List<SourceFile> files :
          List.of(module.mainSources(), module.testSources(), module.generatedSources())) {
        for (SourceFile file : files) {
          modules.computeIfAbsent(file.packageName(), name -> new TreeSet<>()).add(module.name());
        }
      }
    }
    Findings findings = new Findings("module");
    modules.forEach(
        (name, of) -> {
          if (of.size() > 1) {
            findings.add(name, "in " + of);
          }
        });
    findings.check();
  }
}
