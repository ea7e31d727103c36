/** A server cannot be restored to that moment, and nothing was written. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError'
}
