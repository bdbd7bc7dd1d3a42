import random
import time

from botocore.exceptions import BotoCoreError, ClientError

from handle import condition_failed, main
from transfer.common import done, move


def transfer(own, name, source, target, amount):
    if done(own, name):
        return
    items = move(name, source, target, amount)
    items[0]["Put"]["ConditionExpression"] = "attribute_not_exists(transfer)"
    for attempt in range(3):
        try:
            own.client.transact_write_items(TransactItems=items, ClientRequestToken=name)
            return
        except (BotoCoreError, ClientError) as error:
            cancelled = getattr(error, "response", {}).get("CancellationReasons")
            if cancelled and condition_failed(error) and done(own, name):
                return
            if attempt == 2 or cancelled:
                raise
            time.sleep(0.01 * random.random())


PIECES = {"transfer": transfer}
if __name__ == "__main__":
    main(PIECES)
