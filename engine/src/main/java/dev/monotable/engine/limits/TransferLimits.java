package dev.monotable.engine.limits;

/**
 * The limits of exports to Amazon S3 and imports from it.
 *
 * @param maxExports exports in progress. AWS page: ServiceQuotas.html
 * @param maxImports imports in progress. AWS page: ServiceQuotas.html
 * @param maxImportObjects objects of an import. AWS page: S3DataImport.Validation.html
 * @param maxListed exports or imports that one request lists by default: DDB-IMPORT-016 of the
 *     findings in aws-controllers-k8s/dynamodb-controller {@code docs/api-quirks}
 * @param keptSeconds seconds for which an export or import is listed. AWS pages:
 *     API_ListExports.html, API_ListImports.html
 * @param tokenSeconds seconds for which a client token is valid. AWS page: API_ImportTable.html
 * @param maxKept exports and imports that are kept; the oldest ended ones are removed. The number
 *     is ours
 * @param maxKeptBytes approximate bytes of heap of the exports and imports that are kept; the
 *     number is ours
 */
public record TransferLimits(
    int maxExports,
    int maxImports,
    int maxImportObjects,
    int maxListed,
    long keptSeconds,
    long tokenSeconds,
    int maxKept,
    long maxKeptBytes) {
  /** AWS's quotas. */
  static final TransferLimits AWS =
      new TransferLimits(300, 50, 50_000, 10, 90 * 24 * 3600, 8 * 3600, 1000, 16 << 20);

  public TransferLimits {
    LimitChecks.requirePositive(
        maxExports,
        maxImports,
        maxImportObjects,
        maxListed,
        keptSeconds,
        tokenSeconds,
        maxKept,
        maxKeptBytes);
  }

  /** Returns these limits with others of what is kept. */
  public TransferLimits withKept(int most, long bytes) {
    return new TransferLimits(
        maxExports,
        maxImports,
        maxImportObjects,
        maxListed,
        keptSeconds,
        tokenSeconds,
        most,
        bytes);
  }
}
