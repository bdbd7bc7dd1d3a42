import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultText;
import dev.monotable.engine.error.Wording;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Prints the code and the text of each fault in each wording, sorted, with made-up values. It reads
 * the classes of any revision, so it asks them by reflection.
 */
public class FaultTexts {
  private static final String PACKAGE = "dev/monotable/engine/error";

  public static void main(String[] arguments) throws Exception {
    TreeSet<String> lines = new TreeSet<>();
    for (Class<?> type : types(Path.of(arguments[0]))) {
      // A test chooses the text of a ChosenError, which earlier revisions do not have.
      if (!Fault.class.isAssignableFrom(type)
          || type == FaultText.Filled.class
          || type.getSimpleName().equals("ChosenError")) {
        continue;
      }
      if (type.isEnum()) {
        for (Object constant : type.getEnumConstants()) {
          add(name(type) + "." + ((Enum<?>) constant).name(), (Fault) constant, lines);
        }
      } else if (type.isRecord()) {
        for (int choice = 0; choice < 4; choice++) {
          Object fault = sample(type, choice, 0);
          if (fault != null) {
            add(name(type) + " " + fault, (Fault) fault, lines);
          }
        }
      }
    }
    lines.forEach(System.out::println);
  }

  private static List<Class<?>> types(Path classes) throws IOException, ClassNotFoundException {
    List<Class<?>> types = new ArrayList<>();
    try (Stream<Path> files = Files.list(classes.resolve(PACKAGE))) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".class") && !name.equals("package-info.class")) {
          types.add(Class.forName((PACKAGE + "/" + name.replace(".class", "")).replace('/', '.')));
        }
      }
    }
    return types;
  }

  /** Returns the names of a family and its record, wherever the record is; without that of Plain. */
  private static String name(Class<?> type) {
    String simple = type.getSimpleName();
    for (Class<?> family : type.getInterfaces()) {
      if (family != Fault.class && family != FaultText.class && Fault.class.isAssignableFrom(family)) {
        return family.getSimpleName() + (simple.equals("Plain") ? "" : "$" + simple);
      }
    }
    return simple;
  }

  private static void add(String name, Fault fault, TreeSet<String> lines) {
    for (Wording wording : Wording.all()) {
      String text;
      try {
        text = fault.code() + " | " + wording.message(fault);
      } catch (NullPointerException e) {
        continue; // a made-up null where the fault requires a value
      } catch (RuntimeException e) {
        text = e.getClass().getSimpleName();
      }
      lines.add(
          (name + " | " + wording.label() + " | " + text).replace("\n", "\\n"));
    }
  }

  /** Returns a value of a type: another one for each choice; null if none can be made. */
  private static Object sample(Type type, int choice, int depth) throws Exception {
    if (type instanceof ParameterizedType parameterized) {
      Object element = sample(parameterized.getActualTypeArguments()[0], choice % 3, depth + 1);
      return parameterized.getRawType() == List.class
          ? (element == null ? List.of() : List.of(element))
          : parameterized.getRawType() == Map.class ? Map.of() : null;
    }
    if (!(type instanceof Class<?> simple) || depth > 4) {
      return null;
    }
    if (simple == String.class) {
      return choice == 3 ? null : "text" + choice;
    }
    if (simple == int.class || simple == Integer.class) {
      return choice;
    }
    if (simple == long.class || simple == Long.class) {
      return (long) choice;
    }
    if (simple == boolean.class) {
      return choice % 2 == 0;
    }
    if (simple.isEnum()) {
      Object[] constants = simple.getEnumConstants();
      return constants[Math.min(choice, constants.length - 1)];
    }
    if (simple == Fault.class) {
      return first("dev.monotable.engine.error.TableFault$Plain", "dev.monotable.engine.error.TableFault");
    }
    if (simple.isSealed()) {
      Class<?>[] permitted = simple.getPermittedSubclasses();
      return sample(permitted[Math.min(choice, permitted.length - 1)], choice, depth + 1);
    }
    return simple.isRecord() ? sampleRecord(simple, choice, depth) : null;
  }

  private static Object sampleRecord(Class<?> type, int choice, int depth) throws Exception {
    if (Modifier.isAbstract(type.getModifiers())) {
      return null;
    }
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = sample(components[i].getGenericType(), choice, depth + 1);
    }
    Constructor<?> constructor = type.getDeclaredConstructor(types);
    constructor.setAccessible(true);
    try {
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      return null;
    }
  }

  private static Object first(String... names) {
    for (String name : names) {
      try {
        Object[] constants = Class.forName(name).getEnumConstants();
        if (constants != null) {
          return constants[0];
        }
      } catch (ClassNotFoundException e) {
        // Another revision has it.
      }
    }
    return null;
  }
}
