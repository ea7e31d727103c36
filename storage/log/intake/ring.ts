import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statfsSync,
  writeSync,
  writevSync,
} from 'node:fs'
import { join } from 'node:path'
import { syncPath } from '../../durable-files.js'
import { LogError } from '../log.js'
import { type EntryHead, entryBytes, HEAD_BYTES, headAt, PAGE_BYTES, writeHead } from './entry.js'

/**
 * The ring: a file of fixed size that is written in circles, with synced writes. Places in it
 * increase for ever; the position in the file is the place modulo the file's size.
 *
 *   - The whole file is written before it is used, because a synced write into existing space only
 *     syncs its own pages.
 *   - It is written in small pieces. The kernel keeps a large write as large pages and syncs each
 *     as a whole: 28 KB per order instead of 1.3 KB.
 *   G3. An entry is contiguous. If the rest at the end of the file is too small for it, the rest is
 *       skipped.
 */
export const RING_FILE = 'intake'
export const RING_BYTES = 8 * 1024 * 1024
const PIECE_BYTES = 16 * 1024
/** How much of the ring is read at once when the server starts. */
const READ_BYTES = 256 * 1024
/** A ring is created only if this many times its size is free on the disk. */
const FREE_TIMES = 4
/**
 * LMDB copies the pages that it changes: a transaction needs this many times the size of its
 * records, and some more pages.
 */
const COPY_TIMES = 2
const COPY_BYTES = 1024 * 1024

/** Creates an empty ring, replacing an existing one whose entries are no longer needed. */
export function makeRing(directory: string): void {
  const path = join(directory, RING_FILE)
  if (roomOf(directory) < FREE_TIMES * RING_BYTES)
    throw new LogError('the disk has too little space')
  try {
    writeZeros(`${path}.new`)
  } catch (error) {
    rmSync(`${path}.new`, { force: true })
    throw error
  }
  renameSync(`${path}.new`, path)
  syncPath(directory)
}

/** Removes the ring. The removal is durable when this returns. */
export function removeRing(directory: string): void {
  rmSync(join(directory, RING_FILE), { force: true })
  syncPath(directory)
}

/**
 * True if the log behind the ring has space for this many bytes of records. LMDB may abort the
 * process without space.
 */
export function findsRoom(directory: string, bytes: number): boolean {
  return roomOf(directory) >= COPY_TIMES * bytes + COPY_BYTES
}

function roomOf(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}

function writeZeros(path: string): void {
  const file = openSync(path, 'w', 0o600)
  try {
    const zeros = new Uint8Array(PIECE_BYTES)
    for (let at = 0; at < RING_BYTES; at += PIECE_BYTES) writeSync(file, zeros, 0, PIECE_BYTES, at)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * The place of the next entry with this many bytes of records, if the ring is used up to `end`
 * (G3).
 */
export function placeFor(length: number, end: number): number {
  const left = RING_BYTES - (end % RING_BYTES)
  return entryBytes(length) <= left ? end : end + left
}

export class Ring {
  readonly #file: number
  readonly #head = new Uint8Array(HEAD_BYTES)

  constructor(directory: string, isSynced = true) {
    const sync = isSynced ? constants.O_DSYNC : 0
    this.#file = openSync(join(directory, RING_FILE), constants.O_RDWR | sync)
  }

  /** Writes an entry at a place. It is on disk when this returns, unless the ring is not synced. */
  write(place: number, head: EntryHead, records: Uint8Array): void {
    writeHead(this.#head, head)
    const written = writevSync(this.#file, [this.#head, records], place % RING_BYTES)
    assertWhole(written, HEAD_BYTES + records.length)
  }

  /** Writes an entry that already starts with its head. */
  writeWhole(place: number, entry: Uint8Array): void {
    assertWhole(writeSync(this.#file, entry, 0, entry.length, place % RING_BYTES), entry.length)
  }

  read(place: number, length: number): Uint8Array {
    const bytes = new Uint8Array(length)
    const read = readSync(this.#file, bytes, 0, length, place % RING_BYTES)
    if (read !== length)
      throw new LogError(`the log's intake ends after ${read} of ${length} bytes`)
    return bytes
  }

  headAt(place: number): EntryHead | undefined {
    return headAt(this.read(place, HEAD_BYTES))
  }

  recordsAt(place: number, length: number): Uint8Array {
    return this.read(place + HEAD_BYTES, length)
  }

  close(): void {
    closeSync(this.#file)
  }
}

export interface RingEntry {
  readonly head: EntryHead
  readonly bytes: Uint8Array
}

/**
 * Returns the wanted entries of the ring in the order of the file; none if there is no ring. It
 * reads into one small buffer, because new memory for the whole ring takes ten times as long as
 * reading it.
 */
export function ringEntries(
  directory: string,
  isWanted: (head: EntryHead) => boolean,
): readonly RingEntry[] {
  const path = join(directory, RING_FILE)
  if (!existsSync(path)) return []
  const file = openSync(path, 'r')
  const found: RingEntry[] = []
  try {
    const part = Buffer.allocUnsafeSlow(READ_BYTES)
    for (let from = 0; from < RING_BYTES; from += READ_BYTES) {
      const read = readSync(file, part, 0, READ_BYTES, from)
      for (let at = 0; at < read; at += PAGE_BYTES) {
        const head = headAt(part.subarray(at, read))
        if (head === undefined || !isWanted(head)) continue
        found.push({ head, bytes: recordsIn(file, from + at + HEAD_BYTES, head.length) })
      }
    }
    return found
  } finally {
    closeSync(file)
  }
}

/** Returns fewer than `length` bytes if the ring ends first. The length in a bad head can be too large. */
function recordsIn(file: number, at: number, length: number): Uint8Array {
  const bytes = new Uint8Array(Math.min(length, RING_BYTES - at))
  return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, at))
}

function assertWhole(written: number, length: number): void {
  if (written !== length) throw new LogError(`${written} of ${length} bytes were written`)
}
