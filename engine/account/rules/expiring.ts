import type { Book, SymbolSpec } from '../../book/compiled.js'
import { serverDayAt } from '../../calendar/server-day.js'
import type { Refusal } from '../../code.js'
import { because } from '../../reasons/reasons.js'
import type { UnixMs } from '../../units.js'
import type { Expiration, OrderEvent } from '../event.js'
import type { Expiry } from '../request.js'

/** The expiration type of an order and when it expires; 0 for never. */
export type Term = Pick<OrderEvent, 'expiration' | 'expiresAt'>

/**
 * `day` is the rest of the server's day, `specified` a time, and `specified_day` the end of the
 * server's day that contains the time. `held` are the terms of an existing order.
 */
export function requestedTerm(
  book: Book,
  symbol: SymbolSpec,
  asked: Expiry,
  now: UnixMs,
  held?: Term,
): Term | Refusal {
  const expiration = asked.expiration || (held?.expiration ?? 'gtc')
  const isHeld = expiration === held?.expiration && asked.expiresAt === 0
  // A repeated request for `day` means the current day.
  if (isHeld && (asked.expiration === '' || expiration !== 'day')) {
    return { expiration, expiresAt: held.expiresAt }
  }
  if (!symbol.record.expiration.includes(expiration)) {
    const allowed = symbol.record.expiration.join(', ')
    return because('trade.invalid_expiration.choice', { symbol: symbol.name, allowed, expiration })
  }
  const isTimed = expiration === 'specified' || expiration === 'specified_day'
  if (isTimed !== asked.expiresAt > 0) {
    const reason = isTimed ? 'needs_time' : 'takes_no_time'
    return because(`trade.invalid_expiration.${reason}`, { expiration })
  }
  const expiresAt = endOf(book, expiration, asked.expiresAt, now)
  if (expiresAt !== 0 && expiresAt <= now) {
    return because('trade.invalid_expiration.past')
  }
  return { expiration, expiresAt }
}

function endOf(book: Book, expiration: Expiration, at: UnixMs, now: UnixMs): UnixMs {
  const { clock } = book
  switch (expiration) {
    case 'gtc':
      return 0
    case 'specified':
      return at
    case 'day':
      return serverDayAt(clock, now).end
    case 'specified_day':
      return serverDayAt(clock, at).end
  }
}
