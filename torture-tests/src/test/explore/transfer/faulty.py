import random
import time

from botocore.exceptions import BotoCoreError, ClientError

from handle import main
from transfer.common import done, move


def transfer(own, name, source, target, amount):
    if done(own, name):
        return
    for attempt in range(3):
        try:
            # Each call is a transaction of its own, with a token of its own.
            own.client.transact_write_items(TransactItems=move(name, source, target, amount))
            return
        except (BotoCoreError, ClientError) as error:
            if attempt == 2 or getattr(error, "response", {}).get("CancellationReasons"):
                raise
            time.sleep(0.01 * random.random())


PIECES = {"transfer": transfer}
if __name__ == "__main__":
    main(PIECES)
