/**
 * Templates of CloudFormation, SAM, the CDK and the Serverless Framework: their tables and roles,
 * with intrinsic functions resolved as far as possible without a deployment.
 */
@NullMarked
package dev.monotable.formats.template;

import org.jspecify.annotations.NullMarked;
