import { lengthThrough } from '../../wire/record/record.js'
import { openLmdbLog } from './lmdb-log.js'
import type { LogEntry, LogReader } from './log.js'

/** Entries are put together until they have this much, so that a copy is not one sync a turn. */
const COMMIT_BYTES = 1024 * 1024

/** Copies the records at or below `through` into a new log in `directory`; answers how many bytes. */
export async function copyLog(
  from: LogReader,
  through: number,
  directory: string,
  mapBytes?: number,
): Promise<number> {
  const to = openLmdbLog({ directory, ...(mapBytes === undefined ? {} : { mapBytes }) })
  let parts: Uint8Array[] = []
  let firstSeq = 0
  let waiting = 0
  let copied = 0
  const commit = (): void => {
    if (waiting === 0) return
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
