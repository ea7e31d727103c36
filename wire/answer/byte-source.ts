/** A stream of bytes that is read in parts, as fast as the client takes them. */
export interface ByteSource {
  /** The total number of bytes; null if it is not known before the end. */
  readonly bytes: number | null
  /** The next part, valid until the next call. Null at the end. */
  next(): Promise<Uint8Array | null>
  /** Called when all bytes have been passed on, before `close`. */
  sent?(): void
  /** Called once, whether everything was read or not. */
  close(): void
}
