/**
 * Words of shared memory: the desk requests a snapshot of the tables, and the comparing thread
 * confirms it.
 */
export const NEEDS_COPY = 0
export const HAS_COPY = 1

export interface Copying {
  readonly words: Int32Array
}

export interface ComparingData extends Copying {
  readonly dataDir: string
}

export function copyingWords(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
}
