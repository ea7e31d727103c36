/** Reports that a server cannot be restored to the requested moment. Nothing was written. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError'
}
