package dev.monotable.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.rules.Project.Module;
import dev.monotable.rules.SourceFile.Method;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests the form of the javadoc of methods in main code. */
class JavadocTest {
  /** A verb in the third person, or a tag that stands for the text. */
  private static final Pattern BEGINNING =
      Pattern.compile("([A-Z][a-z]*s)[ ,].*|\\{@return .*|\\{@inheritDoc}.*", Pattern.DOTALL);

  /** Words of the form of a verb in the third person that are none. */
  private static final Set<String> NO_VERBS =
      Set.of("As", "Is", "Was", "This", "Its", "Items", "Keys", "Bytes", "Names", "Units", "Texts");

  /** The record or the accessor describes a property, and its setter does not repeat that. */
  private static final Pattern SETTER = Pattern.compile(".*\\.(Builder\\.[a-z]+|with[A-Z])\\w*");

  @Test
  void theJavadocOfAMethodBeginsWithAVerb() {
    Findings findings = new Findings("javadoc");
    int methods = 0;
    for (Module module : Project.modules()) {
      for (SourceFile file : module.mainSources()) {
        for (Method method : file.methods()) {
          methods++;
          if (!method.javadoc().isEmpty()
              && !method.isConstructor()
              && !beginsWithVerb(method.javadoc())) {
            findings.add(file.packageName() + "." + method.name(), method.javadoc());
          }
        }
      }
    }
    assertThat(methods).isGreaterThan(5000);
    findings.check();
  }

  @Test
  void aPublicMethodHasJavadoc() {
    Findings findings = new Findings("no javadoc");
    for (Module module : Project.modules()) {
      if (module.name().equals("benchmarks")) {
        continue; // nobody calls them
      }
      for (SourceFile file : module.mainSources()) {
        for (Method method : file.methods()) {
          if (method.isPublic()
              && !method.isConstructor()
              && !method.isOverride()
              && method.javadoc().isEmpty()
              && !SETTER.matcher(method.name()).matches()) {
            findings.add(file.packageName() + "." + method.name(), "has no javadoc");
          }
        }
      }
    }
    findings.check();
  }

  @Test
  void aVerbIsRecognized() {
    assertThat(beginsWithVerb("Returns the size.")).isTrue();
    assertThat(beginsWithVerb("Compares, without decoding,\nboth keys.")).isTrue();
    assertThat(beginsWithVerb("{@return the size}")).isTrue();
    assertThat(beginsWithVerb("Called after a failure.")).isFalse();
    assertThat(beginsWithVerb("Items of the page.")).isFalse();
    assertThat(beginsWithVerb("The size.")).isFalse();
    assertThat(beginsWithVerb("@return the size")).isFalse();
  }

  private static boolean beginsWithVerb(String javadoc) {
    Matcher matcher = BEGINNING.matcher(javadoc);
    return matcher.matches() && (matcher.group(1) == null || !NO_VERBS.contains(matcher.group(1)));
  }
}
