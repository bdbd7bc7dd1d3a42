package dev.monotable.engine;

import static dev.monotable.testing.Calls.expire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.mode.ModeSetting;
import dev.monotable.engine.operation.table.ReplicaSettings;
import dev.monotable.engine.operation.tag.TableTags;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.engine.table.SettingType;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TimeToLive;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.Operations;
import dev.monotable.model.TableDescription;
import dev.monotable.model.Tag;
import dev.monotable.model.UntagResourceInput;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.testing.Calls;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that a new setting of tables is one package, here {@code mode}, and one line. */
class TableSettingTest {
  private static final String TABLE = "Readings";
  private static final List<SettingType<?>> TYPES = types();

  /**
   * The definitions of two tables as they were written before settings had types: Both has TTL and
   * tags, None has neither.
   */
  private static final String FORMER_FORM =
      """
      010304426f74683261726e3a6177733a64796e616d6f64623a75732d656173742d313a30303030303030
      30303030303a7461626c652f426f74682439313061326465632d383930322d346363312d626565622d38
      6461313635386565633637808186ad0d000102504b00000102504b0153000101808186ad0d0000000100
      010001000001c0bb0101c03e000000000001076578706972657301808186ad0d00020573746167650474
      657374056f776e657200001a04426f74680103044e6f6e653261726e3a6177733a64796e616d6f64623a
      75732d656173742d313a3030303030303030303030303a7461626c652f4e6f6e65246638393361326565
      2d666233322d343535652d623163312d383639306565343263393062808186ad0d000102504b00000102
      504b0153000101808186ad0d0000000100010001000001c0bb0101c03e0000000000000000001a044e6f
      6e6500
      """;

  private final ManualTime time = new ManualTime(EngineExtension.NOON);
  private final BlockLog log = new BlockLog();
  private final MonotableEngine engine =
      MonotableEngine.create(config(TYPES), MonotableEngine.create(config(TYPES)).snapshot(), log);

  private static List<SettingType<?>> types() {
    List<SettingType<?>> types = new ArrayList<>(EngineConfig.SETTING_TYPES);
    types.remove(ReplicaSettings.TYPE); // it has the same member of UpdateTable
    types.add(ModeSetting.TYPE);
    return types;
  }

  private EngineConfig config(List<SettingType<?>> types) {
    return EngineConfig.builder().clock(time).scheduler(time).seed(1).settingTypes(types).build();
  }

  @AfterEach
  void audit() {
    Audit.check(engine);
    engine.close();
  }

  private static CreateTableInput.Builder table(String name) {
    return Calls.table(name, "PK");
  }

  private static UpdateTableInput.Builder update() {
    return UpdateTableInput.builder().tableName(TABLE);
  }

  private static TableDefinition definition(Snapshot snapshot) {
    return snapshot.state().findTable(TABLE).definition();
  }

  private TableDescription describe() {
    return Calls.describe(engine::call, TABLE);
  }

  private void assertReplayedEqually() {
    assertThat(StateText.of(log.replayed(config(TYPES)).state())).isEqualTo(StateText.of(engine));
  }

  @Test
  void aTableIsCreatedWithItAndDescribesIt() {
    TableDescription answer =
        engine
            .call(
                Operations.CREATE_TABLE,
                table(TABLE).globalTableSettingsReplicationMode("ENABLED").build())
            .tableDescription();

    assertThat(answer.globalTableSettingsReplicationMode()).isEqualTo("ENABLED");
    assertThat(describe().globalTableSettingsReplicationMode()).isEqualTo("ENABLED");
    assertThat(definition(engine.snapshot()).setting(ModeSetting.TYPE))
        .isEqualTo(new ModeSetting("ENABLED"));
    assertReplayedEqually();
  }

