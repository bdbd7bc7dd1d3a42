package dev.monotable.formats.template;

import dev.monotable.formats.resource.FileNotices;
import dev.monotable.formats.resource.SchemaRole;
import dev.monotable.formats.resource.TableMentions;
import dev.monotable.formats.resource.TableRequest;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Absent;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.FileValue.Unresolved;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.Notice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the tables of templates with the stacks in them. A resource of any type is read, or gives a
 * notice if it has to do with DynamoDB; those of {@link dev.monotable.formats.resource.SilentTypes}
 * give none.
 */
public final class TemplateReader {
  /** The advice for a template that only AWS can complete. */
  private static final String PROCESSED =
      "give the processed template, which 'aws cloudformation get-template --template-stage"
          + " Processed' prints";

  private final Exports exports = new Exports();
  private final List<Template> templates = new ArrayList<>();
  private final List<TemplateTable> tables = new ArrayList<>();
  private final Map<String, TemplateTable> byName = new HashMap<>();
  private final FileNotices notices = new FileNotices();
  private final Set<Path> nestedFiles = new HashSet<>();

  /** The resources of a template that are no tables. */
  private record Others(Template template, List<NamedValue> resources) {}

  /** Adds a template. It may import what the other ones export. */
  public void add(Mapping content, Path file, Stack stack) {
    templates.add(new Template(content, file, stack, exports));
  }

  private void read(Template template) {
    List<Others> others = new ArrayList<>();
    readTables(template, others);
    for (Others each : others) {
      readOthers(each);
    }
    nestedFiles.addAll(template.files().files());
  }

  /**
   * Reads the tables, in the order of the templates. The first one has the notices that are about
   * no table.
   *
   * @param at the position of the templates, for an error
   * @param missing what is wrong if there is no table
   */
  public List<TableRequest> read(FilePosition at, String missing) {
    templates.forEach(this::read);
    List<Notice> ofFile = notices.list();
    if (tables.isEmpty()) {
      throw new InvalidContentException(
          at, ofFile.isEmpty() ? missing : missing + "; " + ofFile.get(0));
    }
    List<TableRequest> built = new ArrayList<>();
    for (TemplateTable table : tables) {
      built.add(table.build(built.isEmpty() ? ofFile : List.of()));
    }
    return built;
  }

  /**
   * Reads the roles and users of the templates, with their policies.
   *
   * @param unread receives what has no effect
   */
  public List<SchemaRole> readRoles(List<Notice> unread) {
    List<SchemaRole> roles = new ArrayList<>();
    templates.forEach(template -> roles.addAll(new TemplateRoles(template, unread).read()));
    return roles;
  }

  /** Returns the files of stacks in stacks that were read, without symbolic links. */
  public Set<Path> nestedFiles() {
    return Set.copyOf(nestedFiles);
  }

  // ---- tables

  private void readTables(Template template, List<Others> others) {
    FileValue transform = template.content().findPresent("Transform");
    if (transform != null) {
      requireNoInclude(transform);
    }
    FileValue section = template.content().find("Resources");
    Mapping resources =
        FileValue.mapping(
            section == null ? new Absent(template.content().at()) : section, "Resources");
    requireNoFunction(template.content());
    requireNoFunction(resources);
    TemplateTables reader = new TemplateTables(template);
    List<NamedValue> rest = new ArrayList<>();
    others.add(new Others(template, rest));
    for (NamedValue entry : resources.members()) {
      String type = Template.type(entry);
      if (!(entry.value() instanceof Mapping resource)
          || !(TemplateTables.isTable(type) || Template.isStack(type))) {
        rest.add(entry);
      } else if (template.isCreated(resource)) {
        if (TemplateTables.isTable(type)) {
          add(new TemplateTable(reader.table(entry, type, resource)));
        } else {
          readStack(template, entry, resource, others);
        }
      }
    }
  }

