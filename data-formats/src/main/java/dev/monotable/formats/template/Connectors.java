package dev.monotable.formats.template;

import dev.monotable.formats.resource.RoleList;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.MappingBuilder;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.Notice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The connectors of a SAM template: resources of their own, or the {@code Connectors} of another
 * resource. A connector to a table gives the role of its source permissions; one from a table lets
 * the role of its destination read the stream. See <a
 * href="https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/sam-resource-connector.html">AWS::Serverless::Connector</a>.
 */
final class Connectors {
  private static final String TYPE = "AWS::Serverless::Connector";

  private final Template template;
  private final RoleList roles;
  private final List<Notice> notices;

  Connectors(Template template, RoleList roles, List<Notice> notices) {
    this.template = template;
    this.roles = roles;
    this.notices = notices;
  }

  /** Adds the permissions of a connector, or of the connectors of another resource. */
  void add(NamedValue entry) {
    if (Template.type(entry).equals(TYPE)) {
      Mapping properties = Template.properties(entry);
      add(entry, properties.find("Source"), properties);
    } else if (entry.value() instanceof Mapping resource
        && resource.find("Connectors") instanceof Mapping connectors) {
      FileValue source = new MappingBuilder(entry.at()).add("Id", entry.at(), entry.name()).build();
      for (NamedValue each : connectors.members()) {
        add(each, source, Template.properties(each));
      }
    }
  }

  private void add(NamedValue connector, @Nullable FileValue source, Mapping properties) {
    FileValue given = properties.find("Destination");
    List<FileValue> destinations =
        given instanceof Sequence sequence
            ? sequence.elements()
            : given == null ? List.of() : List.of(given);
    for (FileValue destination : destinations) {
      if (source instanceof Mapping from && destination instanceof Mapping to) {
        connect(connector, from, to, properties);
      }
    }
  }

  private void connect(NamedValue connector, Mapping from, Mapping to, Mapping properties) {
    boolean isToTable = TemplateTables.isTable(type(to));
    if (!isToTable && !TemplateTables.isTable(type(from))) {
      return;
    }
    String role = role(isToTable ? from : to);
    String arn = arn(isToTable ? to : from);
    if (role == null || arn == null) {
      report(connector, role == null ? "its role is not in the file" : "its table is not known");
      return;
    }
    for (FileValue each :
        properties.find("Permissions") instanceof Sequence sequence
            ? sequence.elements()
            : List.<FileValue>of()) {
      String permission = FileValue.text(each, "Permissions");
      boolean isStream = !isToTable && permission.equals("Read");
      FileValue document =
          isToTable || isStream
              ? SamPolicies.ofConnector(isStream ? SamPolicies.STREAM : permission, arn, each.at())
              : null;
      if (document == null) {
        report(connector, "there is no permission " + permission);
      } else {
        roles.attach(role, connector.name(), document);
      }
    }
  }

  private void report(NamedValue connector, String reason) {
    notices.add(new Notice(connector.at(), connector.name() + " has no effect here: " + reason));
  }

  /** Returns the type of an end of a connector; empty if it is not known. */
  private String type(Mapping end) {
    NamedValue resource = resource(end);
    if (resource != null) {
      return Template.type(resource);
    }
    return end.find("Type") instanceof Scalar type ? type.text() : "";
  }

  private @Nullable NamedValue resource(Mapping end) {
    return end.find("Id") instanceof Scalar id ? resource(id.text()) : null;
  }

  private @Nullable NamedValue resource(String id) {
    for (NamedValue entry : template.resources()) {
      if (entry.name().equals(id)) {
        return entry;
      }
    }
    return null;
  }

  private @Nullable String arn(Mapping end) {
    NamedValue table = resource(end);
    FilePosition at = end.at();
    FileValue arn =
        table == null
            ? end.find("Arn")
            : Mapping.of(at, "Fn::GetAtt", new Scalar(at, table.name() + ".Arn"));
    return arn != null && template.intrinsics().resolve(arn) instanceof Scalar text
        ? text.text()
        : null;
  }

  /** Returns the key of the role of a function or state machine; null if it is not known. */
  private @Nullable String role(Mapping end) {
    NamedValue resource = resource(end);
    if (resource == null) {
      FileValue name = end.find("RoleName");
      return name == null ? null : key(name);
    }
    FileValue given = Template.properties(resource).find("Role");
    if (given == null) {
      given = Template.properties(resource).find("RoleArn");
    }
    if (given != null) {
      return key(given);
    }
    return Template.type(resource).startsWith("AWS::Serverless::")
        ? resource.name() + "Role"
        : null;
  }

  private @Nullable String key(FileValue role) {
    String id = TemplateRoles.reference(role);
    if (id != null) {
      return id;
    }
    return template.intrinsics().resolve(role) instanceof Scalar name
        ? name.text().substring(name.text().lastIndexOf('/') + 1)
        : null;
  }
}
