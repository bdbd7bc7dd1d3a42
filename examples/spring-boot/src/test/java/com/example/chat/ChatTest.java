package com.example.chat;

import dev.monotable.junit.MonotableTest;
import dev.monotable.junit.Table;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.springframework.boot.test.autoconfigure.web.servlet.AutoConfigureMockMvc;
import org.springframework.boot.test.context.SpringBootTest;

/**
 * A test of the application with a database. All classes with this annotation share an application
 * context, and each of their tests has its own database.
 */
// guide: annotation
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest
@AutoConfigureMockMvc
@MonotableTest
@Table(name = "message", value = Message.class)
@interface ChatTest {}
// end