  @Test
  void updateTableChangesItAndTheDefaultIsNotKept() {
    engine.call(Operations.CREATE_TABLE, table(TABLE).tags(List.of(new Tag("a", "b"))).build());
    assertThat(describe().globalTableSettingsReplicationMode()).isNull();

    TableDescription answer =
        engine
            .call(
                Operations.UPDATE_TABLE,
                update().globalTableSettingsReplicationMode("ENABLED_WITH_OVERRIDES").build())
            .tableDescription();
    assertThat(answer.globalTableSettingsReplicationMode()).isEqualTo("ENABLED_WITH_OVERRIDES");
    assertThat(definition(engine.snapshot()).settings())
        .containsExactly(
            new TableTags(Map.of("a", "b")), new ModeSetting("ENABLED_WITH_OVERRIDES"));
    assertReplayedEqually();

    engine.call(
        Operations.UPDATE_TABLE, update().globalTableSettingsReplicationMode("DISABLED").build());
    engine.call(
        Operations.UNTAG_RESOURCE, new UntagResourceInput(describe().tableArn(), List.of("a")));
    assertThat(definition(engine.snapshot()).settings()).isEmpty();
    assertReplayedEqually();
  }

  @Test
  void itsRulesAreCheckedWithTheOthers() {
    engine.call(Operations.CREATE_TABLE, table(TABLE).build());
    UpdateTableInput both =
        update().globalTableSettingsReplicationMode("ENABLED").tableClass("STANDARD").build();
    assertThatThrownBy(() -> engine.call(Operations.UPDATE_TABLE, both))
        .isInstanceOf(DynamoException.class)
        .hasMessageContaining("must be the only operation in the request");
  }

  @Test
  void aForkHasAllSettingsAndARestoredTableThoseThatAreRestored() {
    engine.call(
        Operations.CREATE_TABLE,
        table(TABLE)
            .globalTableSettingsReplicationMode("ENABLED")
            .tags(List.of(new Tag("a", "b")))
            .build());
    try (MonotableEngine fork = engine.fork()) {
      assertThat(definition(fork.snapshot()).settings())
          .isEqualTo(definition(engine.snapshot()).settings());
    }
    TableDefinition definition = definition(engine.snapshot());
    assertThat(definition.toBuilder().withRestoredSettings().build().settings())
        .containsExactly(new ModeSetting("ENABLED"));
    assertThat(definition.toBuilder().withoutSetting(ModeSetting.TYPE).build().settings())
        .containsExactly(new TableTags(Map.of("a", "b")));
  }

  @Test
  void aDatabaseWithoutTheTypeRejectsIt() {
    CreateTableInput request = table(TABLE).globalTableSettingsReplicationMode("ENABLED").build();
    engine.call(Operations.CREATE_TABLE, request);
    SnapshotReader reader = new SnapshotReader(EngineConfig.DEFAULT);
    byte[] block = log.blocks().get(0);
    assertThatThrownBy(() -> reader.read(block, 0, block.length))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an unknown type of setting: 100");

    try (MonotableEngine without = MonotableEngine.create(config(EngineConfig.SETTING_TYPES))) {
      assertThatThrownBy(() -> without.call(Operations.CREATE_TABLE, request))
          .isInstanceOf(DynamoException.class)
          .hasMessage(
              "Monotable does not support GlobalTableSettingsReplicationMode in CreateTable"
                  + " requests yet");
    }
  }

  @Test
  void theFormBeforeSettingsHadTypesIsRead() {
    byte[] block = HexFormat.of().parseHex(FORMER_FORM.replace("\n", ""));
    SnapshotReader reader = new SnapshotReader(EngineConfig.DEFAULT);
    reader.read(block, 0, block.length);
    Snapshot read = reader.finish();

    ManualTime then = new ManualTime(read.state().findTable("Both").definition().createdAt());
    EngineConfig config = EngineConfig.builder().clock(then).scheduler(then).seed(1).build();
    try (MonotableEngine now = MonotableEngine.create(config)) {
      now.call(
          Operations.CREATE_TABLE,
          table("Both").tags(List.of(new Tag("stage", "test"), new Tag("owner", ""))).build());
      expire(now::call, "Both", "expires");
      now.call(Operations.CREATE_TABLE, table("None").build());
      assertThat(StateText.of(read.state())).isEqualTo(StateText.of(now));
      assertThat(now.state().findTable("Both").definition().settings())
          .containsExactly(
              new TimeToLive("expires", then.instant()),
              new TableTags(Map.of("stage", "test", "owner", "")));
    }
  }
}
