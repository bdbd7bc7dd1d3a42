package dev.monotable.engine.error;

/**
 * The error codes of the service, with the namespace of their wire form ({@code __type}) and their
 * HTTP status.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html">Error
 *     handling with DynamoDB</a>
 */
public enum ErrorCode {
  ACCESS_DENIED("AccessDeniedException", Namespace.SERVICE, 400),
  BACKUP_IN_USE("BackupInUseException", Namespace.DYNAMODB, 400),
  BACKUP_NOT_FOUND("BackupNotFoundException", Namespace.DYNAMODB, 400),
  CONDITIONAL_CHECK_FAILED("ConditionalCheckFailedException", Namespace.DYNAMODB, 400),
  CONTINUOUS_BACKUPS_UNAVAILABLE("ContinuousBackupsUnavailableException", Namespace.DYNAMODB, 400),
  DUPLICATE_ITEM("DuplicateItemException", Namespace.DYNAMODB, 400),
  EXPIRED_ITERATOR("ExpiredIteratorException", Namespace.DYNAMODB, 400),
  EXPIRED_TOKEN("ExpiredTokenException", Namespace.SERVICE, 400),
  EXPORT_CONFLICT("ExportConflictException", Namespace.DYNAMODB, 400),
  EXPORT_NOT_FOUND("ExportNotFoundException", Namespace.DYNAMODB, 400),
  GLOBAL_TABLE_ALREADY_EXISTS("GlobalTableAlreadyExistsException", Namespace.DYNAMODB, 400),
  GLOBAL_TABLE_NOT_FOUND("GlobalTableNotFoundException", Namespace.DYNAMODB, 400),
  IDEMPOTENT_PARAMETER_MISMATCH("IdempotentParameterMismatchException", Namespace.DYNAMODB, 400),
  IMPORT_CONFLICT("ImportConflictException", Namespace.DYNAMODB, 400),
  IMPORT_NOT_FOUND("ImportNotFoundException", Namespace.DYNAMODB, 400),
  INCOMPLETE_SIGNATURE("IncompleteSignatureException", Namespace.SERVICE, 400),
  INDEX_NOT_FOUND("IndexNotFoundException", Namespace.DYNAMODB, 400),
  INTERNAL_SERVER_ERROR("InternalServerError", Namespace.DYNAMODB, 500),
  INVALID_EXPORT_TIME("InvalidExportTimeException", Namespace.DYNAMODB, 400),
  INVALID_RESTORE_TIME("InvalidRestoreTimeException", Namespace.DYNAMODB, 400),
  INVALID_SIGNATURE("InvalidSignatureException", Namespace.SERVICE, 400),
  ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED(
      "ItemCollectionSizeLimitExceededException", Namespace.DYNAMODB, 400),
  LIMIT_EXCEEDED("LimitExceededException", Namespace.DYNAMODB, 400),
  MISSING_AUTHENTICATION_TOKEN("MissingAuthenticationTokenException", Namespace.SERVICE, 400),
  POINT_IN_TIME_RECOVERY_UNAVAILABLE(
      "PointInTimeRecoveryUnavailableException", Namespace.DYNAMODB, 400),
  POLICY_NOT_FOUND("PolicyNotFoundException", Namespace.DYNAMODB, 400),
  PROVISIONED_THROUGHPUT_EXCEEDED(
      "ProvisionedThroughputExceededException", Namespace.DYNAMODB, 400),
  REPLICATED_WRITE_CONFLICT("ReplicatedWriteConflictException", Namespace.DYNAMODB, 400),
  REPLICA_ALREADY_EXISTS("ReplicaAlreadyExistsException", Namespace.DYNAMODB, 400),
  REPLICA_NOT_FOUND("ReplicaNotFoundException", Namespace.DYNAMODB, 400),
  REQUEST_LIMIT_EXCEEDED("RequestLimitExceeded", Namespace.DYNAMODB, 400),
  RESOURCE_IN_USE("ResourceInUseException", Namespace.DYNAMODB, 400),
  RESOURCE_NOT_FOUND("ResourceNotFoundException", Namespace.DYNAMODB, 400),
  SERIALIZATION("SerializationException", Namespace.SERVICE, 400),
  TABLE_ALREADY_EXISTS("TableAlreadyExistsException", Namespace.DYNAMODB, 400),
  TABLE_IN_USE("TableInUseException", Namespace.DYNAMODB, 400),
  TABLE_NOT_FOUND("TableNotFoundException", Namespace.DYNAMODB, 400),
  THROTTLING("ThrottlingException", Namespace.SERVICE, 400),
  TRANSACTION_CANCELED("TransactionCanceledException", Namespace.DYNAMODB, 400),
  TRANSACTION_CONFLICT("TransactionConflictException", Namespace.DYNAMODB, 400),
  TRANSACTION_IN_PROGRESS("TransactionInProgressException", Namespace.DYNAMODB, 400),
  TRIMMED_DATA_ACCESS("TrimmedDataAccessException", Namespace.DYNAMODB, 400),
  UNKNOWN_OPERATION("UnknownOperationException", Namespace.SERVICE, 400),
  UNRECOGNIZED_CLIENT("UnrecognizedClientException", Namespace.SERVICE, 400),
  VALIDATION("ValidationException", Namespace.VALIDATE, 400);

  private static final class Namespace {
    static final String DYNAMODB = "com.amazonaws.dynamodb.v20120810";
    static final String SERVICE = "com.amazon.coral.service";
    static final String VALIDATE = "com.amazon.coral.validate";
  }

  private final String shapeName;
  private final String wireType;
  private final int httpStatus;

  ErrorCode(String shapeName, String namespace, int httpStatus) {
    this.shapeName = shapeName;
    this.wireType = namespace + '#' + shapeName;
    this.httpStatus = httpStatus;
  }

  /** Returns the name of the error's shape, such as {@code ValidationException}. */
  public String shapeName() {
    return shapeName;
  }

  /** Returns the value of {@code __type}: namespace, {@code #}, shape name. */
  public String wireType() {
    return wireType;
  }

  /** Returns the HTTP status of a response with this error. */
  public int httpStatus() {
    return httpStatus;
  }
}
