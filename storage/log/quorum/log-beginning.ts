import type { Log, LogEntry } from '../log.js'
import type { LogBeginning } from './postgres-schema.js'

/**
 * A log up to this length is stored in the database completely; of a longer one only the newest
 * entry.
 */
const WHOLE_ENTRIES = 1_000
const WHOLE_BYTES = 4 * 1024 * 1024

/**
 * The entries with which a shard's log begins in a database, so that the log continues at the same
 * place.
 */
export function beginningOf(log: Pick<Log, 'read' | 'last'>): LogBeginning {
  const entries: LogEntry[] = []
  let size = 0
  for (const entry of log.read(0)) {
    entries.push(copied(entry))
    size += entry.bytes.length
    if (entries.length > WHOLE_ENTRIES || size > WHOLE_BYTES) break
  }
  const newest = log.last()
  const isWhole = newest === undefined || (entries.length <= WHOLE_ENTRIES && size <= WHOLE_BYTES)
  return { entries: isWhole ? entries : [copied(newest)], isWhole }
}

function copied({ firstSeq, bytes }: LogEntry): LogEntry {
  return { firstSeq, bytes: Buffer.from(bytes) }
}
