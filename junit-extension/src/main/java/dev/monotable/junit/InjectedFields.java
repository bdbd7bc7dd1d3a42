package dev.monotable.junit;

import dev.monotable.Monotable;
import dev.monotable.engine.MonotableEngine;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/** The fields of a test class and of its superclasses with {@link Injected}. */
final class InjectedFields {
  private final Class<?> testClass;
  private final List<InjectedField> fields = new ArrayList<>();

  /** A field with the access to it. */
  private record InjectedField(Field field, VarHandle access, InjectedValue injected) {
    boolean isStatic() {
      return Modifier.isStatic(field.getModifiers());
    }

    Object value(DatabaseScope scope) {
      try {
        return injected.of(scope);
      } catch (IllegalArgumentException e) {
        throw invalid(field, String.valueOf(e.getMessage()));
      }
    }
  }

  /**
   * Finds the fields.
   *
   * @throws ExtensionConfigurationException if a field is final or its type is not supported
   */
  InjectedFields(Class<?> testClass) {
    this.testClass = testClass;
    for (Class<?> type = testClass; type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (field.isAnnotationPresent(Injected.class)) {
          fields.add(
              new InjectedField(
                  field,
                  access(field),
                  new InjectedValue(field, field.getType(), field.getGenericType())));
        }
      }
    }
  }

  private static VarHandle access(Field field) {
    Class<?> type = field.getType();
    if (Modifier.isFinal(field.getModifiers())) {
      throw invalid(field, "it is final: inject a parameter of the constructor instead");
    }
    if (type == MonotableEngine.class) {
      throw invalid(field, "an engine does not follow the tests: declare a Monotable instead");
    }
    if (type != URI.class && !InjectedParameter.isClient(type)) {
      throw invalid(field, "Monotable has no " + type.getName());
    }
    try {
      return MethodHandles.privateLookupIn(field.getDeclaringClass(), MethodHandles.lookup())
          .unreflectVarHandle(field);
    } catch (IllegalAccessException e) {
      throw invalid(field, "its package is not open to Monotable: " + e.getMessage());
    }
  }

  /**
   * Sets the static fields. Those of superclasses, which other test classes may share, refer to the
   * outermost class, whose handle is closed last.
   *
   * @param parallel whether other classes may run at the same time
   * @throws ExtensionConfigurationException if they would share a field then
   */
  void setStatic(ClassScope scope, boolean parallel) {
    for (InjectedField each : fields) {
      if (each.isStatic()) {
        boolean inherited = each.field().getDeclaringClass() != testClass;
        if (inherited && parallel) {
          throw invalid(
              each.field(),
              "test classes that run in parallel would share this static field: make it an instance"
                  + " field");
        }
        each.access().set(each.value(inherited ? scope.outermost() : scope));
      }
    }
  }

  /** Returns whether fields name tables. */
  boolean declareTables() {
    for (InjectedField each : fields) {
      if (each.injected().findTable() != null) {
        return true;
      }
    }
    return false;
  }

  /** Creates the tables that fields name. */
  void createTables(Monotable database) {
    for (InjectedField each : fields) {
      try {
        each.injected().createTable(database);
      } catch (IllegalArgumentException e) {
        throw invalid(each.field(), String.valueOf(e.getMessage()));
      }
    }
  }

  /** Sets the fields of an instance that are not set yet, and that the scope can provide now. */
  void set(Object instance, DatabaseScope scope) {
    for (InjectedField each : fields) {
      if (each.isStatic() || (each.field().getType() == URI.class && !scope.isStarted())) {
        continue; // opening an endpoint opens the database
      }
      if (each.access().get(instance) == null) {
        each.access().set(instance, each.value(scope));
      }
    }
  }

  private static ExtensionConfigurationException invalid(Field field, String reason) {
    return new ExtensionConfigurationException(
        "Monotable cannot inject the field "
            + field.getDeclaringClass().getName()
            + "."
            + field.getName()
            + ": "
            + reason);
  }
}
