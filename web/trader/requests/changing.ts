import { signal } from '@preact/signals'
import { type NoteAct, say, UNDO_MS } from '../../state/notes.js'
import {
  backAgain,
  type LevelChange,
  levelAt,
  levelFields,
  UNCHANGED,
} from '../../text/level-change.js'
import { countText, grouped } from '../../text/numbers.js'
import { orderWords } from '../../text/terminal/order-words.js'
import { words } from '../../text/terminal/words.js'
import { type Order, orders, type Position, positions } from '../account/account.js'
import { lotsWords } from '../ticket/volumes.js'
import { type Doubt, doubtOfOrder, doubtOfPosition, doubtWords } from './doubtful-levels.js'
import { ask, mayTrade, mustConfirmDrag } from './sending.js'
import { trade } from './trading.js'

/** The position or order that is edited in a dialog, or null. */
export const changing = signal<{
  readonly kind: 'stops' | 'volume' | 'order'
  readonly id: number
} | null>(null)

/**
 * How a change was made. A drag may need confirmation, and does if it looks like a mistake. Undoing
 * counts as a new action.
 */
type ChangeWay = 'drawn' | 'typed' | 'undone'

interface StopsChange {
  readonly stop_loss?: LevelChange
  readonly take_profit?: LevelChange
  readonly trailing?: { readonly was: number; readonly points: number }
}

interface OrderChange {
  readonly price?: LevelChange
  readonly trigger_price?: LevelChange
  readonly stop_loss?: LevelChange
  readonly take_profit?: LevelChange
}

const LEVELS = ['price', 'trigger_price', 'stop_loss', 'take_profit'] as const

/** Sends only the changed stops. The notification offers to undo the change. */
export function changeStops(id: number, change: StopsChange, way: ChangeWay): Promise<void> {
  const position = positions.value.get(id)
  const fields = { ...fieldsOf(change), ...trailingFields(change) }
  if (position === undefined || Object.keys(fields).length === 0) return Promise.resolve()
  const what = words.value.trade.stopsWhat({ what: positionWords(position) })
  const lines = changeLines(change)
  const doubts =
    way === 'drawn' ? doubtLines(change, (...at) => doubtOfPosition(position, ...at)) : []
  const undo = () => changeStops(id, { ...reversed(change), ...trailingBack(change) }, 'undone')
  return ask({
    what,
    press: `${way} stops ${id} ${JSON.stringify(fields)}`,
    symbol: null,
    isAskedBack: doubts.length > 0 || (way === 'drawn' && mustConfirmDrag(position.volume)),
    lines: () => [...lines, ...doubts],
    act: () =>
      trade({ kind: 'stops', position_id: id, ...fields }, what, () =>
        tellChange(`stops ${id}`, what, lines, undo),
      ),
  })
}

export function changeOrder(id: number, change: OrderChange, way: ChangeWay): Promise<void> {
  const order = orders.value.get(id)
  const fields = fieldsOf(change)
  if (order === undefined || Object.keys(fields).length === 0) return Promise.resolve()
  const what = orderWords(order)
  const lines = changeLines(change)
  const doubts = way === 'drawn' ? doubtLines(change, (...at) => doubtOfOrder(order, ...at)) : []
  const undo = () => changeOrder(id, reversed(change), 'undone')
  return ask({
    what,
    press: `${way} change ${id} ${JSON.stringify(fields)}`,
    symbol: null,
    isAskedBack: doubts.length > 0 || (way === 'drawn' && mustConfirmDrag(order.volume_current)),
    lines: () => [...lines, ...doubts],
    act: () =>
      trade({ kind: 'change', order_id: id, ...fields }, what, () =>
        tellChange(`change ${id}`, what, lines, undo),
      ),
  })
}

/** Moves orders to another price one by one; their stops stay. */
export function moveOrders(moved: readonly Order[], price: string): Promise<void> {
  const [first] = moved
  if (first === undefined) return Promise.resolve()
  if (moved.length === 1) {
    return changeOrder(first.id, { price: levelAt(price, first.price ?? null) }, 'drawn')
  }
  const what = words.value.ladder.several({ count: moved.length, what: first.symbol })
  const lines = moved.map(
    (one) => `${orderWords(one)}: ${grouped(one.price ?? '')} → ${grouped(price)}`,
  )
  return ask({
    what,
    press: `change ${first.id} ${price}`,
    symbol: null,
    isAskedBack: moved.some((one) => mustConfirmDrag(one.volume_current)),
    lines: () => lines,
    async act() {
      for (const { id, price: was } of moved) {
        if (mayTrade()) await moveOne(id, levelAt(price, was ?? null))
      }
    },
  })
}

