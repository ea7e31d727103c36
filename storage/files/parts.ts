import {
  closeSync,
  fchmodSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs'
import { assert } from '../../engine/assert.js'
import type { StoredFile } from '../../wire/stored/stored-file.js'
import { digestFile, syncPath } from '../durable-files.js'
import { fileDirectory, filePath } from '../paths.js'
import { CONTENT_MODE, makeFileDirectory } from './content.js'

/** Contents of files in parts, for copying them to and from another place. */
export interface ContentPart {
  readonly at: number
  readonly body: Uint8Array
}

/** Yields the bytes of a content from an offset on, in parts of the given size. */
export function* partsOf(
  dataDir: string,
  id: string,
  { from, to, size }: { readonly from: number; readonly to: number; readonly size: number },
): Generator<ContentPart, void, undefined> {
  const file = openSync(filePath(dataDir, id), 'r')
  try {
    for (let at = from; at < to; ) {
      const body = Buffer.alloc(Math.min(size, to - at))
      const read = readSync(file, body, 0, body.length, at)
      assert(read > 0, 'a content has the bytes that it is said to have')
      yield { at, body: body.subarray(0, read) }
      at += read
    }
  } finally {
    closeSync(file)
  }
}

/** Appends parts to an incomplete content. Returns true once the content is complete. */
export async function putParts(
  dataDir: string,
  { id, bytes, sha256 }: Pick<StoredFile, 'id' | 'bytes' | 'sha256'>,
  parts: AsyncIterable<ContentPart>,
): Promise<boolean> {
  makeFileDirectory(dataDir)
  const path = filePath(dataDir, id)
  const file = openSync(path, 'a', CONTENT_MODE)
  closeSync(file)
  const whole = openSync(path, 'r+')
  let reached: number
  try {
    fchmodSync(whole, CONTENT_MODE)
    reached = fstatSync(whole).size
    for await (const { at, body } of parts) {
      if (at > reached) break
      for (let done = 0; done < body.length; ) {
        done += writeSync(whole, body, done, body.length - done, at + done)
      }
      reached = Math.max(reached, at + body.length)
    }
    if (reached > bytes) ftruncateSync(whole, bytes)
    fdatasyncSync(whole)
  } finally {
    closeSync(whole)
  }
  syncPath(fileDirectory(dataDir))
  return reached >= bytes && (sha256 === null || digestFile(path).sha256 === sha256)
}
