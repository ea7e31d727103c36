import { decideStopsHit } from '../../engine/account/decide/stops-hit.js'
import type { DecisionContext } from '../../engine/account/decision.js'
import { isWaiting } from '../../engine/account/decision.js'
import type { AccountEvent, OrderEvent, StandingEvent } from '../../engine/account/event.js'
import type { Position } from '../../engine/account/holdings/position.js'
import { positionValue } from '../../engine/account/money/position-value.js'
import type { Account } from '../../engine/account/state.js'
import { acting, groupsBy } from './planting.js'
import { rare, type Sabotage } from './sabotage.js'

/** Mistakes in margin calls, stop outs, and the free margin. */
export function plantedInStanding(): Sabotage[] {
  return [
    acting('a margin call is told twice', (events) => {
      const call = events.find(
        (event) => event.type === 'standing' && event.standing === 'margin_call',
      )
      return call === undefined ? events : [call, ...events]
    }),
    acting('who comes to the stop out at once is not called', (events) => {
      const isOut = stopOutIn(events) !== undefined
      return isOut
        ? events.filter((event) => event.type !== 'standing' || event.standing === 'stop_out')
        : events
    }),
    acting('a stop out takes the smallest loss first', (events, account, context) => {
      const stopOut = stopOutIn(events)
      if (stopOut === undefined || stopOut.positionId === 0) return events
      const worths = [...account.positions.values()].map((position) => {
        const { profit } = positionValue(account, position, context.book, context.prices)
        return { position, profit: profit ?? Number.NEGATIVE_INFINITY }
      })
      const [best] = worths.toSorted((a, b) => b.profit - a.profit)
      return best === undefined
        ? events
        : insteadOf(events, stopOut, account, best.position, context)
    }),
    acting('a stop out takes positions before orders', (events, account, context) => {
      const stopOut = stopOutIn(events)
      const [position] = account.positions.values()
      if (stopOut === undefined || stopOut.orderId === 0 || position === undefined) return events
      return insteadOf(events, stopOut, account, position, context)
    }),
    acting('a stop out takes the newest order first', (events, account) => {
      const stopOut = stopOutIn(events)
      const order = events.find((event): event is OrderEvent => event.type === 'order')
      const newest = [...account.orders.values()].at(-1)
      if (stopOut === undefined || stopOut.orderId === 0 || newest === undefined) return events
      const { state, doneAt, reason } = order as OrderEvent
      const row = { ...newest, state, doneAt, reason, version: newest.version + 1 }
      return events.map((event) =>
        event === stopOut ? { ...stopOut, orderId: newest.id } : event === order ? row : event,
      )
    }),
    rare(
      groupsBy('a margin call comes with the stop out', ({ stop_out_level }) => {
        return { margin_call_level: stop_out_level }
      }),
    ),
    groupsBy('a balance below zero is not made good', () => ({
      negative_balance_protection: false,
    })),
    groupsBy('credit carries margin where it must not', () => ({ use_credit: true })),
    groupsBy('gains are free margin where they must not be', () => ({
      free_margin_mode: 'use_all',
    })),
  ]
}

function stopOutIn(events: readonly AccountEvent[]): StandingEvent | undefined {
  return events.find((event): event is StandingEvent => {
    return event.type === 'standing' && event.standing === 'stop_out'
  })
}

/** The same stop out, but of this position. */
function insteadOf(
  events: readonly AccountEvent[],
  stopOut: StandingEvent,
  account: Account,
  position: Position,
  context: DecisionContext,
): readonly AccountEvent[] {
  const quote = context.prices.quote(position.symbolId)
  const comment = events.findLast((event) => event.type === 'deal')?.comment ?? ''
  const taken = quote && decideStopsHit(context, account, position, 'stop_out', quote, comment)
  if (taken === undefined || isWaiting(taken)) return events
  const told = events.slice(0, events.indexOf(stopOut))
  return [...told, { ...stopOut, orderId: 0, positionId: position.id }, ...taken]
}
