import { assert } from '../assert.js'
import { isResting } from './event.js'
import { Exposures } from './holdings/exposures.js'
import { reserveOf } from './holdings/hold-order.js'
import { type PendingLegs, withPending } from './holdings/pending-legs.js'
import type { Exposure } from './holdings/position.js'
import type { Account } from './state.js'

/**
 * Checks the account's invariants (state.ts, A1 to A4) from scratch. The cost is proportional to
 * the number of positions.
 */
export function checkAccount(account: Account): void {
  const { login } = account
  assert(Number.isSafeInteger(account.balance), `account ${login}: the balance is exact`)
  assert(Number.isSafeInteger(account.credit), `account ${login}: the credit is exact`)
  assert(Number.isSafeInteger(account.commissionDue), `account ${login}: commissions are exact`)
  assert(Number.isSafeInteger(account.seq) && account.seq >= 0, `account ${login}: seq counts`)
  const fold = new Exposures()
  account.positions.forEach((position) => {
    if (position.volume <= 0) assert(false, `account ${login}: an open position has volume`)
    fold.add(position)
  })
  assert(fold.size === account.exposures.size, `account ${login}: an exposure per open symbol`)
  for (const symbolId of fold.keys()) {
    const [held, expected] = [account.exposures.get(symbolId), fold.get(symbolId)]
    assert(
      held !== undefined && expected !== undefined && sameExposure(held, expected),
      `account ${login}: the exposure of symbol ${symbolId} is the fold of its positions`,
    )
  }
  checkPending(account)
}

function checkPending({ login, orders, pending }: Account): void {
  const fold = new Map<number, PendingLegs>()
  for (const order of orders.values()) {
    assert(isResting(order), `account ${login}: order ${order.id} rests`)
    if (order.rateMargin === 0n) continue
    fold.set(order.symbolId, withPending(fold.get(order.symbolId) ?? [], reserveOf(order)))
  }
  assert(fold.size === pending.size, `account ${login}: legs for each symbol with resting orders`)
  for (const [symbolId, expected] of fold) {
    const held = pending.get(symbolId) ?? []
    const isSame = expected.every((leg) =>
      held.some(
        (one) =>
          one.kind === leg.kind &&
          one.count === leg.count &&
          one.volume === leg.volume &&
          one.value === leg.value &&
          one.rate === leg.rate,
      ),
    )
    assert(
      isSame && held.length === expected.length,
      `account ${login}: the legs of symbol ${symbolId} are the fold of its resting orders`,
    )
  }
}

function sameExposure(a: Exposure, b: Exposure): boolean {
  return (
    a.count === b.count &&
    a.buyVolume === b.buyVolume &&
    a.sellVolume === b.sellVolume &&
    a.buyValue === b.buyValue &&
    a.sellValue === b.sellValue &&
    a.buyRate === b.buyRate &&
    a.sellRate === b.sellRate &&
    a.swap === b.swap
  )
}
