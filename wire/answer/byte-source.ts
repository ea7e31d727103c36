/** A stream of bytes that is read in parts, as fast as the client takes them. */
export interface ByteSource {
  /** The total number of bytes; null if the source cannot know it before the end. */
  readonly bytes: number | null
  /** The next part, valid until the next call; null at the end. */
  next(): Promise<Uint8Array | null>
  /** Called before `close` when the client has received all bytes. */
  sent?(): void
  /** Called once, whether everything was read or not. */
  close(): void
}
