import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readSync, writeFileSync } from 'node:fs'

/** Helpers for copying files completely and durably. */

const CHUNK_BYTES = 1024 * 1024

/** Syncs a file, or the names in a directory. */
export function syncPath(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

export function writeDurably(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 })
  syncPath(path)
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export interface FileDigest {
  readonly bytes: number
  readonly sha256: string
}

export function digestFile(path: string): FileDigest {
  const hash = createHash('sha256')
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  const file = openSync(path, 'r')
  let bytes = 0
  try {
    for (;;) {
      const read = readSync(file, chunk, 0, CHUNK_BYTES, null)
      if (read === 0) break
      hash.update(chunk.subarray(0, read))
      bytes += read
    }
  } finally {
    closeSync(file)
  }
  return { bytes, sha256: hash.digest('hex') }
}
