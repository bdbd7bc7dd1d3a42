package dev.monotable.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Writes the items of files before a test starts: DynamoDB JSON or plain JSON, one item on each
 * line or all in a list, CSV, an export to S3, or a data model of NoSQL Workbench, which creates
 * its tables too.
 *
 * <pre>{@code
 * @MonotableTest
 * @Table(Order.class)
 * @Seed("orders.json")
 * class OrdersTest { ... }
 * }</pre>
 *
 * <p>On a class, the items exist for all tests of the class, of its subclasses and of its
 * {@code @Nested} classes; on a method, for this test. The files of a class are read once, before
 * its {@code @BeforeAll} methods; each test starts from a copy of the data. The files of a method
 * are read once as well, if its tests start from the same data of the class. If tests share a
 * database, the items are written for each class, or each method, that declares them.
 *
 * <p>An invalid file fails the class or the test, with the name of the file, the line and the
 * reason.
 *
 * @see dev.monotable.DataFiles
 */
@Documented
@Inherited
@Repeatable(Seed.Several.class)
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Seed {
  /**
   * Returns the names of the files: of resources relative to the package of the test class, then to
   * the root of the class path, then of files relative to the working directory, which is the
   * directory of the module with Maven and Gradle. {@code Orders=items.csv} also names the table of
   * the items.
   */
  String[] value();

  /**
   * Returns the table of the items. By default, the content of a file names it; otherwise it is the
   * table with the name of the file ({@code orders.json} for {@code Orders}), or the only table.
   */
  String table() default "";

  /** Several of these annotations; the compiler adds it. */
  @Documented
  @Inherited
  @Target({ElementType.TYPE, ElementType.METHOD})
  @Retention(RetentionPolicy.RUNTIME)
  @interface Several {
    /** Returns the annotations. */
    Seed[] value();
  }
}
