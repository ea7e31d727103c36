import { newest } from '../../state/market.js'
import { levelAt } from '../../text/level-change.js'
import { grouped, groupedLots, signed } from '../../text/numbers.js'
import { kindWords } from '../../text/terminal/order-words.js'
import { words } from '../../text/terminal/words.js'
import {
  type Order,
  orderList,
  type Position,
  positionList,
  valuations,
} from '../../trader/account/account.js'
import { changeOrder, changeStops } from '../../trader/requests/changing.js'
import { type Doubt, doubtOfOrder, doubtOfPosition } from '../../trader/requests/doubtful-levels.js'
import { moneyAt, orderMoneyAt } from '../../trader/ticket/point-values.js'
import { type Alert, alerts, moveAlert } from '../../trader/watchlist/alerts.js'

/** The colours of marks, as CSS variables. */
export const LOOKS = {
  buy: '--buy',
  sell: '--sell',
  gain: '--gain',
  loss: '--loss',
  faint: '--faint',
  /** The colour of a level that needs confirmation wherever it is dragged. */
  warn: '--warn',
} as const

/** The style of a mark: positions are filled; pending orders and their stops have a dashed border. */
export type MarkKind = 'position' | 'stop' | 'order' | 'order-stop' | 'alert' | 'plan'

/**
 * A price of the account on the chart.
 *
 * A drag keeps the mark as it was at its start. The change names the price that it started from, so
 * that the server refuses it if another device or a trailing stop has changed the price meanwhile.
 */
export interface Mark {
  readonly id: string
  readonly kind: MarkKind
  readonly look: keyof typeof LOOKS
  readonly price: string
  readonly text: string
  textAt(price: string): string
  /** The name of several marks in one label. Marks with the same name may share a label. */
  readonly what: string
  readonly volume?: string
  readonly profit?: string | null
  /** The colour for another price, if it depends on the price. */
  lookAt?(price: string): Mark['look']
  /**
   * Whether dragging creates a stop loss or take profit, depending on the price, instead of moving
   * the mark.
   */
  readonly isDrawnOut?: boolean
  /** Whether the mark can be moved without the right to trade. */
  readonly isOwn?: boolean
  move(price: string): Promise<unknown>
}

export function marksOf(symbol: string): Mark[] {
  const isOf = (one: { readonly symbol: string }) => one.symbol === symbol
  return [
    ...positionList.value.filter(isOf).flatMap(marksOfPosition),
    ...orderList.value.filter(isOf).flatMap(marksOfOrder),
    ...alerts.value.filter(isOf).map(markOfAlert),
  ]
}

const withMoney = (what: string, price: string, made: string | null) =>
  made === null ? `${what} ${grouped(price)}` : `${what} ${grouped(price)} ${signed(made)}`

function marksOfPosition(position: Position): Mark[] {
  const { id, side, volume, price_open, stop_loss, take_profit } = position
  const { chart: text, sides } = words.value
  const profit = valuations.value.get(id)?.profit ?? null
  const level = (which: 'stop_loss' | 'take_profit', was: string | null) => ({
    textAt: (price: string) =>
      withMoney(
        which === 'stop_loss' ? text.stopLoss : text.takeProfit,
        price,
        moneyAt(position, price),
      ),
    lookAt: (price: string) => lookOf(which, doubtOfPosition(position, which, price)),
    move: (price: string) => changeStops(id, { [which]: levelAt(price, was) }, 'drawn'),
  })
  const stop = level('stop_loss', stop_loss ?? null)
  const target = level('take_profit', take_profit ?? null)
  // Dragging the line of a position creates a stop loss or a take profit, depending on the side of
  // the market.
  const drawn = (price: string) => (isStopAt(position, price) ? stop : target)
  const own: Mark = {
    id: `p${id}`,
    kind: 'position',
    look: side,
    price: price_open,
    text: `${text.position({ side: sides[side], volume: groupedLots(volume) })}${profit === null ? '' : ` ${signed(profit)}`}`,
    textAt: (price) => drawn(price).textAt(price),
    what: sides[side],
    volume,
    profit,
    isDrawnOut: true,
    lookAt: (price) => drawn(price).lookAt(price),
    move: (price) => drawn(price).move(price),
  }
  const marks = [own]
  if (typeof stop_loss === 'string') {
    const said = {
      price: stop_loss,
      text: stop.textAt(stop_loss),
      what: `${sides[side]}: ${text.stopLoss}`,
    }
    marks.push({ id: `s${id}`, kind: 'stop', look: 'loss', ...said, ...stop })
  }
  if (typeof take_profit === 'string') {
    const said = {
      price: take_profit,
      text: target.textAt(take_profit),
      what: `${sides[side]}: ${text.takeProfit}`,
    }
    const isLoss = doubtOfPosition(position, 'take_profit', take_profit) === 'loss'
    const look = isLoss ? 'warn' : 'gain'
    marks.push({ id: `t${id}`, kind: 'stop', look, ...said, ...target })
  }
  return marks
}

