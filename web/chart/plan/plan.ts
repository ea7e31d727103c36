import type { Side } from '../../link/contract.js'
import { set, settings } from '../../settings/settings.js'
import { type MarketSymbol, newest, symbols, ticksOf } from '../../state/market.js'
import { grouped, groupedLots, scaled, signed, unscaled } from '../../text/numbers.js'
import { nearestPrice } from '../../text/price-ticks.js'
import { words } from '../../text/terminal/words.js'
import { fieldText, typedNumber } from '../../text/typed-numbers.js'
import { money, terms } from '../../trader/account/account.js'
import { ownPrice, ticketRequest } from '../../trader/requests/ticket-request.js'
import { nettedPosition } from '../../trader/ticket/netting.js'
import { pointOfOrder } from '../../trader/ticket/order-costs.js'
import { changeDraft, draftOf } from '../../trader/ticket/ticket-draft.js'
import { volumeOf } from '../../trader/ticket/volumes.js'
import type { ChartParts } from '../chart-parts.js'
import type { Mark } from '../handles/marks.js'

/**
 * The ticket's order as lines on the chart before it is sent. Moving a line changes the ticket, and
 * typing in the ticket moves the line. A stop below the entry means a buy. Dragging it above the
 * entry turns the order into a sell, and the target changes sides too.
 */
interface Plan {
  readonly symbol: MarketSymbol
  readonly side: Side
  readonly entry: string
  readonly stop: string | null
  readonly target: string | null
}

/**
 * The initial distance of an empty stop or target from the entry, as a fraction of the chart's
 * height.
 */
const AWAY = 0.2
const VALUE_DIGITS = 8

function planOf(name: string): Plan | null {
  const symbol = symbols.value.get(name)
  if (symbol === undefined) return null
  const side = sideOf(symbol)
  const entry = entryOf(symbol, side)
  if (entry === null) return null
  const { stop_loss, take_profit } = ticketRequest(symbol, side, draftOf(name))
  const price = (value: unknown) => (typeof value === 'string' ? value : null)
  return { symbol, side, entry, stop: price(stop_loss), target: price(take_profit) }
}

function sideOf(symbol: MarketSymbol): Side {
  const entry = Number(entryOf(symbol, 'buy'))
  if (settings.value.stopUnit !== 'price') return 'buy'
  const { stop, target } = draftOf(symbol.name)
  const [ownStop, ownTarget] = [stop, target].map((typed) => typedNumber(typed, symbol.digits))
  if (stop !== '') return Number(ownStop) > entry ? 'sell' : 'buy'
  if (target !== '') return Number(ownTarget) < entry ? 'sell' : 'buy'
  // Only an order on the side of the position can have stops.
  return nettedPosition(symbol.name)?.side ?? 'buy'
}

function entryOf(symbol: MarketSymbol, side: Side): string | null {
  const quote = newest(symbol.name)
  const market = (side === 'buy' ? quote?.ask : quote?.bid) ?? null
  return ownPrice(symbol, draftOf(symbol.name)) ?? market
}

/** Starts a plan. An empty stop or target is placed where it is visible. */
export function beginPlan(place: ChartParts): void {
  const plan = planOf(place.symbol)
  if (plan === null) return
  const height = place.heightOf(Number(plan.entry)) ?? 0
  const away = AWAY * place.size().height * (plan.side === 'buy' ? 1 : -1)
  const at = (down: number) => {
    const price = place.priceAt(height + down)
    return price === null ? '' : nearestPrice(price, ticksOf(place.symbol))
  }
  set({ symbol: place.symbol })
  keepLevels(plan, { stop: plan.stop ?? at(away), target: plan.target ?? at(-away) })
}

/** Puts stop and target into the ticket as prices, because distances would move with the entry. */
function keepLevels({ symbol, stop, target }: Plan, change: Partial<Plan>): void {
  const next = { stop, target, ...change }
  set({ stopUnit: 'price' })
  changeDraft(symbol.name, {
    stop: fieldText(next.stop ?? ''),
    target: fieldText(next.target ?? ''),
  })
}

