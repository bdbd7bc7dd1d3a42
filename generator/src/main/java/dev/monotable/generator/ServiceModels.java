package dev.monotable.generator;

import java.net.URL;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.loader.ModelAssembler;
import software.amazon.smithy.model.shapes.ShapeId;

/** The models of DynamoDB and of its streams. */
final class ServiceModels {
  static final ShapeId DYNAMODB = ShapeId.from("com.amazonaws.dynamodb#DynamoDB_20120810");
  static final ShapeId STREAMS =
      ShapeId.from("com.amazonaws.dynamodb.streams#DynamoDBStreams_20120810");

  private static final String AWS = "/META-INF/smithy/2012-08-10/dynamodb-2012-08-10.json";

  private ServiceModels() {}

  /** Returns where AWS's model of DynamoDB is, a file on the class path. */
  static URL aws() {
    URL aws = ServiceModels.class.getResource(AWS);
    if (aws == null) {
      throw new IllegalStateException("not on the class path: " + AWS);
    }
    return aws;
  }

  /** Reads AWS's model of DynamoDB with further models, which may be additions to it. */
  static Model read(List<Path> furtherModels) {
    ModelAssembler assembler = assembler().addImport(aws());
    furtherModels.forEach(assembler::addImport);
    return ModelAdditions.merge(assembler.assemble().unwrap());
  }

  /** Reads models as they are. */
  static Model readAll(URL... models) {
    ModelAssembler assembler = assembler();
    Arrays.asList(models).forEach(assembler::addImport);
    return assembler.assemble().unwrap();
  }

  // AWS's traits are not on the class path: nothing here needs them.
  private static ModelAssembler assembler() {
    return Model.assembler().putProperty(ModelAssembler.ALLOW_UNKNOWN_TRAITS, true);
  }
}
