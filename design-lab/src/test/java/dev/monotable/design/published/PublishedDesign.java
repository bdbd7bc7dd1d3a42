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
  E_COMMERCE("PK", "SK", BookDesigns::shop),
  GITHUB("PK", "SK", BookDesigns::github),
  DEALS("PK", "SK", StoreDesigns::deals),
  SESSIONS("SessionToken", null, BookDesigns::sessions),
  // OneTable, ElectroDB, DynamoDB-Toolbox, TypeDORM
  ONETABLE_SAAS("pk", "sk", ToolDesigns::saas),
  ELECTRODB_TASKS("pk", "sk", ToolDesigns::tasks),
  TOOLBOX_MUSIC("pk", "sk", ToolDesigns::music),
  TYPEDORM_HR("PK", "SK", ToolDesigns::people),
  ELECTRODB_MALLS("pk", "sk", StoreDesigns::malls),
  // AWS: the developer guide, its blog and its labs
  LEADERBOARD("UserId", "GameTitle", GuideDesigns::leaderboard),
  DEVICES("DeviceID", "StateDate", GuideDesigns::devices),
  GAMES("PK", "SK", GuideDesigns::games),
  SOCIAL("PK", "SK", GuideDesigns::social),
  BANKING("PK", "SK", GuideDesigns::banking),
  TICKETS("PK", "SK", GuideDesigns::tickets),
  ONLINE_SHOP("PK", "SK", SchemaDesigns::shop),
  PAYMENTS("PK", "SK", SchemaDesigns::payments),
  COMPLAINTS("customer_id", "complaint_id", SchemaDesigns::complaints),
  RELATIONAL("PK", "SK", SchemaDesigns::relational),
  PHOTOS("PK", "SK", LabDesigns::photos),
  RACES("PK", "SK", LabDesigns::races),
  PROFILES("PK", "SK", LabDesigns::profiles),
  AUDITS("EquipmentId", "SortKey", LabDesigns::audits),
  // Libraries with a table of their own; NoSQL Workbench, Amplify and the reference for SaaS
  EVENT_STORE("aggregateId", "version", LibraryDesigns::events),
  PLACES("hashKey", "rangeKey", LibraryDesigns::places),
  IDEMPOTENCY("id", null, LibraryDesigns::idempotency),
  SIGN_IN("pk", "sk", LibraryDesigns::signIn),
  TENANT_PRODUCTS("shardId", "productId", SampleDesigns::tenants),
  AMPLIFY_ORDERS("id", null, SampleDesigns::orders),
  SKI_LIFTS("Lift", "Metadata", SampleDesigns::lifts),
  BOOKMARKS("customerId", "sk", SampleDesigns::bookmarks),
  // Best practices and examples of the developer guide
  INVOICES("Node", "Target", ManualDesigns::invoices),
  REPLIES("Id", "ReplyDateTime", ManualDesigns::replies),
  SHARDED_EVENTS("EventId", null, ManualDesigns::shardedEvents),
  // Small services: the guide to Serverless Stack, and two samples of AWS for a shop
  NOTES("userId", "noteId", ServiceDesigns::notes),
  CART("pk", "sk", ServiceDesigns::carts),
  SHOP_ORDERS("orderId", null, ServiceDesigns::orders);

  private final String pk;
  private final String sk;
  private final Consumer<App> traffic;

  PublishedDesign(String pk, String sk, Consumer<App> traffic) {
    this.pk = pk;
    this.sk = sk;
    this.traffic = traffic;
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
