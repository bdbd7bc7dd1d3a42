package dev.monotable.formats.bucket;

import dev.monotable.engine.request.ObjectAccess;
import dev.monotable.engine.request.ObjectRights;
import dev.monotable.engine.transfer.StoredObject;
import dev.monotable.engine.transfer.TransferException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/**
 * The objects of a store that the caller of one request may use: each access is decided about
 * first. A bucket that does not exist is reported to any caller, as by Amazon S3.
 */
public final class PermittedObjects implements ObjectStore {
  private final ObjectStore store;
  private final ObjectRights rights;
  private final ObjectAccess.Place place;

  /**
   * Restricts a store.
   *
   * @param rights of the caller
   * @param place that the request names, with the bucket of all accesses
   */
  public PermittedObjects(ObjectStore store, ObjectRights rights, ObjectAccess.Place place) {
    this.store = store;
    this.rights = rights;
    this.place = place;
  }

  @Override
  public List<StoredObject> list(String bucket, String prefix, int most) throws TransferException {
    require(ObjectAccess.Action.LIST, bucket, prefix);
    return store.list(bucket, prefix, most);
  }

  @Override
  public InputStream read(String bucket, String key) throws TransferException {
    require(ObjectAccess.Action.READ, bucket, key);
    return store.read(bucket, key);
  }

  @Override
  public InputStream read(String bucket, StoredObject object) throws TransferException {
    require(ObjectAccess.Action.READ, bucket, object.key());
    return store.read(bucket, object);
  }

  @Override
  public OutputStream write(String bucket, String key) throws TransferException {
    require(ObjectAccess.Action.WRITE, bucket, key);
    return store.write(bucket, key);
  }

  private void require(ObjectAccess.Action action, String bucket, String key)
      throws TransferException {
    if (!bucket.equals(place.bucket())) {
      throw new IllegalArgumentException("the request names the bucket " + place.bucket());
    }
    String denial = rights.denial(new ObjectAccess(action, place, key));
    if (denial != null) {
      List<StoredObject> unused = store.list(bucket, key, 0); // fails without the bucket
      throw ObjectStore.failure(403, "AccessDenied", denial);
    }
  }
}
