from handle import main
from oncall.common import leave_request, on_call


def leave(own, doctor):
    others = [other for other in on_call(own) if other != doctor]
    if not others:
        raise ValueError("nobody else is on call")
    # The others may have left since.
    own.client.update_item(**leave_request(doctor))


PIECES = {"leave": leave}
if __name__ == "__main__":
    main(PIECES)