function lookOf(which: 'stop_loss' | 'take_profit', doubt: Doubt | null): Mark['look'] {
  if (doubt !== null) return 'warn'
  return which === 'stop_loss' ? 'loss' : 'gain'
}

function isStopAt({ side, symbol, price_open }: Position, price: string): boolean {
  const quote = newest(symbol)
  const now = Number((side === 'buy' ? quote?.bid : quote?.ask) ?? price_open)
  return side === 'buy' ? Number(price) < now : Number(price) > now
}

/** The order's price, its trigger price, and the stops that its position would have. */
function marksOfOrder(order: Order): Mark[] {
  const { id, side, kind, volume_current, price, trigger_price, stop_loss, take_profit } = order
  if (price === undefined || price === null) return []
  const { chart, sides, ticket } = words.value
  const what = `${sides[side]} ${kindWords(kind)}`
  const of = `${what} ${groupedLots(volume_current)}`
  const level = (
    name: 'price' | 'trigger_price' | 'stop_loss' | 'take_profit',
    was: string,
    look: Mark['look'],
    textAt: (price: string) => string,
  ): Mark => ({
    id: `${name} ${id}`,
    kind: name === 'price' ? 'order' : 'order-stop',
    look,
    price: was,
    text: textAt(was),
    textAt,
    what,
    volume: volume_current,
    move: (next) => changeOrder(id, { [name]: levelAt(next, was) }, 'drawn'),
  })
  const stop = (name: 'stop_loss' | 'take_profit', was: string): Mark => {
    const isStop = name === 'stop_loss'
    const label = isStop ? chart.stopLoss : chart.takeProfit
    const textAt = (at: string) => withMoney(label, at, orderMoneyAt(order, at))
    const { volume: _, ...mark } = level(name, was, isStop ? 'loss' : 'gain', textAt)
    const lookAt = (at: string) => lookOf(name, doubtOfOrder(order, name, at))
    return { ...mark, what: `${what}: ${label}`, lookAt }
  }
  const marks = [level('price', price, side, (at) => `${of} ${grouped(at)}`)]
  if (typeof trigger_price === 'string')
    marks.push(
      level('trigger_price', trigger_price, side, (at) => `${ticket.trigger} ${grouped(at)}`),
    )
  if (typeof stop_loss === 'string') marks.push(stop('stop_loss', stop_loss))
  if (typeof take_profit === 'string') marks.push(stop('take_profit', take_profit))
  return marks
}

function markOfAlert(alert: Alert): Mark {
  const { one } = words.value.alerts
  return {
    id: `a${alert.id}`,
    kind: 'alert',
    look: 'faint',
    price: alert.price,
    text: `${one} ${grouped(alert.price)}`,
    textAt: (price) => `${one} ${grouped(price)}`,
    what: one,
    isOwn: true,
    move: async (price) => moveAlert(alert, price),
  }
}
