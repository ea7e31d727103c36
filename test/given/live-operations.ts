import { STAFF_OPS } from '../../http/socket/staff/staff-catalog.js'
import { TRADER_OPS } from '../../wire/schema/live/trader-socket.js'

/** The names of every operation of a live socket as the contract has them; `logout` is the last, since it ends the session. */
export const LIVE_OPERATIONS = { trader: names(TRADER_OPS), staff: names(STAFF_OPS) } as const

function names(operations: object): readonly string[] {
  return [...Object.keys(operations).filter((name) => name !== 'logout'), 'logout']
}
