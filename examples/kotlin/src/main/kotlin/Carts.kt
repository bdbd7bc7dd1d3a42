package com.example.carts

import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient
import software.amazon.awssdk.enhanced.dynamodb.Key
import software.amazon.awssdk.enhanced.dynamodb.TableSchema
import software.amazon.awssdk.enhanced.dynamodb.extensions.annotations.DynamoDbVersionAttribute
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException

@DynamoDbBean
data class Cart(
    @get:DynamoDbPartitionKey var customer: String = "",
    var products: List<String> = emptyList(),
    @get:DynamoDbVersionAttribute var version: Long? = null,
)

/** The shopping carts in the table `Cart`. */
class Carts(dynamo: DynamoDbEnhancedClient) {
    private val table = dynamo.table("Cart", TableSchema.fromBean(Cart::class.java))

    fun of(customer: String): Cart =
        table.getItem(Key.builder().partitionValue(customer).build()) ?: Cart(customer)

    /** Adds a product, again if somebody else has changed the cart meanwhile. */
    tailrec fun add(customer: String, product: String) {
        val cart = of(customer)
        if (save(cart.copy(products = cart.products + product))) return
        add(customer, product)
    }

    private fun save(cart: Cart): Boolean =
        try {
            table.putItem(cart)
            true
        } catch (_: ConditionalCheckFailedException) {
            false
        }
}
