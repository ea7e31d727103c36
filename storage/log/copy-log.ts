import { appendFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lengthThrough } from '../../wire/record/record.js'
import { openLmdbLog } from './lmdb-log.js'
import { DATA_FILE } from './lmdb-pages.js'
import type { LogEntry, LogReader } from './log.js'

/** Entries are committed together up to this size, so that a copy does not sync after each turn. */
const COMMIT_BYTES = 1024 * 1024
/**
 * The bytes for the tree, the list of free pages and the unused ends of pages: more than one commit
 * needs.
 */
const OVERHEAD_BYTES = 128 * 1024

/**
 * Copies the records up to `through` into a new log in `directory`. Returns the number of bytes.
 *
 * If LMDB cannot write a page it may abort the process, which may be a server. So the space for a
 * commit is written as zeros first, and a full disk shows up as an error of that write.
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

/** The bytes of the entry's records up to `through`. The entry may contain later records too. */
function recordsThrough(entry: LogEntry, through: number): Uint8Array {
  return Uint8Array.from(entry.bytes.subarray(0, lengthThrough(entry.bytes, through)))
}

/** Checks that a new log has enough disk space, by writing a file and removing it. */
function tryRoom(directory: string): void {
  mkdirSync(directory, { recursive: true })
  const path = join(directory, 'room')
  try {
    writeFileSync(path, new Uint8Array(COMMIT_BYTES))
  } finally {
    rmSync(path, { force: true })
  }
}

/** Writes zeros after the end of the file. Only the caller may write to the file meanwhile. */
function makeRoom(path: string, bytes: number): void {
  const missing = bytes - statSync(path).size
  if (missing > 0) appendFileSync(path, new Uint8Array(missing))
}
