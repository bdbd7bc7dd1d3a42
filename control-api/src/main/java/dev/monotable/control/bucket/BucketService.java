package dev.monotable.control.bucket;

import dev.monotable.access.request.BucketAccess;
import dev.monotable.access.signature.KeyVerifier;
import dev.monotable.control.content.BodyMemory;
import dev.monotable.engine.database.Databases;
import dev.monotable.engine.database.Region;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.transfer.DatabaseBuckets;
import dev.monotable.json.HttpAnswer;
import dev.monotable.json.HttpReply;
import dev.monotable.json.HttpRequest;
import dev.monotable.json.HttpService;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The part of Amazon S3 that exports, imports and bulk operations need: the buckets in the memory
 * of the database that a request is signed for. The path of a request names the bucket. A bucket
 * exists once it is created or written to. What is not implemented is reported by its name.
 * Thread-safe.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations.html">Actions of
 *     Amazon S3</a>
 */
public final class BucketService implements HttpService {
  /** The path of the service, below which the buckets are. */
  public static final String PATH = "/_monotable/s3";

  /** The longest body; a longer object is uploaded in parts. */
  static final int MAX_BODY_BYTES = 64 << 20;

  private final Databases databases;
  private final BucketSignatures signatures;
  private final LongPredicate hasRoom;
  private final BodyMemory memory;

  /**
   * Creates the service of some databases.
   *
   * @param verifier verifies signatures; null if each is accepted
   * @param hasRoom returns whether the heap has room for a number of bytes
   */
  public BucketService(Databases databases, @Nullable KeyVerifier verifier, LongPredicate hasRoom) {
    this.databases = databases;
    this.signatures = new BucketSignatures(verifier);
    this.hasRoom = hasRoom;
    this.memory = new BodyMemory(Runtime.getRuntime().maxMemory(), hasRoom);
  }

  /** Requests that change something wait for memory, or for the log of the database. */
  @Override
  public Pace pace(HttpRequest head) {
    return head.method().equals("GET") || head.method().equals("HEAD") ? Pace.SHORT : Pace.WAITING;
  }

  @Override
  public int maxBodyBytes() {
    return MAX_BODY_BYTES;
  }

  @Override
  public HttpAnswer rejection(int status, String reason) {
    BucketException rejected =
        switch (status) {
          case 403 -> new BucketException(BucketError.ACCESS_DENIED, reason);
          case 413 -> new BucketException(BucketError.ENTITY_TOO_LARGE);
          case 503 -> new BucketException(BucketError.SLOW_DOWN);
          case 500 -> new BucketException(BucketError.INTERNAL);
          default -> new BucketException(BucketError.INVALID_REQUEST, reason);
        };
    return rejected.answer("");
  }

  @Override
  public void begin(HttpRequest http, HttpReply reply, int maxBytes) {
    int bytes = http.bodyEnd() - http.bodyStart();
    String resource = "";
    try {
      BucketRequest request = BucketRequest.of(http);
      resource = request.resource();
      ObjectService.requireRoom(memory.acquire(bytes));
      try {
        reply.answer(answer(request));
      } finally {
        memory.release(bytes);
      }
    } catch (BucketException e) {
      reply.answer(e.answer(resource));
    } catch (DynamoException e) { // there is no database for the access key
      reply.answer(
          new BucketException(BucketError.INVALID_ACCESS_KEY, String.valueOf(e.getMessage()))
              .answer(resource));
    }
  }

  private HttpAnswer answer(BucketRequest request) {
    BucketSignatures.Signer signer = signatures.signer(request);
    BucketOperation operation = BucketOperation.of(request);
    request.check(operation);
    Region region =
        databases.find(
            signer.client(), reached -> requireAllowed(request, operation, signer, reached));
    DatabaseBuckets buckets = region.engine().buckets();
    ObjectService objects = new ObjectService(request, buckets);
    BucketUploads uploads = new BucketUploads(request, buckets, hasRoom);
    return switch (operation) {
      case CREATE_BUCKET -> objects.createBucket(region.name());
      case HEAD_BUCKET -> objects.headBucket(region.name());
      case LIST_OBJECTS -> objects.list();
      case PUT_OBJECT -> objects.put(ObjectBody.read(request, signer.chunks()));
      case GET_OBJECT, HEAD_OBJECT -> objects.get();
      case DELETE_OBJECT -> objects.delete();
      case CREATE_UPLOAD -> uploads.create();
      case UPLOAD_PART -> uploads.put(ObjectBody.read(request, signer.chunks()));
      case COMPLETE_UPLOAD -> uploads.complete(ObjectBody.read(request, null));
      case ABORT_UPLOAD -> uploads.abort();
    };
  }

  private static void requireAllowed(
      BucketRequest request,
      BucketOperation operation,
      BucketSignatures.Signer signer,
      Region region) {
    String owner = request.header("x-amz-expected-bucket-owner");
    if (owner != null && !owner.equals(region.engine().config().account())) {
      throw new BucketException(BucketError.ACCESS_DENIED);
    }
    Map<String, String> keys = new HashMap<>();
    for (String parameter : new String[] {"prefix", "delimiter", "max-keys"}) {
      String value = request.query().get(parameter);
      if (value != null) {
        keys.put("s3:" + parameter, value);
      }
    }
    for (String header :
        new String[] {
          "x-amz-server-side-encryption",
          "x-amz-server-side-encryption-aws-kms-key-id",
          "x-amz-storage-class"
        }) {
      String value = request.header(header);
      if (value != null) {
        keys.put("s3:" + header, value);
      }
    }
    String denial =
        new BucketAccess(signer.client(), request.http(), operation.action(), request.arn(), keys)
            .denial(region);
    if (denial != null) {
      throw new BucketException(BucketError.ACCESS_DENIED, denial);
    }
  }
}
