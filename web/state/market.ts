import { type Signal, signal } from '@preact/signals'
import { every, serverNow } from '../link/clock.js'
import type { FrameSchemas } from '../link/contract.js'
import { type PriceTicks, priceTicks } from '../text/price-ticks.js'

/** A symbol with the account's terms. */
export type MarketSymbol = FrameSchemas['TraderSymbolView']

export interface Quote {
  readonly bid: string
  readonly ask: string
  readonly at: number
  /** The direction of the last change of the bid; `askWay` is the direction of the ask. */
  readonly bidWay: -1 | 0 | 1
  readonly askWay: -1 | 0 | 1
  readonly open: string | null
  readonly high: string | null
  readonly low: string | null
  readonly close: string | null
}

export const symbols = signal<ReadonlyMap<string, MarketSymbol>>(new Map())

export function ticksOf(name: string): PriceTicks {
  const symbol = symbols.value.get(name)
  return priceTicks(symbol?.digits ?? 5, symbol?.tick_size ?? '0')
}

/** The shortest time between two redraws of a price; more would not be visible. */
export const DRAWN_MS = 100
const quotes = new Map<string, Quote>()
const drawn = new Map<string, Signal<Quote | undefined>>()
const moved = new Set<string>()
const hearers = new Set<(symbol: string) => void>()
/** Increases every second, so that ages are rendered again. */
export const second = signal(0)

every(DRAWN_MS, () => {
  for (const name of moved) {
    const shown = drawn.get(name)
    if (shown !== undefined) shown.value = quotes.get(name)
  }
  moved.clear()
})
every(1_000, () => {
  second.value++
})

export function quoteOf(name: string): Signal<Quote | undefined> {
  const known = drawn.get(name)
  if (known !== undefined) return known
  const made = signal(quotes.get(name))
  drawn.set(name, made)
  return made
}

/** The newest quote, whether or not the page has shown it. */
export function newest(name: string): Quote | undefined {
  return quotes.get(name)
}

const way = (now: string, before: string | undefined): -1 | 0 | 1 =>
  before === undefined || now === before ? 0 : Number(now) > Number(before) ? 1 : -1

export function takeQuote({ s, b, a, t, o, h, l, c }: FrameSchemas['QuoteView']): void {
  const before = quotes.get(s)
  quotes.set(s, {
    bid: b,
    ask: a,
    at: Date.parse(t),
    bidWay: way(b, before?.bid) || (before?.bidWay ?? 0),
    askWay: way(a, before?.ask) || (before?.askWay ?? 0),
    open: o === undefined ? (before?.open ?? null) : o,
    high: h === undefined ? (before?.high ?? null) : h,
    low: l === undefined ? (before?.low ?? null) : l,
    close: c === undefined ? (before?.close ?? null) : c,
  })
  moved.add(s)
  for (const run of hearers) run(s)
}

/**
 * Calls `run` for every quote, also for those that the page skips. Returns a function that
 * unsubscribes.
 */
export function onQuote(run: (symbol: string) => void): () => void {
  hearers.add(run)
  return () => hearers.delete(run)
}

/** Seconds since the last quote of the symbol; null if there was none. */
export function ageSec(name: string): number | null {
  const quote = quotes.get(name)
  return quote === undefined ? null : Math.max(0, Math.floor((serverNow() - quote.at) / 1_000))
}

/** Whether the quote is too old to trade, by the symbol's limit or, without one, after a minute. */
export function isStale(name: string): boolean {
  const quote = quotes.get(name)
  if (quote === undefined) return true
  const bound = symbols.value.get(name)?.quote_max_age_sec || 60
  return serverNow() - quote.at > bound * 1_000
}

/** The change since the previous close, or else the open, in hundredths of a percent. */
export function dayChange({ bid, close, open }: Quote): number | null {
  const from = Number(close ?? open ?? 0)
  return from === 0 ? null : Math.round(((Number(bid) - from) / from) * 10_000)
}
