import type { AccountRecord, DealEvent, PositionEvent } from '../../engine/account/event.js'
import { reserveOf } from '../../engine/account/holdings/hold-order.js'
import { withPending } from '../../engine/account/holdings/pending-legs.js'
import type { Account } from '../../engine/account/state.js'
import { alter, commissionsBy, dealIn, symbolsBy, tiersBy, writing } from './planting.js'
import { rare, type Sabotage } from './sabotage.js'

/** Mistakes in averages, commissions, margin, and the profit of a close. */
export function plantedInMoney(): Sabotage[] {
  return [
    rare(
      writing('both deals of a close by have the profit', (events) => {
        const [first, second] = events.filter((one): one is DealEvent => one.type === 'deal')
        if (first?.entry === 'out_by' && second !== undefined)
          alter(second, { profit: first.profit })
      }),
    ),
    rare(
      writing('a position that is added to forgets what its average left', (events) => {
        if (dealIn(events)?.entry !== 'in') return
        for (const row of events) if (row.type === 'position') alter(row, { openRest: 0 })
      }),
    ),
    rare(
      writing('a reversal is charged nothing', (events) => {
        const deal = dealIn(events)
        if (deal?.entry === 'inout') alter(deal, { commission: 0, commissionDue: 0 })
      }),
    ),
    rare(
      writing('the second deal of a close by forgets its swap', (events) => {
        const [first, second] = events.filter((one): one is DealEvent => one.type === 'deal')
        if (first?.entry !== 'out_by' || second === undefined) return
        const row = events.at(-1)
        if (row?.type === 'position') alter(row, { swap: row.swap + second.swap })
        alter(second, { swap: 0 })
      }),
    ),
    rare(
      writing('a partial close leaves the swap with what stays', (events) => {
        const deal = dealIn(events)
        const row = events.at(-1)
        if (deal?.entry !== 'out' || row?.type !== 'position' || row.volume === 0) return
        alter(row, { swap: row.swap + deal.swap })
        alter(deal, { swap: 0 })
      }),
    ),
    rare(
      writing('an average of prices is rounded down', (events, account) => {
        eachEnlarged(events, account, (row) => {
          if (row.openRest >= 0) return
          alter(row, { priceOpen: row.priceOpen - 1, openRest: row.openRest + row.volume })
        })
      }),
    ),
    rare(
      writing('a position that is added to keeps its margin rate', (events, account) => {
        eachEnlarged(events, account, (row, { rateMargin }) => alter(row, { rateMargin }))
      }),
    ),
    rare(
      writing('a reversal keeps the price of what it closes', (events, account) => {
        eachReversed(events, account, (row, { priceOpen }) => alter(row, { priceOpen }))
      }),
    ),
    rare(
      writing('a reversal keeps the swap of what it closes', (events, account) => {
        eachReversed(events, account, (row, { swap }) => alter(row, { swap }))
      }),
    ),
    { name: 'an order that is done keeps its margin', record: keepMargin },
    commissionsBy('half a cent of commission is rounded down', ({ value }) => {
      return { value: (Number(value) - 1e-8).toFixed(8) }
    }),
    rare(commissionsBy('the least commission is not charged', () => ({ min: '0' }))),
    commissionsBy('the most commission is no limit', () => ({ max: '0' })),
    rare(
      commissionsBy('a tier of commissions begins a hundredth of a lot late', ({ from, to }) => {
        return { from: later(from), to: later(to) }
      }),
    ),
    symbolsBy('a hedged pair holds no margin', () => ({ margin_hedged: '0' })),
    symbolsBy('sells are charged the margin rates of buys', ({ margin_rates: rates }) => ({
      margin_rates: rates.map((rate) => {
        const buys = rates.find(({ kind }) => kind === 'buy')
        return rate.kind === 'sell' ? { ...rate, ...buys, kind: 'sell' } : rate
      }),
    })),
    symbolsBy('orders that rest are charged as at the market', ({ margin_rates: rates }) => {
      return { margin_rates: rates.filter(({ kind }) => kind === 'buy' || kind === 'sell') }
    }),
    tiersBy('a tier of leverage begins a hundredth late', ({ range_from, range_to }) => {
      return { range_from: later(range_from), range_to: later(range_to) }
    }),
    tiersBy('tiers of leverage charge positions as orders', () => ({ maintenance: '0' })),
  ]
}

function later(text: string): string {
  return Number(text) === 0 ? text : (Number(text) + 0.01).toFixed(2)
}

type Events = AccountRecord['events']
type Rows = (
  row: PositionEvent,
  before: { rateMargin: bigint; priceOpen: number; swap: number },
) => void

/** The rows of positions that were there before a deal added to them. */
function eachEnlarged(events: Events, { positions }: Account, change: Rows): void {
  if (dealIn(events)?.entry !== 'in') return
  for (const row of events) {
    const before = row.type === 'position' ? positions.get(row.id) : undefined
    if (row.type === 'position' && before !== undefined) change(row, before)
  }
}

function eachReversed(events: Events, { positions }: Account, change: Rows): void {
  if (dealIn(events)?.entry !== 'inout') return
  for (const row of events) {
    const before = row.type === 'position' ? positions.get(row.id) : undefined
    if (row.type === 'position' && before !== undefined) change(row, before)
  }
}

function keepMargin(account: Account, { events }: AccountRecord): void {
  const [order] = events
  if (order?.type !== 'order' || order.state !== 'cancelled') return
  const legs = account.pending.get(order.symbolId) ?? []
  account.pending.set(order.symbolId, withPending(legs, reserveOf(order)))
}
