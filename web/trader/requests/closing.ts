import { symbols } from '../../state/market.js'
import { say } from '../../state/notes.js'
import { digitsOf, grouped, isGain, isLoss, scaled, signed, unscaled } from '../../text/numbers.js'
import { words } from '../../text/terminal/words.js'
import { type Position, positionList, positions, valuations } from '../account/account.js'
import { moneyWords } from '../account/money-words.js'
import { figuresOf, totalOf } from '../account/position-figures.js'
import { lotsWords } from '../ticket/volumes.js'
import { positionWords } from './changing.js'
import { ask, isOneClick, mayTrade } from './sending.js'
import { isDone, type TradeEnd, trade } from './trading.js'

/** Closing positions: fully, partially, against each other, or many at once. */

/**
 * The place at which a close was requested. A menu item may be clicked by mistake, so it always
 * asks for confirmation. A dialog already is a confirmation. Anything else asks unless one-click
 * trading is on.
 */
type CloseWay = 'press' | 'menu' | 'dialog'

export function askClosePart(
  position: Position,
  part?: string,
  way: CloseWay = 'press',
): Promise<void> {
  const closed = part ?? position.volume
  const what = closeWords(position, closed)
  return ask({
    what,
    press: `close ${position.id}`,
    symbol: null,
    isAskedBack: way === 'menu' || (way === 'press' && !isOneClick(closed)),
    lines: () => [...valueLines(position.id), words.value.trade.confirmText],
    act: () => closePosition(position, closed),
  })
}

/** The request names the volume, so that volume added meanwhile stays open. */
function closePosition({ id, ...position }: Position, volume: string): Promise<TradeEnd | null> {
  const what = closeWords({ id, ...position }, volume)
  return trade({ kind: 'close', position_id: id, volume }, what)
}

function closeWords({ side, symbol }: Position, volume: string): string {
  return words.value.trade.closeWhat({
    side: words.value.sides[side],
    volume: lotsWords(symbol, volume),
    symbol,
  })
}

/** The position's current price and profit as text. */
function valueLines(id: number): string[] {
  const { positions: text } = words.value
  const value = valuations.value.get(id)
  if (value === undefined || value.profit === null) return []
  return [
    `${text.now} ${value.price_current === null ? '–' : grouped(value.price_current)}, ${text.profit} ${moneyWords(value.profit, true)}`,
  ]
}

/** Always asks for confirmation and shows both requests that it sends. */
export function askReverse(position: Position): Promise<void> {
  const { positions: text, sides } = words.value
  const { side, symbol, volume } = position
  const opposite = side === 'buy' ? 'sell' : 'buy'
  const lots = lotsWords(symbol, volume)
  const open = `${sides[opposite]} ${lots} ${symbol}`
  return ask({
    what: `${text.reverse}: ${lots} ${symbol}`,
    press: `close ${position.id}`,
    symbol,
    isAskedBack: true,
    title: `${text.reverse}: ${lots} ${symbol}`,
    lines: () => [closeWords(position, volume), open],
    go: text.reverse,
    async act() {
      const end = await closePosition(position, volume)
      if (end?.code === 'ok') await trade({ kind: 'open', symbol, side: opposite, volume }, open)
      else {
        const why = end?.code === 'waits' ? text.reverseWaits : text.reverseHalf
        say('bad', words.value.trade.refused({ what: open }), why)
      }
    },
  })
}

/** Close by is chosen in a menu, so this function always asks for confirmation. */
export function askCloseBy(position: Position, other: Position): Promise<void> {
  const what = words.value.positions.closeBy({ id: other.id, what: positionWords(other) })
  return ask({
    what,
    press: `close ${position.id}`,
    symbol: null,
    isAskedBack: true,
    title: closeWords(position, position.volume),
    lines: () => [what, ...valueLines(position.id), ...valueLines(other.id)],
    go: what,
    act: () =>
      trade({ kind: 'close_by', position_id: position.id, by_position_id: other.id }, what),
  })
}

/**
 * A fraction of a position's volume, rounded to the symbol's step and at least one step; undefined
 * if that is the whole volume.
 */
export function shareOf(
  { symbol, volume }: Position,
  numerator: bigint,
  denominator: bigint,
): string | undefined {
  const step = symbols.value.get(symbol)?.volume_step ?? '0.01'
  const digits = Math.max(2, digitsOf(step), digitsOf(volume))
  const [whole, one] = [scaled(volume, digits), scaled(step, digits)]
  const steps = (whole * numerator) / denominator / one
  const share = (steps < 1n ? 1n : steps) * one
  return share >= whole ? undefined : unscaled(share, digits)
}

