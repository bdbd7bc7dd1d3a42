from botocore.exceptions import ClientError

from handle import condition_failed, main


def award(own, player, game, points):
    try:
        own.client.update_item(
            TableName="Players",
            Key={"player": {"S": player}},
            UpdateExpression="ADD points :points, games :game",
            ConditionExpression="NOT contains(games, :name)",
            ExpressionAttributeValues={
                ":points": {"N": points},
                ":game": {"SS": [game]},
                ":name": {"S": game},
            },
        )
    except ClientError as error:
        # The points of this game were awarded before.
        if not condition_failed(error):
            raise


PIECES = {"award": award}
if __name__ == "__main__":
    main(PIECES)
