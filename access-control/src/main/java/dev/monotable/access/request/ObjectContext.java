package dev.monotable.access.request;

import dev.monotable.access.ContextKeys;
import dev.monotable.engine.request.ObjectAccess;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The condition keys of an access to Amazon S3 that DynamoDB makes on behalf of a caller. The
 * connection is DynamoDB's, so the address and the user agent of the caller are not known there.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazons3.html">Actions,
 *     resources, and condition keys for Amazon S3</a>
 */
final class ObjectContext implements ContextKeys {
  private static final String SERVICE = "dynamodb.amazonaws.com";

  private final AccessContext caller;
  private final ObjectAccess access;
  private final String account;

  /**
   * Creates the context of an access.
   *
   * @param caller the context of the request that it is made for
   * @param account of the bucket
   */
  ObjectContext(AccessContext caller, ObjectAccess access, String account) {
    this.caller = caller;
    this.access = access;
    this.account = account;
  }

  @Override
  public @Nullable Value find(String key) {
    return switch (key) {
      case "aws:calledvia" -> Value.of(List.of(SERVICE));
      case "aws:calledviafirst", "aws:calledvialast" -> Value.of(SERVICE);
      case "aws:securetransport", "aws:viaawsservice" -> Value.of("true");
      case "aws:resourceaccount", "s3:resourceaccount" -> Value.of(account);
      case "aws:sourceip", "aws:tagkeys", "aws:useragent" -> caller.given(key);
      case "s3:prefix" ->
          access.action() == ObjectAccess.Action.LIST ? Value.of(access.key()) : null;
      case "s3:x-amz-server-side-encryption" -> written(access.place().encryption());
      case "s3:x-amz-server-side-encryption-aws-kms-key-id" ->
          written(access.place().encryptionKey());
      default -> caller.find(key);
    };
  }

  private @Nullable Value written(@Nullable String header) {
    return header == null || access.action() != ObjectAccess.Action.WRITE ? null : Value.of(header);
  }
}