/** Always asks for confirmation and lists the positions to close. */
export function askCloseAll(which: 'all' | 'winners' | 'losers', symbol?: string): Promise<void> {
  const fits = ({ id, symbol: own }: Position): boolean => {
    const profit = valuations.value.get(id)?.profit
    if (symbol !== undefined && own !== symbol) return false
    return which === 'all' || (which === 'winners' ? isGain(profit) : isLoss(profit))
  }
  return askClose(positionList.value.filter(fits))
}

/** The most closes of a list that are sent at the same time. */
const AT_ONCE = 6

/** Asks for confirmation with the list and its total, then reports the result of each. */
export function askClose(chosen: readonly Position[]): Promise<void> {
  const { positions: text } = words.value
  if (chosen.length === 0) return Promise.resolve()
  return ask({
    what: text.allGo({ count: chosen.length }),
    press: 'close many',
    symbol: null,
    isAskedBack: true,
    title: text.allTitle,
    lines: () => [...chosen.map(closeLine), ...sumLine(chosen)],
    go: text.allGo({ count: chosen.length }),
    side: 'sell',
    act: () => closeMany(chosen),
  })
}

function closeLine(position: Position): string {
  const profit = valuations.value.get(position.id)?.profit ?? null
  const made = profit === null ? words.value.none : signed(profit)
  return `#${position.id} ${positionWords(position)} ${made}`
}

/** The sum of the known profits, and the number of unknown ones. */
function sumLine(chosen: readonly Position[]): string[] {
  if (chosen.length < 2) return []
  const { positions: text } = words.value
  const { sum, unknown } = totalOf(chosen.map((position) => figuresOf(position).profit))
  const total = unknown === chosen.length ? words.value.none : moneyWords(sum, true)
  return [`${text.total} ${total}${unknown > 0 ? `, ${text.unknown({ count: unknown })}` : ''}`]
}

/** Reports the progress. Stops as soon as trading is not possible, or when the user stops it. */
async function closeMany(chosen: readonly Position[]): Promise<void> {
  const isSingle = chosen.length === 1
  const ends: (TradeEnd | null)[] = []
  let isReported = false
  const left = [...chosen]
  const work = async () => {
    while (mayTrade()) {
      const next = left.shift()
      if (next === undefined) return
      const { id, volume } = next
      const what = closeWords(next, volume)
      // The summary counts this close, unless its result arrives after the summary.
      const quiet = () => {
        if (isReported) say('good', words.value.trade.done({ what }))
      }
      const tellDone = isSingle ? undefined : quiet
      ends.push(await trade({ kind: 'close', position_id: id, volume }, what, tellDone))
      if (ends.length % AT_ONCE === 0) tellGoing(ends.length, chosen.length, left)
    }
  }
  tellGoing(0, chosen.length, left)
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  isReported = true
  if (isSingle) return
  const count = (test: (end: TradeEnd | null) => boolean) => ends.filter(test).length
  const done = count((end) => end !== null && isDone(end.code))
  const waiting = count((end) => end?.code === 'trade.pending' || end?.code === 'waits')
  const unknown = count((end) => end === null)
  const refused = ends.length - done - waiting - unknown
  const { positions: text } = words.value
  const isWhole = refused === 0 && left.length === 0
  const rest = Object.entries({ refused, waiting, unknown, left: left.length })
    .filter(([, n]) => n > 0)
    .map(([why, n]) => text.rest[why as keyof typeof text.rest]({ n }))
    .join(', ')
  say(isWhole ? 'good' : 'bad', text.allDone({ done }), rest, null, undefined, MANY)
}

/** The summary of many closes replaces the previous one. */
const MANY = 'close many'
const GOING_MS = 20_000

function tellGoing(done: number, all: number, left: Position[]): void {
  if (left.length === 0 || all <= AT_ONCE) return
  const { positions: text } = words.value
  const stop = { label: text.allStop, run: () => void left.splice(0) }
  say('plain', text.allGoing({ done, all }), '', stop, GOING_MS, MANY)
}

export function newestPosition(symbol: string): Position | undefined {
  const own = [...positions.value.values()].filter((one) => one.symbol === symbol)
  return own.reduce<Position | undefined>(
    (last, one) => (last === undefined || one.id > last.id ? one : last),
    undefined,
  )
}
