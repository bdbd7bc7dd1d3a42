from handle import main


def award(own, player, game, points):
    # The SDK sends it again if the answer is lost, and ADD adds again.
    own.client.update_item(
        TableName="Players",
        Key={"player": {"S": player}},
        UpdateExpression="ADD points :points, games :game",
        ExpressionAttributeValues={":points": {"N": points}, ":game": {"SS": [game]}},
    )


PIECES = {"award": award}
if __name__ == "__main__":
    main(PIECES)
