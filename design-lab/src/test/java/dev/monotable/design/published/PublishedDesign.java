package dev.monotable.design.published;

import dev.monotable.design.DesignTables;
import dev.monotable.design.ExampleDesign;
import dev.monotable.design.file.DesignFile;
import dev.monotable.design.model.Design;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.value.Item;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Designs that were published, each with traffic as its access patterns ask for. Their items have
 * the keys of the publication; the values are made up.
 */
@SuppressWarnings("ImmutableEnumChecker") // its functions keep no state
enum PublishedDesign {
  // Alex DeBrie, The DynamoDB Book: USER#…
  E_COMMERCE("PK", "SK", BookDesigns::shop, BookDesigns.E_COMMERCE_FLAWS),
  GITHUB("PK", "SK", BookDesigns::github, BookDesigns.GITHUB_FLAWS),
  DEALS("PK", "SK", StoreDesigns::deals, StoreDesigns.DEALS_FLAWS),
  SESSIONS("SessionToken", null, BookDesigns::sessions, BookDesigns.SESSIONS_FLAWS),
  // OneTable, ElectroDB, DynamoDB-Toolbox, TypeDORM
  ONETABLE_SAAS("pk", "sk", ToolDesigns::saas, ToolDesigns.ONETABLE_SAAS_FLAWS),
  ELECTRODB_TASKS("pk", "sk", ToolDesigns::tasks, ToolDesigns.ELECTRODB_TASKS_FLAWS),
  TOOLBOX_MUSIC("pk", "sk", ToolDesigns::music, ToolDesigns.TOOLBOX_MUSIC_FLAWS),
  TYPEDORM_HR("PK", "SK", ToolDesigns::people, ToolDesigns.TYPEDORM_HR_FLAWS),
  ELECTRODB_MALLS("pk", "sk", StoreDesigns::malls, StoreDesigns.ELECTRODB_MALLS_FLAWS),
  // AWS: the developer guide, its blog and its labs
  LEADERBOARD("UserId", "GameTitle", GuideDesigns::leaderboard, GuideDesigns.LEADERBOARD_FLAWS),
  DEVICES("DeviceID", "StateDate", GuideDesigns::devices, GuideDesigns.DEVICES_FLAWS),
  GAMES("PK", "SK", GuideDesigns::games, GuideDesigns.GAMES_FLAWS),
  SOCIAL("PK", "SK", GuideDesigns::social, GuideDesigns.SOCIAL_FLAWS),
  BANKING("PK", "SK", GuideDesigns::banking, GuideDesigns.BANKING_FLAWS),
  TICKETS("PK", "SK", GuideDesigns::tickets, GuideDesigns.TICKETS_FLAWS),
  ONLINE_SHOP("PK", "SK", SchemaDesigns::shop, SchemaDesigns.ONLINE_SHOP_FLAWS),
  PAYMENTS("PK", "SK", SchemaDesigns::payments, SchemaDesigns.PAYMENTS_FLAWS),
  COMPLAINTS(
      "customer_id", "complaint_id", SchemaDesigns::complaints, SchemaDesigns.COMPLAINTS_FLAWS),
  RELATIONAL("PK", "SK", SchemaDesigns::relational, SchemaDesigns.RELATIONAL_FLAWS),
  PHOTOS("PK", "SK", LabDesigns::photos, LabDesigns.PHOTOS_FLAWS),
  RACES("PK", "SK", LabDesigns::races, LabDesigns.RACES_FLAWS),
  PROFILES("PK", "SK", LabDesigns::profiles, LabDesigns.PROFILES_FLAWS),
  AUDITS("EquipmentId", "SortKey", LabDesigns::audits, LabDesigns.AUDITS_FLAWS),
  // Libraries with a table of their own; NoSQL Workbench, Amplify and the reference for SaaS
  EVENT_STORE("aggregateId", "version", LibraryDesigns::events, LibraryDesigns.EVENT_STORE_FLAWS),
  PLACES("hashKey", "rangeKey", LibraryDesigns::places, LibraryDesigns.PLACES_FLAWS),
  IDEMPOTENCY("id", null, LibraryDesigns::idempotency, LibraryDesigns.IDEMPOTENCY_FLAWS),
  SIGN_IN("pk", "sk", LibraryDesigns::signIn, LibraryDesigns.SIGN_IN_FLAWS),
  TENANT_PRODUCTS(
      "shardId", "productId", SampleDesigns::tenants, SampleDesigns.TENANT_PRODUCTS_FLAWS),
  AMPLIFY_ORDERS("id", null, SampleDesigns::orders, SampleDesigns.AMPLIFY_ORDERS_FLAWS),
  SKI_LIFTS("Lift", "Metadata", SampleDesigns::lifts, SampleDesigns.SKI_LIFTS_FLAWS),
  BOOKMARKS("customerId", "sk", SampleDesigns::bookmarks, SampleDesigns.BOOKMARKS_FLAWS),
  // Best practices and examples of the developer guide
  INVOICES("Node", "Target", ManualDesigns::invoices, ManualDesigns.INVOICES_FLAWS),
  REPLIES("Id", "ReplyDateTime", ManualDesigns::replies, ManualDesigns.REPLIES_FLAWS),
  SHARDED_EVENTS("EventId", null, ManualDesigns::shardedEvents, ManualDesigns.SHARDED_EVENTS_FLAWS),
  // Small services: the guide to Serverless Stack, and two samples of AWS for a shop
  NOTES("userId", "noteId", ServiceDesigns::notes, ServiceDesigns.NOTES_FLAWS),
  CART("pk", "sk", ServiceDesigns::carts, ServiceDesigns.CART_FLAWS),
  SHOP_ORDERS("orderId", null, ServiceDesigns::orders, ServiceDesigns.SHOP_ORDERS_FLAWS);

  private final String pk;
  private final String sk;
  private final Consumer<App> traffic;
  private final List<Flaw> flaws;

  PublishedDesign(String pk, String sk, Consumer<App> traffic, List<Flaw> flaws) {
    this.pk = pk;
    this.sk = sk;
    this.traffic = traffic;
    this.flaws = flaws;
    flaws.forEach(flaw -> flaw.in(this));
  }

  /** Returns what may be wrong with the design or its requests. */
  List<Flaw> flaws() {
    return flaws;
  }

  /** Returns the file of the design. */
  String file() throws Exception {
    String name = name().toLowerCase(Locale.ROOT).replace('_', '-') + ".yaml";
    return Files.readString(resource(name));
  }

  private static Path resource(String name) throws URISyntaxException {
    return Path.of(Objects.requireNonNull(PublishedDesign.class.getResource(name), name).toURI());
  }

  static Design read(String file) throws Exception {
    Path path = Files.createTempFile("design", ".yaml");
    try {
      return DesignFile.read(Files.writeString(path, file));
    } finally {
      Files.delete(path);
    }
  }

  /** Creates the tables of a design. */
  static MonotableEngine engine(Design design) {
    MonotableEngine engine = ExampleDesign.emptyEngine();
    DesignTables.create(design, engine);
    return engine;
  }

  App app(MonotableEngine engine, Design design, UnaryOperator<Item> change) {
    return new App(engine, design.tables().get(0).name(), pk, sk, change);
  }

  /** Sends the requests of the access patterns. */
  void send(App app) {
    traffic.accept(app);
  }
}
