package dev.monotable.engine.dispatch;

import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.operation.policy.TablePolicies;
import dev.monotable.engine.operation.tag.TableTags;
import dev.monotable.engine.request.AdmissionTable;
import dev.monotable.engine.table.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A table that a request names. */
record NamedTable(TableDefinition definition) implements AdmissionTable {
  @Override
  public String arn() {
    return definition.arn();
  }

  @Override
  public List<String> partitionKey() {
    List<String> names = new ArrayList<>(1);
    for (KeyAttribute attribute : definition.keys().partition()) {
      names.add(attribute.name());
    }
    return names;
  }

  @Override
  public Map<String, String> tags() {
    TableTags tags = definition.setting(TableTags.TYPE);
    return tags == null ? Map.of() : tags.values();
  }

  @Override
  public @Nullable String policy(String resource) {
    return TablePolicies.find(definition, resource);
  }
}
