package dev.monotable.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Creates the tables that schema files describe before a test starts: a CloudFormation or SAM
 * template, the output of {@code cdk synth}, a {@code serverless.yml}, the output of {@code
 * terraform show -json}, a data model of NoSQL Workbench, or JSON of CreateTable or DescribeTable.
 *
 * <pre>{@code
 * @MonotableTest
 * @Schema(value = "../infra/template.yaml", parameters = "Stage=test")
 * @Seed("chat.json")
 * class ChatTest { ... }
 * }</pre>
 *
 * <p>On a class, the tables exist for all tests of the class, of its subclasses and of its
 * {@code @Nested} classes; on a method, for this test. The files of a class are read once, before
 * its {@code @BeforeAll} methods; each test starts from a copy of the data. The files of a method
 * are read once as well, if its tests start from the same data of the class. Tables of schema files
 * are created first, then those of {@link Table}, then the items of {@link Seed} are written. A
 * table that exists is left as it is.
 *
 * <p>An invalid file fails the class or the test, with the name of the file, the line and the
 * reason.
 *
 * @see dev.monotable.DataFiles
 */
@Documented
@Inherited
@Repeatable(Schema.Several.class)
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Schema {
  /**
   * Returns the names of the files: of resources relative to the package of the test class, then to
   * the root of the class path, then of files relative to the working directory, which is the
   * directory of the module with Maven and Gradle.
   */
  String[] value();

  /**
   * Returns the parameters of the templates, each as {@code NAME=VALUE}; for a {@code
   * serverless.yml}, options such as {@code stage=test}.
   */
  String[] parameters() default {};

  /** Several of these annotations; the compiler adds it. */
  @Documented
  @Inherited
  @Target({ElementType.TYPE, ElementType.METHOD})
  @Retention(RetentionPolicy.RUNTIME)
  @interface Several {
    /** Returns the annotations. */
    Schema[] value();
  }
}
