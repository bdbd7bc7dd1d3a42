/**
 * Decides by IAM policies who may do what. The evaluation of a request by policies is in this
 * package; {@code request} asks it for the requests of DynamoDB.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html">Policy
 *     evaluation logic</a>
 */
@NullMarked
package dev.monotable.access;

import org.jspecify.annotations.NullMarked;
