package dev.monotable.json;

import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.Checksum;
import java.util.zip.Deflater;

/**
 * Compresses what it receives and passes it on: the header of the coding, the compressed bytes and
 * the checksum. The deflater writes neither of the others.
 */
final class CompressedBody implements BodySink {
  private static final int PIECE_BYTES = 8 << 10;
  private static final byte[] GZIP_HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};
  private static final byte[] ZLIB_HEADER = {0x78, 0x01};

  private final ContentCoding coding;
  private final Deflater deflater;
  private final BodySink target;
  private final Checksum checksum;
  private final byte[] piece = new byte[PIECE_BYTES];
  private int length;

  CompressedBody(ContentCoding coding, Deflater deflater, BodySink target) {
    this.coding = coding;
    this.deflater = deflater;
    this.target = target;
    this.checksum = coding == ContentCoding.GZIP ? new CRC32() : new Adler32();
    byte[] header = coding == ContentCoding.GZIP ? GZIP_HEADER : ZLIB_HEADER;
    target.write(header, 0, header.length);
  }

  @Override
  public void write(byte[] bytes, int from, int count) {
    checksum.update(bytes, from, count);
    length += count;
    deflater.setInput(bytes, from, count);
    while (!deflater.needsInput()) {
      pass(deflater.deflate(piece, 0, piece.length));
    }
  }

  private void pass(int count) {
    if (count > 0) {
      target.write(piece, 0, count);
    }
  }

  /** Writes what is left, and the checksum. */
  void end() {
    deflater.finish();
    while (!deflater.finished()) {
      pass(deflater.deflate(piece, 0, piece.length));
    }
    switch (coding) {
      case GZIP -> {
        putLittleEndian(0, (int) checksum.getValue());
        putLittleEndian(4, length);
        pass(8);
      }
      case DEFLATE -> {
        putLittleEndian(0, Integer.reverseBytes((int) checksum.getValue()));
        pass(4);
      }
    }
  }

  private void putLittleEndian(int at, int value) {
    for (int i = 0; i < 4; i++) {
      piece[at + i] = (byte) (value >>> 8 * i);
    }
  }
}
