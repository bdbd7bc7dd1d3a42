package dev.monotable.http;

import dev.monotable.engine.CommitTicket;
import io.netty.buffer.ByteBuf;

/**
 * A response that is sent when the log of the database has what it depends on.
 *
 * @param response is released instead if it cannot be sent
 * @param ticket says whether it may be sent
 * @param keepAlive whether the connection stays open afterwards
 */
record UnloggedResponse(ByteBuf response, CommitTicket ticket, boolean keepAlive) {}