  private void add(TemplateTable table) {
    tables.add(table);
    if (table.name() instanceof Scalar name) {
      byName.putIfAbsent(name.text(), table);
    }
  }

  private void readStack(
      Template template, NamedValue entry, Mapping resource, List<Others> others) {
    Template nested = template.findNested(entry.name(), resource);
    if (nested == null) {
      notices.add(
          "nested stacks",
          entry.at(),
          entry.name() + " has no effect here; its template is not a file beside this one");
    } else {
      readTables(nested, others);
    }
  }

  /**
   * Rejects the macro that inserts a file from S3, which may have tables or parts of them.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/transform-aws-include.html">AWS::Include
   *     transform</a>
   */
  private static void requireNoInclude(FileValue transform) {
    if (transform instanceof Sequence sequence) {
      sequence.elements().forEach(TemplateReader::requireNoInclude);
      return;
    }
    FileValue name = transform instanceof Mapping mapping ? mapping.find("Name") : transform;
    if (name instanceof Scalar scalar && scalar.text().equals("AWS::Include")) {
      throw new InvalidContentException(
          name.at(), "AWS::Include reads a file in S3, so it cannot be resolved; " + PROCESSED);
    }
  }

  /** Rejects functions that insert what the template does not have itself. */
  private static void requireNoFunction(Mapping section) {
    for (NamedValue member : section.members()) {
      if (member.name().startsWith("Fn::")) {
        throw new InvalidContentException(
            member.at(), member.name() + " cannot be resolved; " + PROCESSED);
      }
    }
  }

  // ---- other resources

  private void readOthers(Others others) {
    Set<String> logicalIds = new HashSet<>();
    for (NamedValue entry : others.template().resources()) {
      if (TemplateTables.isTable(Template.type(entry))) {
        logicalIds.add(entry.name());
      }
    }
    TableMentions mentions = new TableMentions(logicalIds, byName.keySet());
    CustomResources custom = new CustomResources(byName);
    for (NamedValue entry : others.resources()) {
      if (!(entry.value() instanceof Mapping resource)) {
        String reason =
            entry.value() instanceof Unresolved unresolved
                ? unresolved.reason()
                : "a resource must be an object";
        notices.add("resources", entry.at(), entry.name() + " has no effect here: " + reason);
      } else if (others.template().mayBeCreated(resource)) {
        read(entry, resource, others.template().intrinsics(), custom, mentions);
      }
    }
  }

  private void read(
      NamedValue entry,
      Mapping resource,
      Intrinsics intrinsics,
      CustomResources custom,
      TableMentions mentions) {
    String type = Template.type(entry);
    if (type.isEmpty()) {
      notices.add("resources", entry.at(), entry.name() + " has no effect here: it has no Type");
      return;
    }
    if (type.equals("AWS::Serverless::Function")) {
      noticeStreams(entry);
      return;
    }
    Mapping properties = Template.properties(entry);
    FileValue resolved = resolved(properties, intrinsics);
    if (resolved instanceof Mapping known && custom.apply(type, known, entry.at())) {
      return;
    }
    // A function hides what it contains if it cannot be resolved.
    FileValue both = new Sequence(resource.at(), List.of(properties, resolved));
    notices.addResource(type, entry.name(), entry.at(), both, mentions);
  }

  private static FileValue resolved(Mapping properties, Intrinsics intrinsics) {
    try {
      return intrinsics.resolve(properties);
    } catch (InvalidContentException e) {
      return properties; // not the properties of a table, so they need not be valid
    }
  }

  /** Reports the streams that a function reads. */
  private void noticeStreams(NamedValue function) {
    if (Template.properties(function).find("Events") instanceof Mapping events) {
      for (NamedValue event : events.members()) {
        if (event.value() instanceof Mapping source && source.hasText("Type", "DynamoDB")) {
          notices.add(
              "streams of functions",
              event.at(),
              function.name()
                  + " does not read the stream of its event "
                  + event.name()
                  + " here: functions are not called");
        }
      }
    }
  }
}
