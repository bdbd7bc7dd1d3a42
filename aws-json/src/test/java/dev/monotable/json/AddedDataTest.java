package dev.monotable.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.request.Admission;
import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.OperationTraits.Feature;
import dev.monotable.schema.OperationTraits.Subject;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which requests a server rejects while its memory is full, and which it serves. */
class AddedDataTest {
  private static final Set<Subject> SUPPORTED =
      EnumSet.of(Subject.ITEM, Subject.STATEMENT, Subject.TABLE, Subject.TAG);

  private static final String TABLE =
      "CreateTable {'TableName':'Things','BillingMode':'PAY_PER_REQUEST','KeySchema':"
          + "[{'AttributeName':'pk','KeyType':'HASH'}],'AttributeDefinitions':"
          + "[{'AttributeName':'pk','AttributeType':'S'}]}";

  private static final String ADDS_DATA =
      """
      PutItem {'TableName':'Things','Item':{'pk':{'S':'a'}}}
      UpdateItem {'TableName':'Things','Key':{'pk':{'S':'a'}}}
      UpdateItem {'TableName':'Things','Key':{'pk':{'S':'a'}},'UpdateExpression':'SET a = b'}
      UpdateItem {'TableName':'Things','Key':{'pk':{'S':'a'}},'UpdateExpression':'REMOVE b SET a = b'}
      UpdateItem {'TableName':'Things','Key':{'pk':{'S':'a'}},'UpdateExpression':'ADD n :n','ExpressionAttributeValues':{':n':{'N':'1'}}}
      UpdateItem {'TableName':'Things','Key':{'pk':{'S':'a'}},'AttributeUpdates':{'a':{'Action':'PUT','Value':{'S':'b'}}}}
      UpdateItem {'TableName':'Things','Key':{'pk':{'S':'a'}},'AttributeUpdates':{'a':{'Value':{'S':'b'}},'b':{'Action':'DELETE'}}}
      UpdateItem {'TableName':'Things','Key':{'pk':{'S':'a'}},'AttributeUpdates':{'a':{'Action':'ADD','Value':{'N':'1'}}}}
      BatchWriteItem {'RequestItems':{'Things':[{'DeleteRequest':{'Key':{'pk':{'S':'a'}}}},{'PutRequest':{'Item':{'pk':{'S':'b'}}}}]}}
      TransactWriteItems {'TransactItems':[{'Put':{'TableName':'Things','Item':{'pk':{'S':'a'}}}}]}
      TransactWriteItems {'TransactItems':[{'Delete':{'TableName':'Things','Key':{'pk':{'S':'b'}}}},{'Update':{'TableName':'Things','Key':{'pk':{'S':'a'}},'UpdateExpression':'SET a = b'}}]}
      ExecuteStatement {'Statement':'INSERT INTO Things VALUE {\\u0027pk\\u0027: ?}','Parameters':[{'S':'a'}]}
      ExecuteStatement {'Statement':'UPDATE Things SET a = ? WHERE pk = ?','Parameters':[{'S':'a'},{'S':'a'}]}
      ExecuteStatement {'Statement':'UPDATE Things SET a = set_add(a, ?) WHERE pk = ?','Parameters':[{'SS':['a']},{'S':'a'}]}
      BatchExecuteStatement {'Statements':[{'Statement':'DELETE FROM Things WHERE pk = ?','Parameters':[{'S':'a'}]},{'Statement':'INSERT INTO Things VALUE {\\u0027pk\\u0027: ?}','Parameters':[{'S':'b'}]}]}
      ExecuteTransaction {'TransactStatements':[{'Statement':'INSERT INTO Things VALUE {\\u0027pk\\u0027: ?}','Parameters':[{'S':'a'}]}]}
      CreateTable {'TableName':'Other','BillingMode':'PAY_PER_REQUEST','KeySchema':[{'AttributeName':'pk','KeyType':'HASH'}],'AttributeDefinitions':[{'AttributeName':'pk','AttributeType':'S'}]}
      UpdateTable {'TableName':'Things','StreamSpecification':{'StreamEnabled':true,'StreamViewType':'KEYS_ONLY'}}
      UpdateTable {'TableName':'Things','AttributeDefinitions':[{'AttributeName':'a','AttributeType':'S'}],'GlobalSecondaryIndexUpdates':[{'Create':{'IndexName':'ByA','KeySchema':[{'AttributeName':'a','KeyType':'HASH'}],'Projection':{'ProjectionType':'ALL'}}}]}
      UpdateTimeToLive {'TableName':'Things','TimeToLiveSpecification':{'Enabled':true,'AttributeName':'ttl'}}
      TagResource {'ResourceArn':'arn:aws:dynamodb:us-east-1:000000000000:table/Things','Tags':[{'Key':'a','Value':'b'}]}
      """;

