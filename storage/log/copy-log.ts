import { appendFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lengthThrough } from '../../wire/record/record.js'
import { openLmdbLog } from './lmdb-log.js'
import { DATA_FILE } from './lmdb-pages.js'
import type { LogEntry, LogReader } from './log.js'

/** Entries are put together until they have this much, so that a copy is not one sync a turn. */
const COMMIT_BYTES = 1024 * 1024
/** Bytes for the tree, the list of free pages and the unused ends of pages: more than a commit takes. */
const OVERHEAD_BYTES = 128 * 1024

/**
 * Copies the records at or below `through` into a new log in `directory`; answers how many bytes.
 *
 * A page that LMDB cannot write may end the process, which may be a server. So what a commit needs is
 * written as empty space first, and a disk that is full is found by that.
 */
export async function copyLog(
  from: LogReader,
  through: number,
  directory: string,
  mapBytes?: number,
): Promise<number> {
  tryRoom(directory)
  const to = openLmdbLog({ directory, ...(mapBytes === undefined ? {} : { mapBytes }) })
  const path = join(directory, DATA_FILE)
  let room = statSync(path).size
  let parts: Uint8Array[] = []
  let firstSeq = 0
  let waiting = 0
  let copied = 0
  const commit = (): void => {
    if (waiting === 0) return
    room += waiting + OVERHEAD_BYTES
    makeRoom(path, room)
    to.commit(firstSeq, Buffer.concat(parts))
    copied += waiting
    parts = []
    waiting = 0
  }
  try {
    for (const entry of from.read(0)) {
      if (entry.firstSeq > through) break
      if (waiting === 0) firstSeq = entry.firstSeq
      const bytes = recordsThrough(entry, through)
      parts.push(bytes)
      waiting += bytes.length
      if (waiting >= COMMIT_BYTES) commit()
    }
    commit()
  } finally {
    await to.close()
  }
  return copied
}

/** The entry's bytes, as far as they go when it holds later records too. */
function recordsThrough(entry: LogEntry, through: number): Uint8Array {
  return Uint8Array.from(entry.bytes.subarray(0, lengthThrough(entry.bytes, through)))
}

/** Finds out if there is room for a new log, by a file that is removed again. */
function tryRoom(directory: string): void {
  mkdirSync(directory, { recursive: true })
  const path = join(directory, 'room')
  try {
    writeFileSync(path, new Uint8Array(COMMIT_BYTES))
  } finally {
    rmSync(path, { force: true })
  }
}

/** Writes empty space behind the end, where nobody writes meanwhile. */
function makeRoom(path: string, bytes: number): void {
  const missing = bytes - statSync(path).size
  if (missing > 0) appendFileSync(path, new Uint8Array(missing))
}
