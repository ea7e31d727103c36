import type { Quorum } from '../../../storage/log/replicated/replicated-log.js'
import { type Behind, TablesBehind } from './tables-behind.js'

/**
 * Opens the desk's log beside these tables, and brings into them what they lack; answers how many changes. `isFirst`: nobody projects
 * records yet, and changes are made next.
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
