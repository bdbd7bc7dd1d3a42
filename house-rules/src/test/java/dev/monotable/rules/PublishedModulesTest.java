package dev.monotable.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Tests that each module is either published, and then complete, or neither installed nor deployed.
 */
class PublishedModulesTest {
  private static final String BOM = "bom";

  @Test
  void theBomListsThePublishedModules() throws Exception {
    TreeSet<String> published = new TreeSet<>();
    for (Module module : modules()) {
      if (module.isPublished() && !module.directory().equals(BOM)) {
        published.add(module.text("artifactId"));
      }
    }

    Module bom = module(BOM);
    List<String> listed = new ArrayList<>();
    Element dependencies = child(child(bom.pom(), "dependencyManagement"), "dependencies");
    for (Element dependency : children(dependencies)) {
      assertThat(textOf(dependency, "groupId")).isEqualTo("dev.monotable");
      assertThat(textOf(dependency, "version")).isEqualTo("${project.version}");
      listed.add(textOf(dependency, "artifactId"));
    }

    assertThat(listed).containsExactlyElementsOf(published);
    assertThat(published).contains("monotable-junit", "monotable-engine");
    assertThat(bom.text("version")).isEqualTo(root().text("version"));
  }

  /** Maven Central requires a name and a description that no parent can give. */
  @Test
  void aPublishedModuleHasANameAndADescription() throws Exception {
    for (Module module : modules()) {
      assertThat(module.text("name")).as(module.directory()).isNotBlank();
      assertThat(module.text("description")).as(module.directory()).isNotBlank();
    }
    for (Module module : List.of(root(), module(BOM))) {
      for (String member : List.of("url", "licenses", "developers", "scm")) {
        assertThat(module.text(member)).as(module.directory() + " " + member).isNotBlank();
      }
    }
  }

  @Test
  void aModuleIsInstalledIfItIsDeployed() throws Exception {
    for (Module module : modules()) {
      assertThat(module.skips("maven.install.skip"))
          .as(module.directory())
          .isEqualTo(module.skips("maven.deploy.skip"));
    }
    assertThat(module("house-rules").isPublished()).isFalse();
  }

  private record Module(String directory, Element pom) {
    String text(String child) {
      return textOf(pom, child);
    }

    boolean isPublished() {
      return !skips("maven.deploy.skip");
    }

    boolean skips(String property) {
      Element properties =
          children(pom).stream()
              .filter(child -> child.getTagName().equals("properties"))
              .findFirst()
              .orElse(null);
      return properties != null
          && children(properties).stream()
              .anyMatch(
                  child ->
                      child.getTagName().equals(property) && child.getTextContent().equals("true"));
    }
  }

  private static List<Module> modules() throws Exception {
    List<Module> modules = new ArrayList<>();
    for (Element module : children(child(root().pom(), "modules"))) {
      modules.add(module(module.getTextContent()));
    }
    return modules;
  }

  private static Module root() throws Exception {
    return module("");
  }

  private static Module module(String directory) throws Exception {
    Path pom = Project.root().resolve(directory).resolve("pom.xml");
    Document document =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
    return new Module(directory, document.getDocumentElement());
  }

  private static String textOf(Element parent, String name) {
    return child(parent, name).getTextContent().strip();
  }

  private static Element child(Element parent, String name) {
    return children(parent).stream()
        .filter(child -> child.getTagName().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new AssertionError("no <" + name + "> in <" + parent.getTagName() + ">"));
  }

  private static List<Element> children(Element parent) {
    List<Element> children = new ArrayList<>();
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element) {
        children.add(element);
      }
    }
    return children;
  }
}
