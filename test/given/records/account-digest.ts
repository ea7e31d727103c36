import type { OrderEvent } from '../../../engine/account/event.js'
import type { Account } from '../../../engine/account/state.js'

/**
 * A hash of one account's trading state, the same for the same state whatever way it came about:
 * live, replayed, or loaded from the projection.
 */
export function accountDigest(account: Account): string {
  const positions = [...account.positions.values()].sort((a, b) => a.id - b.id)
  let text = `${account.login}|${account.balance}|${account.credit}|${account.seq}|${account.lastRecordSeq}`
  text += `|${account.commissionDue}|${account.inMarginCall}|${account.day}|${account.nightThrough}|${account.balancePrevDay}|${account.balancePrevMonth}`
  for (const p of positions) {
    text += `;${p.id}|${p.symbolId}|${p.side}|${p.volume}|${p.priceOpen}|${p.rateMargin}|${p.swap}|${p.openedAt}|${p.reason}|${p.comment}|${p.version}`
    text += `|${p.stopLoss}|${p.takeProfit}|${p.trailingPts}|${p.openRest}|${p.dealer}`
  }
  for (const order of [...account.orders.values()].sort((a, b) => a.id - b.id)) {
    text += `;${ORDER_FIELDS.map((name) => order[name]).join('|')}`
  }
  return fnv64(text)
}

/** The fields in one order, whatever way a row was put together. */
const ORDER_FIELDS = Object.keys({
  type: true,
  id: true,
  symbolId: true,
  side: true,
  kind: true,
  state: true,
  volumeInitial: true,
  volumeCurrent: true,
  price: true,
  positionId: true,
  reason: true,
  comment: true,
  createdAt: true,
  doneAt: true,
  triggerPrice: true,
  stopLoss: true,
  takeProfit: true,
  trailingPts: true,
  deviationPts: true,
  filling: true,
  expiration: true,
  expiresAt: true,
  byPositionId: true,
  ocoOrderId: true,
  activatedAt: true,
  rateMargin: true,
  dealer: true,
  version: true,
  gatewayId: true,
  externalId: true,
  filledValue: true,
  lastDealId: true,
  clientOrderId: true,
  session: true,
  attempt: true,
  asked: true,
  heldFills: true,
  ruleId: true,
  priceAsked: true,
  way: true,
} satisfies Readonly<Record<keyof OrderEvent, true>>) as (keyof OrderEvent)[]

/** Order-independent: the digest of many accounts together. */
export function accountsDigest(accounts: Iterable<Account>): string {
  let sum = 0n
  for (const account of accounts) sum += BigInt(`0x${accountDigest(account)}`)
  return (sum & 0xffff_ffff_ffff_ffffn).toString(16).padStart(16, '0')
}

function fnv64(text: string): string {
  let a = 0x811c9dc5
  let b = 0x9e3779b9
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b)
    b ^= b >>> 15
  }
  return (a >>> 0).toString(16).padStart(8, '0') + (b >>> 0).toString(16).padStart(8, '0')
}
