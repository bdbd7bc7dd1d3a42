package com.example.carts

import dev.monotable.Monotable
import dev.monotable.junit.MonotableExtension
import dev.monotable.junit.MonotableTest
import dev.monotable.junit.Table
import java.util.concurrent.CompletableFuture
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.extension.RegisterExtension
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient

// guide: kotlin
@MonotableTest
@Table(Cart::class)
class CartsTest(dynamo: DynamoDbEnhancedClient) {
    private val carts = Carts(dynamo)

    @Test
    fun `products are added in their order`() {
        carts.add("ada", "tea")
        carts.add("ada", "milk")

        assertEquals(Cart("ada", listOf("tea", "milk"), version = 2), carts.of("ada"))
    }
}
// end

@MonotableTest
@Table(Cart::class)
class MoreCartsTest(dynamo: DynamoDbEnhancedClient) {
    private val carts = Carts(dynamo)

    @Test
    fun `an unknown customer has an empty cart`() {
        assertEquals(emptyList<String>(), carts.of("ada").products)
    }

    @Test
    fun `additions at the same time are not lost`() {
        val additions = List(8) { CompletableFuture.runAsync { carts.add("ada", "product-$it") } }
        CompletableFuture.allOf(*additions.toTypedArray()).join()

        assertEquals(List(8) { "product-$it" }, carts.of("ada").products.sorted())
    }
}

class CartsWithSettingsTest {
    companion object {
        @JvmField
        @RegisterExtension
        val db: MonotableExtension =
            MonotableExtension.builder().table("Cart", Cart::class.java).build()
    }

    private val carts = Carts(db.client(DynamoDbEnhancedClient::class.java))

    @Test
    fun `a forked database is independent`() {
        carts.add("ada", "tea")
        db.fork().use { other: Monotable ->
            Carts(other.client(DynamoDbEnhancedClient::class.java)).add("ada", "milk")
        }

        assertEquals(listOf("tea"), carts.of("ada").products)
    }
}
