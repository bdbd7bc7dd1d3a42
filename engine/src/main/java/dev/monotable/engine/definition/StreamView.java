package dev.monotable.engine.definition;

/** The content of a stream record: the StreamViewType of the API. */
public enum StreamView {
  KEYS_ONLY(false, false),
  NEW_IMAGE(false, true),
  OLD_IMAGE(true, false),
  NEW_AND_OLD_IMAGES(true, true);

  private final boolean hasOld;
  private final boolean hasNew;

  StreamView(boolean hasOld, boolean hasNew) {
    this.hasOld = hasOld;
    this.hasNew = hasNew;
  }

  /** Returns whether a record contains the item before the change. */
  public boolean hasOldImage() {
    return hasOld;
  }

  /** Returns whether a record contains the item after the change. */
  public boolean hasNewImage() {
    return hasNew;
  }
}
