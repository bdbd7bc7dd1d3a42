import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AttributeType, Billing, StreamViewType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';

/** The orders of a shop in an ordinary production table. */
export class OrdersStack extends Stack {
  constructor(scope, id, props) {
    super(scope, id, props);
    const insights = { contributorInsightsSpecification: { enabled: true } };
    this.orders = new TableV2(this, 'Orders', {
      tableName: 'orders',
      partitionKey: { name: 'PK', type: AttributeType.STRING },
      sortKey: { name: 'SK', type: AttributeType.STRING },
      billing: Billing.onDemand(),
      globalSecondaryIndexes: [
        { indexName: 'byCustomer', partitionKey: { name: 'customer', type: AttributeType.STRING } },
      ],
      ...insights,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 35 },
      timeToLiveAttribute: 'expiresAt',
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
      tags: [
        { key: 'service', value: 'orders' },
        { key: 'stage', value: 'prod' },
      ],
    });
  }
}
