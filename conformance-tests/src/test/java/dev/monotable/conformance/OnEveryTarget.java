package dev.monotable.conformance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A test that runs once against each {@link TargetKind}. Its parameter is the {@link Dynamo} of
 * that run, without the tables that the test creates. {@code @BeforeEach} methods can declare it
 * too.
 *
 * <p>Tests that use the same server share its tables, so they do not run in parallel.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@TestTemplate
@ExtendWith(Targets.class)
@ResourceLock("monotable.server")
@Timeout(value = 20, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public @interface OnEveryTarget {}