  private static final String ADDS_NONE =
      """
      DeleteItem {'TableName':'Things','Key':{'pk':{'S':'a'}}}
      UpdateItem {'TableName':'Things','Key':{'pk':{'S':'a'}},'UpdateExpression':'REMOVE a, b[1]'}
      UpdateItem {'TableName':'Things','Key':{'pk':{'S':'a'}},'UpdateExpression':'DELETE a :a','ExpressionAttributeValues':{':a':{'SS':['x']}}}
      UpdateItem {'TableName':'Things','Key':{'pk':{'S':'a'}},'AttributeUpdates':{'a':{'Action':'DELETE'},'b':{'Action':'DELETE','Value':{'SS':['x']}}}}
      BatchWriteItem {'RequestItems':{'Things':[{'DeleteRequest':{'Key':{'pk':{'S':'a'}}}}]}}
      TransactWriteItems {'TransactItems':[{'Delete':{'TableName':'Things','Key':{'pk':{'S':'b'}}}},{'ConditionCheck':{'TableName':'Things','Key':{'pk':{'S':'a'}},'ConditionExpression':'a = b'}},{'Update':{'TableName':'Things','Key':{'pk':{'S':'c'}},'UpdateExpression':'REMOVE a'}}]}
      ExecuteStatement {'Statement':'SELECT * FROM Things'}
      ExecuteStatement {'Statement':'DELETE FROM Things WHERE pk = ?','Parameters':[{'S':'a'}]}
      ExecuteStatement {'Statement':'UPDATE Things REMOVE a WHERE pk = ?','Parameters':[{'S':'a'}]}
      ExecuteStatement {'Statement':'UPDATE Things SET a = set_delete(a, ?) WHERE pk = ?','Parameters':[{'SS':['a']},{'S':'a'}]}
      BatchExecuteStatement {'Statements':[{'Statement':'SELECT * FROM Things WHERE pk = ?','Parameters':[{'S':'a'}]},{'Statement':'SELECT'}]}
      BatchExecuteStatement {'Statements':[{'Statement':'DELETE FROM Things WHERE pk = ?','Parameters':[{'S':'a'}]}]}
      ExecuteTransaction {'TransactStatements':[{'Statement':'SELECT * FROM Things WHERE pk = ?','Parameters':[{'S':'a'}]}]}
      ExecuteTransaction {'TransactStatements':[{'Statement':'EXISTS(SELECT * FROM Things WHERE pk = ?)','Parameters':[{'S':'a'}]},{'Statement':'DELETE FROM Things WHERE pk = ?','Parameters':[{'S':'b'}]}]}
      DeleteTable {'TableName':'Things'}
      UpdateTable {'TableName':'Things','StreamSpecification':{'StreamEnabled':false}}
      UpdateTable {'TableName':'Things','GlobalSecondaryIndexUpdates':[{'Delete':{'IndexName':'ByA'}}]}
      UpdateTable {'TableName':'Things','BillingMode':'PROVISIONED','ProvisionedThroughput':{'ReadCapacityUnits':1,'WriteCapacityUnits':1}}
      UpdateTimeToLive {'TableName':'Things','TimeToLiveSpecification':{'Enabled':false,'AttributeName':'ttl'}}
      UntagResource {'ResourceArn':'arn:aws:dynamodb:us-east-1:000000000000:table/Things','TagKeys':['a']}
      GetItem {'TableName':'Things','Key':{'pk':{'S':'a'}}}
      Scan {'TableName':'Things'}
      PutItem {'TableName':'Things'}
      UpdateItem {'TableName':'Things','Key':{'pk':{'S':'a'}},'UpdateExpression':'SET a ='}
      ExecuteStatement {'Statement':'INSERT INTO'}
      """;

  /** Rejects every request, and records those that add data. */
  private static final class Asking implements Admission {
    private final Set<OperationSchema<?, ?>> rejected = new HashSet<>();
    private boolean addsData;

    @Override
    public void enter(AdmissionRequest request) {
      if (!request.operation().traits().isOnData()) {
        admit(request);
      }
    }

    @Override
    public void admit(AdmissionRequest request) {
      addsData = request.addsData();
      rejected.add(request.operation());
      throw new DynamoException(ErrorCode.INTERNAL_SERVER_ERROR, "asked");
    }
  }

  private static void send(Exchange exchange, String request) {
    int space = request.indexOf(' ');
    exchange.handle(
        TestRequest.call(request.substring(0, space), request.substring(space + 1)),
        new HttpReply());
  }

  @Test
  void aRequestAddsDataIfItCanMakeItemsOrTablesLarger() {
    List<String> requests = new ArrayList<>(ADDS_DATA.lines().toList());
    requests.addAll(ADDS_NONE.lines().toList());
    List<String> adding = new ArrayList<>();
    Asking asking = new Asking();
    try (MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT)) {
      Exchange exchange = new Exchange(engine, ExchangeConfig.standard());
      send(exchange, TABLE);
      var unused = engine.admit(asking);
      for (String request : requests) {
        asking.addsData = false;
        send(exchange, request);
        if (asking.addsData) {
          adding.add(request);
        }
      }
    }

    assertThat(String.join("\n", adding) + "\n").isEqualTo(ADDS_DATA);
    assertThat(asking.rejected)
        .containsAll(
            Operations.all().stream()
                .filter(operation -> operation.traits().has(Feature.ADDS_DATA))
                .filter(operation -> SUPPORTED.contains(operation.traits().subject()))
                .toList());
  }
}
