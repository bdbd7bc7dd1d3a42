/** Tests driven by files of cases. A case is a request, the response of AWS, and its source. */
@NullMarked
package dev.monotable.conformance.cases;

import org.jspecify.annotations.NullMarked;
