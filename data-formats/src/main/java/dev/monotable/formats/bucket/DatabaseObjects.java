package dev.monotable.formats.bucket;

import dev.monotable.engine.bucket.BucketObject;
import dev.monotable.engine.bucket.BucketState;
import dev.monotable.engine.transfer.DatabaseBuckets;
import dev.monotable.engine.transfer.StoredObject;
import dev.monotable.engine.transfer.TransferException;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The objects that a database has in its memory, for its exports and imports. */
public final class DatabaseObjects implements ObjectStore {
  /** The objects of no database: there are no buckets. */
  public static final DatabaseObjects NONE = new DatabaseObjects();

  private final @Nullable DatabaseBuckets buckets;

  private DatabaseObjects() {
    this.buckets = null;
  }

  /** Creates the store of a database. */
  public DatabaseObjects(DatabaseBuckets buckets) {
    this.buckets = buckets;
  }

  private BucketState require(String bucket) throws TransferException {
    BucketState found = buckets == null ? null : buckets.find(bucket);
    if (found == null) {
      throw missing(ObjectStore.noSuchBucket());
    }
    return found;
  }

  /** Returns the failure of what does not exist, with the reason if it may have existed. */
  private TransferException missing(TransferException failure) {
    return buckets == null || !buckets.hasLost()
        ? failure
        : new TransferException(
            failure.code(),
            failure.message() + ". Objects in memory are not kept when Monotable ends");
  }

  @Override
  public List<StoredObject> list(String bucket, String prefix, int most) throws TransferException {
    BucketState listed = require(bucket);
    List<StoredObject> objects = new ArrayList<>();
    for (String key : listed.keys(prefix, "", most + 1)) {
      BucketObject object = listed.find(key);
      if (object != null) {
        objects.add(new StoredObject(key, object.bytes().length, object.entityTag()));
      }
    }
    return objects;
  }

  private BucketObject require(String bucket, String key) throws TransferException {
    BucketObject object = require(bucket).find(key);
    if (object == null) {
      throw missing(ObjectStore.failure(404, "NoSuchKey", "The specified key does not exist."));
    }
    return object;
  }

  @Override
  public InputStream read(String bucket, String key) throws TransferException {
    return new ByteArrayInputStream(require(bucket, key).bytes());
  }

  @Override
  public InputStream read(String bucket, StoredObject object) throws TransferException {
    BucketObject present = require(bucket, object.key());
    if (!present.entityTag().equals(object.version())) {
      throw ObjectStore.modified(object.key());
    }
    return new ByteArrayInputStream(present.bytes());
  }

  @Override
  public OutputStream write(String bucket, String key) throws TransferException {
    BucketState unused = require(bucket);
    return new ObjectOutput(
        bytes -> {
          if (buckets != null && !buckets.put(bucket, key, bytes, Map.of())) {
            throw new ObjectFailure(
                new TransferException(
                    "InternalServerError", "The memory for objects of the database is full"));
          }
        });
  }
}
