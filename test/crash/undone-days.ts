import type { LogAudit } from './log-audit.js'
import { endedDay, serverNow } from './server-clock.js'
import { pause } from './server-process.js'

const DAYS_MAX_MS = 30_000
/** A server's clock starts a little late. */
const LATE_MS = 2_000
/** Longer than an audit takes. */
const SOON_MS = 10_000

/**
 * Waits for the ends of the days that are over, and until no order is about to expire. Answers the days
 * that do not end, and the orders that rest past their time.
 */
export async function undoneDays(log: LogAudit): Promise<string[]> {
  const giveUpAt = performance.now() + DAYS_MAX_MS
  for (;;) {
    await log.advance()
    const undone = [...daysLeft(log), ...ordersLeft(log, serverNow() - LATE_MS)]
    const isQuiet = ordersLeft(log, serverNow() + SOON_MS).length === 0
    if ((undone.length === 0 && isQuiet) || performance.now() > giveUpAt) return undone
    await pause(20)
  }
}

export function daysLeft(log: LogAudit): string[] {
  const newest = endedDay()
  return [...log.accounts].flatMap(([login, { day, firstDay }]) => {
    return firstDay > newest || day >= newest
      ? []
      : [`${login}: day ${day} ended last, and ${newest} is over`]
  })
}

/** That rest, and had time until then. */
function ordersLeft(log: LogAudit, until: number): string[] {
  return [...log.accounts].flatMap(([login, { orders }]) =>
    [...orders.values()]
      .filter(({ expiresAt }) => expiresAt !== 0 && expiresAt < until)
      .map(({ id }) => `${login}: order ${id} rests past its time`),
  )
}
