import type {
  AccountEvent,
  DealEvent,
  OrderEvent,
  PositionEvent,
  StandingEvent,
} from '../../engine/account/event.js'
import { groupIn, type Scene, symbolAt } from './naive-account.js'
import { isTraded } from './naive-checks.js'
import { naiveMargin } from './naive-margin.js'
import { naiveMoney } from './naive-money.js'
import { SECOND_DEAL } from './naive-outcome.js'
import { endedRow } from './naive-pending.js'
import { tradedAt } from './naive-prices.js'
import { decimalText, ratioOf } from './naive-ratio.js'
import { realised, withOrder } from './naive-rows.js'
import { exited } from './naive-triggers.js'

/**
 * Margin call and stop out (docs/trade/margin.md): what the server does next about how an account stands. Undefined
 * is nothing, or nothing that can be done now. `coming` names the order that goes among equal ones.
 */
export function naiveStanding(
  scene: Scene,
  isCalled: boolean,
  coming: number,
): AccountEvent[] | undefined {
  const { equity, margin, marginLevel } = naiveMoney(scene)
  if (equity === null) return undefined
  const { now } = scene
  const figures = { equity, margin, at: now, orderId: 0, positionId: 0 }
  const standing = standingIn(scene, equity, margin)
  const entered = standing !== 'fine'
  const told: StandingEvent[] =
    entered === isCalled ? [] : [{ type: 'standing', standing: 'margin_call', entered, ...figures }]
  if (standing === 'stop_out') {
    const stopOut = { type: 'standing', standing, entered: true, ...figures } as const
    const order = largestReserve(scene, coming)
    if (order !== undefined) {
      const row = { ...endedRow(order, 'cancelled', now), reason: 'stop_out' } as const
      return [...told, { ...stopOut, orderId: order.id }, row]
    }
    const level = marginLevel === null ? '' : ` ${decimalText(marginLevel, 2)}%`
    const taken = largestLoss(scene, `[so${level}]`)
    if (taken !== undefined) {
      const positionId = taken.position.id
      const rows = [{ ...stopOut, positionId }, ...taken.events]
      return [...told, ...rows, ...madeGood(scene, taken.events)]
    }
  }
  return told.length > 0 ? told : undefined
}

export type NaiveStanding = 'fine' | 'margin_call' | 'stop_out'

/** The standing of an account: at a level is as below it. */
export function standingIn(scene: Scene, equity: number, margin: number): NaiveStanding {
  const { stop_out_mode, stop_out_level, margin_call_level } = groupIn(scene)
  const isAt = (level: string): boolean => {
    const { top, bottom } = ratioOf(level)
    if (stop_out_mode === 'money') {
      const holds = margin > 0 || scene.account.positions.size > 0
      return holds && BigInt(equity) * bottom <= top * 100n
    }
    return margin > 0 && BigInt(equity) * 100n * bottom <= top * BigInt(margin)
  }
  if (isAt(stop_out_level)) return 'stop_out'
  return isAt(margin_call_level) ? 'margin_call' : 'fine'
}

/** Without any that reserves something. */
function largestReserve(scene: Scene, coming: number): OrderEvent | undefined {
  const whole = naiveMargin(scene)
  let most = 0
  let found: OrderEvent | undefined
  for (const order of scene.account.orders.values()) {
    const account = withOrder(scene.account, order.id, undefined)
    const reserve = whole - naiveMargin({ ...scene, account })
    const isIt = reserve > most || (reserve === most && most > 0 && order.id === coming)
    if (!isIt) continue
    most = reserve
    found = order
  }
  return found
}

interface Taken {
  readonly position: PositionEvent
  readonly events: readonly AccountEvent[]
}

/** The position with the largest loss, or the least gain, that can be closed now. */
function largestLoss(scene: Scene, comment: string): Taken | undefined {
  const candidates: { position: PositionEvent; profit: number }[] = []
  for (const position of scene.account.positions.values()) {
    const { symbolId, side, volume } = position
    const quote = tradedAt(scene, symbolId)
    const symbol = symbolAt(scene, symbolId)
    const isOpen = symbol.trade_access !== 'disabled' && isTraded(symbol, scene.now)
    if (quote === undefined || !isOpen) continue
    const price = side === 1 ? quote.bid : quote.ask
    const worth = realised(scene, position, price, volume)
    if (worth !== undefined) candidates.push({ position, profit: worth.profit })
  }
  candidates.sort((a, b) => a.profit - b.profit || a.position.id - b.position.id)
  for (const { position } of candidates) {
    const quote = tradedAt(scene, position.symbolId)
    if (quote === undefined) continue
    const events = exited(scene, position, 'stop_out', quote, comment)
    if (events !== undefined) return { position, events }
  }
  return undefined
}

/** A balance that the last close leaves below zero is made zero, where the group protects from it. */
function madeGood(scene: Scene, events: readonly AccountEvent[]): DealEvent[] {
  const { account, now } = scene
  if (!groupIn(scene).negative_balance_protection) return []
  let { balance } = account
  let open = account.positions.size
  for (const event of events) {
    if (event.type === 'deal') balance += event.profit + event.swap + event.commission
    if (event.type === 'position' && event.closedAt !== 0) open--
  }
  if (open > 0 || balance >= 0) return []
  return [
    {
      type: 'deal',
      id: SECOND_DEAL,
      orderId: 0,
      positionId: 0,
      symbolId: 0,
      entry: 'balance',
      action: 'compensation',
      side: 0,
      volume: 0,
      price: 0,
      bid: 0,
      ask: 0,
      profit: -balance,
      swap: 0,
      commission: 0,
      fee: 0,
      credit: 0,
      rateProfit: 0n,
      reason: 'stop_out',
      comment: 'negative balance protection',
      at: now,
      volumeClosed: 0,
      commissionDue: 0,
      dealer: 0,
      externalId: '',
      clientOrderId: '',
    },
  ]
}
