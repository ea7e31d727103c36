/** Bytes that are answered a part at a time, as their reader takes them. */
export interface ByteSource {
  /** The number of all bytes; null where it is not known before the last part. */
  readonly bytes: number | null
  /** The next part, which stays as it is until the one after is asked for; null when there is none. */
  next(): Promise<Uint8Array | null>
  /** Called when all bytes were handed over, before `close`. */
  sent?(): void
  /** Called once, whether all was taken or not. */
  close(): void
}
