package dev.monotable.junit;

import dev.monotable.json.Exchange;
import java.net.URI;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Builds AWS SDK clients that pass their requests to an exchange. The credentials, the region and
 * the profile files of the machine do not affect them.
 */
final class Clients {
  /** A host name that is never resolved: the HTTP client passes requests to the exchange. */
  private static final URI NOWHERE = URI.create("http://in-process.monotable.invalid");

  private static final ProfileFile NO_PROFILES = ProfileFile.aggregator().build();

  private Clients() {}

  static DynamoDbClient sync(Exchange exchange) {
    return configured(DynamoDbClient.builder())
        .httpClient(ExchangeHttpClient.create(exchange))
        .build();
  }

  static DynamoDbAsyncClient async(Exchange exchange) {
    return configured(DynamoDbAsyncClient.builder())
        .httpClient(ExchangeAsyncHttpClient.create(exchange))
        .build();
  }

  static DynamoDbStreamsClient streams(Exchange exchange) {
    return configured(DynamoDbStreamsClient.builder())
        .httpClient(ExchangeHttpClient.create(exchange))
        .build();
  }

  static DynamoDbStreamsAsyncClient streamsAsync(Exchange exchange) {
    return configured(DynamoDbStreamsAsyncClient.builder())
        .httpClient(ExchangeAsyncHttpClient.create(exchange))
        .build();
  }

  private static <B extends AwsClientBuilder<B, ?>> B configured(B builder) {
    return builder
        .endpointOverride(NOWHERE)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
        .overrideConfiguration(
            config -> config.defaultProfileFile(NO_PROFILES).defaultProfileName("default"));
  }
}
