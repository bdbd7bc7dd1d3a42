from handle import main
from jobs.common import claim, finish, next_job


def work(own, worker):
    job = next_job(own, worker)
    if job is None:
        return
    # Another worker may have claimed the job since.
    own.client.update_item(**claim(job, worker))
    finish(own, job, worker)


PIECES = {"work": work}
if __name__ == "__main__":
    main(PIECES)