export function marksOfPlan(name: string): Mark[] {
  const plan = planOf(name)
  if (plan === null) return []
  const { entry, stop, target, side, symbol } = plan
  const { chart, sides, plan: text } = words.value
  const mark = (
    part: string,
    look: Mark['look'],
    price: string,
    textAt: (price: string) => string,
    move: (price: string) => void,
  ): Mark => ({
    id: `plan ${part}`,
    kind: 'plan',
    look,
    price,
    text: textAt(price),
    textAt,
    what: part,
    isOwn: true,
    move: async (next) => move(next),
  })
  const marks = [
    mark(
      'entry',
      side,
      entry,
      (at) =>
        text.entry({ what: `${sides[side]} ${groupedLots(volumeOf(symbol))}`, at: grouped(at) }),
      (at) => moveEntry(plan, at),
    ),
  ]
  const level = (label: string) => (at: string) =>
    `${text.of({ label, at: grouped(at) })}${moneyText(plan, at)}`
  if (stop !== null)
    marks.push(mark('stop', 'loss', stop, level(chart.stopLoss), (at) => moveStop(plan, at)))
  if (target !== null) {
    const move = (at: string) => keepLevels(plan, { target: at })
    marks.push(mark('target', 'gain', target, level(chart.takeProfit), move))
  }
  return marks
}

/**
 * An entry dragged away from the market becomes a pending order, and moves its stop and target
 * along.
 */
function moveEntry(plan: Plan, price: string): void {
  const { symbol, side, entry, stop, target } = plan
  const { name, digits } = symbol
  const away = scaled(price, digits) - scaled(entry, digits)
  const carried = (level: string | null) => {
    const next = level === null ? 0n : scaled(level, digits) + away
    return next > 0n ? unscaled(next, digits) : null
  }
  keepLevels(plan, { stop: carried(stop), target: carried(target) })
  changeDraft(name, { kind: kindAt(symbol, side, price), price: fieldText(price) })
}

/** The type of an order at this price: a stop order beyond the market, otherwise a limit order. */
function kindAt(symbol: MarketSymbol, side: Side, price: string): string {
  const quote = newest(symbol.name)
  const market = Number((side === 'buy' ? quote?.ask : quote?.bid) ?? price)
  const isBetter = side === 'buy' ? Number(price) < market : Number(price) > market
  const wanted = isBetter ? 'limit' : 'stop'
  return symbol.order_kinds.includes(wanted) ? wanted : draftOf(symbol.name).kind
}

/**
 * A stop dragged across the entry changes the side. The target is mirrored, and the order type
 * follows the new side.
 */
function moveStop(plan: Plan, stop: string): void {
  const { entry, target, side, symbol } = plan
  const isSale = Number(stop) > Number(entry)
  if (isSale === (side === 'sell')) {
    keepLevels(plan, { stop })
    return
  }
  const { digits, name } = symbol
  const mirrored = target === null ? 0n : 2n * scaled(entry, digits) - scaled(target, digits)
  keepLevels(plan, { stop, target: mirrored > 0n ? unscaled(mirrored, digits) : null })
  const { kind } = draftOf(name)
  if (kind === 'limit' || kind === 'stop') {
    changeDraft(name, { kind: kindAt(symbol, isSale ? 'sell' : 'buy', entry) })
  }
}

/**
 * The loss or profit as text, such as ` −20.00 (0.02 %)`, from the point value of the last check
 * and the equity.
 */
function moneyText({ symbol, side, entry }: Plan, price: string): string {
  const order = { volume: volumeOf(symbol), price: ownPrice(symbol, draftOf(symbol.name)) }
  const point = pointOfOrder(symbol.name, side, order)
  if (point === null) return ''
  const { digits } = symbol
  const points = scaled(price, digits) - scaled(point.from ?? entry, digits)
  const made = (side === 'buy' ? points : -points) * scaled(point.value, VALUE_DIGITS)
  const shown = terms.value?.currency_digits ?? 2
  const amount = unscaled(made / 10n ** BigInt(VALUE_DIGITS - shown), shown)
  const equity = scaled(money.value?.equity ?? '0', VALUE_DIGITS)
  if (equity <= 0n) return ` ${signed(amount)}`
  const share = unscaled(((made < 0n ? -made : made) * 10_000n) / equity, 2)
  return ` ${signed(amount)} (${grouped(share)} %)`
}