async function moveOne(id: number, level: LevelChange): Promise<void> {
  const order = orders.value.get(id)
  const change = { price: level }
  const fields = fieldsOf(change)
  if (order === undefined || Object.keys(fields).length === 0) return
  const what = orderWords(order)
  const undo = () => changeOrder(id, reversed(change), 'undone')
  await trade({ kind: 'change', order_id: id, ...fields }, what, () =>
    tellChange(`change ${id}`, what, changeLines(change), undo),
  )
}

export function deleteOrders(gone: readonly Order[]): Promise<void> {
  const [first] = gone
  if (first === undefined) return Promise.resolve()
  return ask({
    what: orderWords(first),
    press: `delete ${first.id}`,
    symbol: null,
    isAskedBack: false,
    async act() {
      for (const order of gone) {
        if (!mayTrade()) return
        const what = words.value.trade.deleteWhat({ what: orderWords(order) })
        await trade({ kind: 'delete', order_id: order.id }, what)
      }
    },
  })
}

/** A position as text, such as `Buy 0.10 EURUSD`. */
export function positionWords({ side, volume, symbol }: Position): string {
  return `${words.value.sides[side]} ${lotsWords(symbol, volume)} ${symbol}`
}

type Levels = Partial<Record<(typeof LEVELS)[number], LevelChange>>

function fieldsOf(change: Levels): Readonly<Record<string, string>> {
  const parts = LEVELS.map((name) => levelFields(name, change[name] ?? UNCHANGED))
  return Object.assign({}, ...parts) as Readonly<Record<string, string>>
}

function reversed(change: Levels): Levels {
  const back = LEVELS.flatMap((name) => {
    const own = change[name]
    return own === undefined ? [] : [[name, backAgain(own)] as const]
  })
  return Object.fromEntries(back)
}

function trailingFields({ trailing }: StopsChange): object {
  if (trailing === undefined || trailing.was === trailing.points) return {}
  return { trailing_pts: trailing.points, trailing_pts_was: trailing.was }
}

function trailingBack({ trailing }: StopsChange): StopsChange {
  if (trailing === undefined) return {}
  return { trailing: { was: trailing.points, points: trailing.was } }
}

/** The old and the new value of each change. */
function changeLines(change: Levels & StopsChange): string[] {
  const { none, ticket, positions: text } = words.value
  const names = {
    price: ticket.price,
    trigger_price: ticket.trigger,
    stop_loss: ticket.stopLoss,
    take_profit: ticket.takeProfit,
  }
  const lines = LEVELS.flatMap((name) => {
    const own = change[name]
    if (own === undefined || own.to === 'unchanged') return []
    const [was, to] = [own.was, own.to === 'none' ? null : own.price]
    return [
      `${names[name]} ${was === null ? none : grouped(was)} → ${to === null ? none : grouped(to)}`,
    ]
  })
  const { trailing } = change
  if (trailing === undefined || trailing.was === trailing.points) return lines
  return [
    ...lines,
    `${text.trailingStop} ${countText(trailing.was)} → ${countText(trailing.points)}`,
  ]
}

/** The reasons why dragged levels need confirmation regardless of the settings, one per line. */
function doubtLines(
  change: Levels,
  doubtAt: (which: 'stop_loss' | 'take_profit', price: string) => Doubt | null,
): string[] {
  return (['stop_loss', 'take_profit'] as const).flatMap((which) => {
    const own = change[which]
    const doubt = own?.to === 'price' ? doubtAt(which, own.price) : null
    return doubt === null ? [] : [doubtWords(which, doubt)]
  })
}

/** The next change of the same thing replaces this notification. */
function tellChange(
  about: string,
  what: string,
  lines: readonly string[],
  undo: () => unknown,
): void {
  const act: NoteAct = {
    label: words.value.undo,
    isUndo: true,
    isPossible: mayTrade,
    run: () => void undo(),
  }
  say('good', what, lines.join(', '), act, UNDO_MS, about)
}
