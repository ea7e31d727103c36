import { signal } from '@preact/signals'
import { settings } from '../settings/settings.js'
import { digitsOf, isGain, isLoss, scaled, typedNumber, unscaled } from '../text/numbers.js'
import { words } from '../text/words.js'
import { type Order, type Position, positionList, valuations } from './account.js'
import { isStale, symbols } from './market.js'
import { say } from './notes.js'
import { session } from './session.js'
import { canTrade, trade } from './trading.js'

/** What a trader asks for by a button, a key or a handle: asked back where it has to be, then sent. */
export interface Question {
  readonly title: string
  readonly lines: readonly string[]
  readonly go: string
  readonly side?: 'buy' | 'sell'
  act(): Promise<unknown>
}

export const question = signal<Question | null>(null)
/** The position or order whose stops or price are changed in a dialog. */
export const changing = signal<
  | { readonly kind: 'stops' | 'volume'; readonly position: Position }
  | { readonly kind: 'order'; readonly order: Order }
  | null
>(null)

export function mayTrade(): boolean {
  return session.value?.read_only !== true && canTrade()
}

export function isOneClick(volume: string): boolean {
  const { oneClick, oneClickMax } = settings.value
  return oneClick && scaled(volume, 8) <= scaled(typedNumber(oneClickMax) ?? '0', 8)
}

/** A market order, at one press or after it was asked. */
export function askMarket(
  side: 'buy' | 'sell',
  symbol: string,
  volume: string,
  more: () => object = () => ({}),
  lines: readonly string[] = [],
): void {
  const typed = typedNumber(volume)
  if (typed === null || symbol === '' || !mayTrade() || isStale(symbol)) return
  const what = `${words.value.sides[side]} ${typed} ${symbol}`
  const act = () => trade({ kind: 'open', symbol, side, volume: typed, ...more() }, what)
  if (isOneClick(typed)) void act()
  else {
    const { confirm, confirmText } = words.value.trade
    question.value = { title: confirm(what), lines: [confirmText, ...lines], go: what, side, act }
  }
}

export function closePosition(
  { id, side, symbol, volume }: Position,
  part?: string,
): Promise<unknown> {
  const closed = part ?? volume
  const what = words.value.trade.closeWhat(words.value.sides[side], closed, symbol)
  return trade(
    { kind: 'close', position_id: id, ...(part === undefined ? {} : { volume: part }) },
    what,
  )
}

/** A position, or a part of it, closed at one press or after it was asked. */
export function askClosePart(position: Position, part?: string): void {
  if (!mayTrade()) return
  const { side, symbol, volume } = position
  const closed = part ?? volume
  if (isOneClick(closed)) {
    void closePosition(position, part)
    return
  }
  const { closeWhat, confirm, confirmText } = words.value.trade
  const what = closeWhat(words.value.sides[side], closed, symbol)
  const act = () => closePosition(position, part)
  question.value = { title: confirm(what), lines: [confirmText], go: what, act }
}

/** Always asks, with both requests that it is. */
export function askReverse(position: Position): void {
  if (!mayTrade()) return
  const { positions: text, sides, trade: said } = words.value
  const { side, symbol, volume } = position
  question.value = {
    title: `${text.reverse}: ${volume} ${symbol}`,
    lines: [
      said.closeWhat(sides[side], volume, symbol),
      `${sides[side === 'buy' ? 'sell' : 'buy']} ${volume} ${symbol}`,
    ],
    go: text.reverse,
    act: () => reverse(position),
  }
}

/** A share of a position in whole steps of the symbol, one at least; undefined where that is all of it. */
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

/** Close, then open the other way: two requests, the second only where the first was done. */
export async function reverse(position: Position): Promise<void> {
  const done = (await closePosition(position)) as { code: string } | null
  if (done?.code !== 'ok') return
  const side = position.side === 'buy' ? 'sell' : 'buy'
  const { symbol, volume } = position
  const what = `${words.value.sides[side]} ${volume} ${symbol}`
  await trade({ kind: 'open', symbol, side, volume }, what)
}

export function setStops(
  position: Pick<Position, 'id' | 'symbol' | 'stop_loss' | 'take_profit'>,
  change: {
    readonly stop_loss?: string
    readonly take_profit?: string
    readonly trailing_pts?: number
  },
): Promise<unknown> {
  const { id, symbol, stop_loss, take_profit } = position
  const stops = { stop_loss: stop_loss ?? '0', take_profit: take_profit ?? '0', ...change }
  const request = { kind: 'stops', position_id: id, ...stops }
  return trade(request, words.value.trade.stopsWhat(symbol))
}

export function deleteOrder({ id, kind, side, symbol, volume_current }: Order): Promise<unknown> {
  const what = `${words.value.sides[side]} ${kindWords(kind)} ${volume_current} ${symbol}`
  return trade({ kind: 'delete', order_id: id }, words.value.trade.deleteWhat(what, ''))
}

export function kindWords(kind: string): string {
  const { ticket } = words.value
  if (kind === 'limit' || kind === 'stop' || kind === 'stop_limit' || kind === 'market')
    return ticket[kind]
  return kind
}

/** Always asks, with the list of what is to be closed. */
export function askCloseAll(which: 'all' | 'winners' | 'losers', symbol?: string): void {
  const fits = ({ id, symbol: own }: Position): boolean => {
    const profit = valuations.value.get(id)?.profit
    if (symbol !== undefined && own !== symbol) return false
    return which === 'all' || (which === 'winners' ? isGain(profit) : isLoss(profit))
  }
  askClose(positionList.value.filter(fits))
}

/** Asks with the list, then says how many were closed. */
export function askClose(chosen: readonly Position[]): void {
  const { positions: text } = words.value
  if (chosen.length === 0 || !mayTrade()) return
  const lines = chosen.map((one) => {
    const profit = valuations.value.get(one.id)?.profit ?? ''
    return `${words.value.sides[one.side]} ${one.volume} ${one.symbol} ${profit}`
  })
  question.value = {
    title: text.allTitle,
    lines,
    go: text.allGo(chosen.length),
    side: 'sell',
    async act() {
      let done = 0
      for (const one of chosen) {
        const end = (await closePosition(one)) as { code: string } | null
        if (end?.code === 'ok') done++
      }
      if (chosen.length > 1) say('plain', text.allDone(done, chosen.length - done))
    },
  }
}
