import type { AccountRecord } from '../../engine/account/event.js'
import type { Ledger } from '../given/ledger.js'
import type { Market } from './market.js'
import { must } from './must.js'

const DAY_MS = 86_400_000

/**
 * The simulator's days are those of UTC. The first to end is that of the first record, and what comes
 * after a midnight comes after the day's end, but where an account may have waited for a price.
 */
export function checkDays({ login, records, day }: Ledger, record: AccountRecord, market: Market) {
  const first = records[0]
  if (first === undefined) return
  const ended = day === 0 ? dayOf(first.at) - 1 : day
  const row = record.events.find((event) => event.type === 'day')
  const where = `record ${record.seq} of ${login}`
  const today = dayOf(record.at)
  if (row !== undefined) {
    must(row.day < today, `${where}: the day is over`)
    must(row.day === ended + 1, `${where}: the next day ends`)
  } else if (market.wasWholeSince(today * DAY_MS)) {
    must(ended === today - 1, `${where}: its days have ended before`)
  }
}

function dayOf(at: number): number {
  return Math.floor(at / DAY_MS)
}
