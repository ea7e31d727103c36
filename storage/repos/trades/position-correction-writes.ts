import type { CorrectionEvent } from '../../../engine/account/event.js'
import type { Login } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'
import { CORRECTION_COLUMNS } from './position-corrections.js'

/** Adds rows to the position_corrections table. Only the projector uses this. */
export const positionCorrectionWrites = perDatabase((db: Sqlite) => {
  const insertOne = db.prepare<number[]>(
    `INSERT INTO position_corrections (${CORRECTION_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`,
  )
  return {
    add(login: Login, seq: number, row: CorrectionEvent): void {
      insertOne.run(login, seq, row.id, row.volume, row.priceOpen, row.openRest)
    },
  }
})
