package dev.monotable.conformance.cases;

import dev.monotable.engine.error.ConstraintMessages;
import dev.monotable.engine.error.Edition;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.ValueFault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Every text of the engine's messages, as a pattern: a constant is itself; a method is called with
 * stand-ins for its arguments, once for each way that it can be told apart by (each edition, each
 * kind of fault, true and false, something and nothing).
 */
final class Texts {
  private static final String STRING = "\u00a7";
  private static final int NUMBER = 777_777_777;

  /** Stands for all types: which of them a text can name differs. */
  private static final AttributeType TYPE = AttributeType.BOOL;

  private Texts() {}

  /** Patterns by the name of the constant or method, with its variant. */
  static Map<String, Pattern> all() {
    Map<String, Pattern> texts = new TreeMap<>();
    for (Class<?> type : messageClasses()) {
      for (Field field : type.getFields()) {
        if (Modifier.isStatic(field.getModifiers()) && field.getType() == String.class) {
          texts.put(type.getSimpleName() + '.' + field.getName(), pattern(value(field)));
        }
      }
      for (Method method : type.getMethods()) {
        if (Modifier.isStatic(method.getModifiers()) && method.getReturnType() == String.class) {
          addVariants(texts, type.getSimpleName() + '.' + method.getName(), method);
        }
      }
    }
    return texts;
  }

  private static String value(Field field) {
    try {
      return String.valueOf(field.get(null));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Class<?>> messageClasses() {
    List<Class<?>> classes = new ArrayList<>();
    for (String name : classNames()) {
      if (name.endsWith("Messages.class")) {
        String simple = name.substring(0, name.length() - ".class".length());
        try {
          classes.add(Class.forName(ConstraintMessages.class.getPackageName() + '.' + simple));
        } catch (ClassNotFoundException e) {
          throw new IllegalStateException(e);
        }
      }
    }
    return classes;
  }

  private static List<String> classNames() {
    try {
      URI home =
          ConstraintMessages.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      String folder = ConstraintMessages.class.getPackageName().replace('.', '/');
      Path path = Path.of(home);
      if (Files.isDirectory(path)) {
        return names(path.resolve(folder));
      }
      try (FileSystem jar = FileSystems.newFileSystem(path)) {
        return names(jar.getPath(folder));
      }
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  private static void addVariants(Map<String, Pattern> texts, String name, Method method) {
    List<Object[]> calls = new ArrayList<>();
    calls.add(new Object[0]);
    for (Parameter parameter : method.getParameters()) {
      List<Object[]> longer = new ArrayList<>();
      for (Object[] call : calls) {
        for (Object value : values(parameter)) {
          Object[] next = Arrays.copyOf(call, call.length + 1);
          next[call.length] = value == ABSENT ? null : value;
          longer.add(next);
        }
      }
      calls = longer;
    }
    Map<String, Set<Object>> variants = new TreeMap<>();
    for (Object[] call : calls) {
      String text;
      try {
        text = (String) method.invoke(null, call);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(name, e);
      }
      if (text != null) {
        variants.computeIfAbsent(text, key -> new LinkedHashSet<>()).add(shown(call));
      }
    }
    variants.forEach((text, call) -> texts.put(name + call.iterator().next(), pattern(text)));
  }

  private static final Object ABSENT = new Object();

  private static List<Object> values(Parameter parameter) {
    Class<?> type = parameter.getType();
    boolean nullable = parameter.getAnnotatedType().isAnnotationPresent(Nullable.class);
    List<Object> values = new ArrayList<>();
    if (type == String.class) {
      values.add(STRING);
    } else if (type == int.class || type == Integer.class) {
      values.add(NUMBER);
    } else if (type == long.class) {
      values.add((long) NUMBER);
    } else if (type == boolean.class) {
      values.addAll(List.of(true, false));
    } else if (type == Boolean.class) {
      values.add(true);
    } else if (type == List.class || type == Collection.class) {
      values.add(List.of(STRING));
    } else if (type == AttributeType.class) {
      values.add(TYPE);
    } else if (type == AttributeValue.class) {
      values.add(AttributeValue.string(STRING));
    } else if (type == ValueFault.class) {
      for (ValueFault.Kind kind : ValueFault.Kind.values()) {
        for (String set : List.of("SS", "NS", "BS")) {
          values.add(
              new ValueFault(
                  kind,
                  STRING,
                  switch (kind) {
                    case EMPTY_SET, NULL_IN_SET -> List.of(set);
                    case DUPLICATES_IN_SET -> List.of(set, "AA==", "AA==");
                    case NUMBER_OVERFLOW -> List.of("1e126");
                    case NUMBER_UNDERFLOW -> List.of("1e-131");
                    default -> List.of(STRING);
                  }));
        }
      }
    } else if (type == Edition.class) {
      values.addAll(List.of(Edition.values()));
    } else {
      throw new IllegalStateException("no stand-in for " + parameter);
    }
    if (nullable) {
      values.add(ABSENT);
    }
    return values;
  }

  private static String shown(Object[] call) {
    StringBuilder shown = new StringBuilder("(");
    for (Object argument : call) {
      shown.append(shown.length() > 1 ? ", " : "").append(shown(argument));
    }
    return shown.append(')').toString();
  }

  private static String shown(@Nullable Object argument) {
    return argument instanceof ValueFault fault
        ? fault.kind() + " " + fault.arguments()
        : String.valueOf(argument);
  }

  private static Pattern pattern(String text) {
    String quoted =
        Pattern.quote(text)
            .replaceAll("BOOLEAN|BOOL", "\\\\E[A-Z_]+\\\\Q") // a type's name
            .replace("{S:" + STRING, "{\\E[SNB]:.*\\Q")
            .replace(STRING, "\\E.*\\Q")
            .replace(Integer.toString(NUMBER + 1), "\\E\\d+\\Q")
            .replace(Integer.toString(NUMBER), "\\E-?\\d+\\Q")
            .replace("AA==", "\\E.*\\Q");
    return Pattern.compile(quoted, Pattern.DOTALL);
  }
}
