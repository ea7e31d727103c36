import type { Quorum } from '../../../storage/log/quorum/quorum-log.js'
import { type Behind, TablesBehind } from './tables-behind.js'

/**
 * Opens the desk's log for these tables and applies the changes that the tables lack. Returns their
 * number. `isFirst`: no projector runs yet, and new changes follow.
 */
export function catchUp(quorum: Quorum, behind: Behind, isFirst: boolean): number {
  const tables = new TablesBehind(behind)
  let count = 0
  try {
    for (const entry of quorum.open(tables.local)) {
      tables.put(entry)
      count++
    }
    if (isFirst) tables.projectAll()
  } finally {
    tables.close()
  }
  return count
}
