from handle import main
from payment.common import charge, done, finished


def pay(own, request, amount):
    if done(own, request):
        return
    # Until the request is noted below, another delivery of it pays as well.
    own.client.put_item(**charge(request, amount))
    own.client.put_item(**finished(request))


PIECES = {"pay": pay}
if __name__ == "__main__":
    main(PIECES)
