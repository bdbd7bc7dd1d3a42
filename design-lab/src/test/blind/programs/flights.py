"""Flights and bookings, as a tutorial on CRUD has them.

After https://github.com/binaya-sharma/py-dynamodb-crud (README: tables of flights and bookings, each with one key).
"""
import os
import boto3

dynamodb = boto3.resource("dynamodb", endpoint_url=os.environ["DYNAMODB_ENDPOINT"], region_name="us-east-1",
                          aws_access_key_id="local", aws_secret_access_key="local")
import random
from boto3.dynamodb.conditions import Attr

FLIGHTS, BOOKINGS = "py_dynamodb_crud_flights", "py_dynamodb_crud_bookings"
rnd = random.Random(4723)


def create_table(name, key):
    try:
        dynamodb.Table(name).delete()
        dynamodb.Table(name).wait_until_not_exists()
    except dynamodb.meta.client.exceptions.ResourceNotFoundException:
        pass
    dynamodb.create_table(
        TableName=name, BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": key, "AttributeType": "S"}],
        KeySchema=[{"AttributeName": key, "KeyType": "HASH"}]).wait_until_exists()


create_table(FLIGHTS, "flight_id")
create_table(BOOKINGS, "booking_id")
flights, bookings = dynamodb.Table(FLIGHTS), dynamodb.Table(BOOKINGS)


def add_flight(flight, seats):
    flights.put_item(Item={"flight_id": flight, "origin": "KTM", "destination": rnd.choice(["DEL", "DOH", "BKK"]),
                           "departure_time": "2026-02-01T10:00", "price": 250, "seats_available": seats})


def book(number, flight, name):
    item = flights.get_item(Key={"flight_id": flight}).get("Item")
    if not item or item["seats_available"] <= 0:
        return None
    booking = "B%d" % number
    bookings.put_item(Item={"booking_id": booking, "flight_id": flight, "passenger_name": name, "status": "CONFIRMED",
                            "seat_number": str(item["seats_available"])})
    flights.update_item(Key={"flight_id": flight}, UpdateExpression="SET seats_available = :s",
                        ExpressionAttributeValues={":s": item["seats_available"] - 1})
    return booking


def cancel(booking):
    item = bookings.get_item(Key={"booking_id": booking})["Item"]
    bookings.delete_item(Key={"booking_id": booking})
    flights.update_item(Key={"flight_id": item["flight_id"]},
                        UpdateExpression="SET seats_available = seats_available + :one",
                        ExpressionAttributeValues={":one": 1})


def passengers(flight):
    found = bookings.scan(FilterExpression=Attr("flight_id").eq(flight))["Items"]
    return [(b["passenger_name"], flights.get_item(Key={"flight_id": b["flight_id"]})["Item"]["departure_time"])
            for b in found]


for number in range(12):
    add_flight("F%03d" % number, 20)
made = [book(n, "F%03d" % rnd.randrange(12), "Passenger %d" % n) for n in range(150)]
for booking in [b for b in made if b][:15]:
    cancel(booking)
for number in range(12):
    passengers("F%03d" % number)
for number in range(12):
    flights.get_item(Key={"flight_id": "F%03d" % number})
