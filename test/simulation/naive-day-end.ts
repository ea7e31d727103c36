import type {
  AccountEvent,
  DayEvent,
  DealEvent,
  PositionEvent,
} from '../../engine/account/event.js'
import { groupIn, type Scene, symbolAt } from './naive-account.js'
import { naiveMargin } from './naive-margin.js'
import { CENTS, closingSide, dollars, floatingProfit, fundsWith, swapOf } from './naive-money.js'
import { NEW_DEAL, SECOND_DEAL } from './naive-outcome.js'
import { type Ratio, ratio, ratioOf, rounded, times } from './naive-ratio.js'
import { nextRow } from './naive-rows.js'

/** The end of an account's day (docs/trade/day-end.md). The given server's days are those of UTC. */

export const DAY_MS = 86_400_000
/** Swaps of one record: few, so that crashes come between the parts of a night. */
export const NIGHT_ROWS_MAX = 2

export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS)
}

export interface EndedDay {
  readonly events: readonly AccountEvent[]
  /** There is more to come of the night. */
  readonly isPart: boolean
  /** Some swap has no price; some value has none. */
  readonly lacksSwap: boolean
  readonly lacksValue: boolean
  /** True when the balance was given the amount that the commission would take below zero. */
  readonly isMadeGood: boolean
}

/** `through` is where the part of the night before ended; 0 is its begin. */
export function naiveDayEnd(scene: Scene, day: number, through: number): EndedDay {
  const { account, now, profile } = scene
  const { swaps_enabled, negative_balance_protection } = groupIn(scene)
  const rows: PositionEvent[] = []
  let lacksSwap = false
  let last = 0
  const byId = [...account.positions.values()].sort((a, b) => a.id - b.id)
  for (const position of swaps_enabled ? byId.filter(({ id }) => id > through) : []) {
    if (rows.length === NIGHT_ROWS_MAX) {
      const part = { type: 'night', day, through: last, positions: rows.length, at: now } as const
      const lacks = { lacksSwap, lacksValue: false, isMadeGood: false }
      return { events: [...rows, part], isPart: true, ...lacks }
    }
    last = position.id
    if (position.openedAt >= (day + 1) * DAY_MS) continue
    const swap = nightOf(scene, position, day)
    if (swap === undefined) lacksSwap = true
    else if (swap !== 0) rows.push(nextRow(position, { swap: position.swap + swap }))
  }
  const { commissionDue: due } = account
  let swap = swapOf(account)
  for (const row of rows) swap += row.swap - (account.positions.get(row.id)?.swap ?? 0)
  const isLeft = negative_balance_protection && account.positions.size === 0
  const given = isLeft ? Math.max(0, -due - Math.max(0, account.balance)) : 0
  const values = valuesOf(scene, day, swap, given)
  const row: DayEvent = {
    type: 'day',
    day,
    endsMonth: new Date((day + 1) * DAY_MS).getUTCDate() === 1,
    balance: account.balance + due + given,
    credit: account.credit,
    swap,
    ...values,
    at: now,
    group: profile.group,
  }
  const charge = due === 0 ? [] : [chargeOf(due, now)]
  const good = given === 0 ? [] : [goodOf(given, now)]
  return {
    events: [...rows, ...charge, ...good, row],
    isPart: false,
    lacksSwap,
    lacksValue: !values.isValued,
    isMadeGood: given > 0,
  }
}

/** The swap of a position for the night after a day; undefined without a price. */
function nightOf(scene: Scene, position: PositionEvent, day: number): number | undefined {
  const { symbolId, side, volume, priceOpen } = position
  const symbol = symbolAt(scene, symbolId)
  const { swap_mode: mode, digits, contract_size, swap_year_days } = symbol
  const nights = symbol.swap_days[(day + 3) % 7] ?? 0
  const size = ratioOf(side === 1 ? symbol.swap_long : symbol.swap_short)
  if (mode === 'disabled' || nights === 0 || size.top === 0n) return 0
  const points = 10n ** BigInt(digits)
  const common = [size, ratio(volume, 10n ** 8n), ratio(nights)]
  let amount: Ratio
  let currency = symbol.profit_currency
  if (mode === 'points') amount = times(...common, ratioOf(contract_size), ratio(1, points))
  else if (mode === 'interest_open' || mode === 'interest_current') {
    const quote = mode === 'interest_current' ? scene.prices.quote(symbolId) : undefined
    if (mode === 'interest_current' && quote === undefined) return undefined
    const price = quote === undefined ? priceOpen : closingSide(side, quote)
    const share = ratio(1, 100 * swap_year_days)
    amount = times(...common, ratioOf(contract_size), ratio(price, points), share)
  } else {
    amount = times(...common)
    if (mode === 'base_currency') currency = symbol.base_currency
    if (mode === 'margin_currency') currency = symbol.margin_currency
    if (mode === 'deposit_currency') currency = 'USD'
  }
  const rate = dollars(scene.book, scene.prices, currency, amount.top > 0n ? 'cheap' : 'dear')
  if (rate === undefined) return undefined
  return Number(rounded(times(amount, ratio(rate, 10n ** 12n)), CENTS))
}

type Values = Pick<DayEvent, 'isValued' | 'equity' | 'margin' | 'marginFree' | 'profit'>

/** With the night's swaps, and without the orders that do not rest beyond the day. */
function valuesOf(scene: Scene, day: number, swap: number, given: number): Values {
  const { account } = scene
  const end = (day + 1) * DAY_MS
  const orders = new Map(
    [...account.orders].filter(([, { expiresAt: at }]) => at === 0 || at > end),
  )
  const profit = floatingProfit(scene)
  if (profit === undefined) {
    return { isValued: false, equity: 0, margin: 0, marginFree: 0, profit: 0 }
  }
  const { balance, credit, commissionDue } = account
  const margin = naiveMargin({ ...scene, account: { ...account, orders } })
  return {
    isValued: true,
    equity: balance + credit + commissionDue + given + profit + swap,
    margin,
    marginFree: fundsWith(scene, profit + swap) + given - margin,
    profit,
  }
}

/** The commissions that the day's deals gathered, as one deal; costs are negative. */
function chargeOf(due: number, at: number): DealEvent {
  return {
    type: 'deal',
    id: NEW_DEAL,
    orderId: 0,
    positionId: 0,
    symbolId: 0,
    entry: 'balance',
    action: 'commission',
    side: 0,
    volume: 0,
    price: 0,
    bid: 0,
    ask: 0,
    profit: due,
    swap: 0,
    commission: 0,
    fee: 0,
    credit: 0,
    rateProfit: 0n,
    reason: 'system',
    comment: 'daily commission',
    at,
    volumeClosed: 0,
    commissionDue: -due,
    dealer: 0,
    externalId: '',
    clientOrderId: '',
  }
}

/** The amount that a commission would take below zero, where nothing is open, as a deal. */
function goodOf(amount: number, at: number): DealEvent {
  const comment = 'negative balance protection'
  const deal = {
    ...chargeOf(amount, at),
    id: SECOND_DEAL,
    action: 'compensation',
    comment,
  } as const
  return { ...deal, commissionDue: 0 }
}
