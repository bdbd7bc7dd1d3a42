/**
 * Tables from files: CloudFormation, SAM and CDK templates, Serverless Framework configurations,
 * Terraform plans, NoSQL Workbench models, CreateTable requests and descriptions, read by {@link
 * dev.monotable.formats.schema.SchemaFiles}.
 *
 * <p>A reader of a format turns its tables into {@link
 * dev.monotable.formats.resource.TableRequest}s: trees that look like CreateTable requests and
 * whose nodes know their positions. These are converted to the records of the service model by
 * their schemas, so an unknown member or a value of the wrong type is reported at its place. A data
 * binder is not needed.
 */
@NullMarked
package dev.monotable.formats.schema;

import org.jspecify.annotations.NullMarked;
