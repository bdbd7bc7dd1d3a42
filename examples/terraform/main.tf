terraform {
  required_version = ">= 1.3"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 6.0"
    }
  }
}

resource "aws_dynamodb_table" "orders" {
  name                        = "orders"
  billing_mode                = "PAY_PER_REQUEST"
  hash_key                    = "PK"
  range_key                   = "SK"
  stream_enabled              = true
  stream_view_type            = "NEW_AND_OLD_IMAGES"
  deletion_protection_enabled = true

  attribute {
    name = "PK"
    type = "S"
  }

  attribute {
    name = "SK"
    type = "S"
  }

  attribute {
    name = "customer"
    type = "S"
  }

  global_secondary_index {
    name            = "byCustomer"
    hash_key        = "customer"
    projection_type = "ALL"
  }

  point_in_time_recovery {
    enabled                 = true
    recovery_period_in_days = 35
  }

  ttl {
    attribute_name = "expiresAt"
    enabled        = true
  }

  tags = {
    service = "orders"
    stage   = "prod"
  }
}

resource "aws_dynamodb_contributor_insights" "orders" {
  table_name = aws_dynamodb_table.orders.name
}

resource "aws_dynamodb_contributor_insights" "by_customer" {
  table_name = aws_dynamodb_table.orders.name
  index_name = "byCustomer"
}
