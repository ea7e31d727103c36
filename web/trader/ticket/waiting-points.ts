import { signal } from '@preact/signals'
import { monotonic } from '../../link/clock.js'
import { scaled } from '../../text/numbers.js'
import { line } from '../connection/link.js'

/** The interval at which the page asks the server for a symbol's point value. */
const ASKED_MS = 60_000
const VALUE_DIGITS = 8
const asked = new Map<string, number>()
/** The known point values by symbol, each with its volume. */
const known = signal<ReadonlyMap<string, { readonly lots: string; readonly value: string }>>(
  new Map(),
)

/**
 * The point value of a pending order's volume, as an integer in the account's currency; null if
 * unknown.
 */
export function pointOfWaiting(symbol: string, side: 'buy' | 'sell', lots: string): bigint | null {
  if (monotonic() - (asked.get(symbol) ?? -ASKED_MS) >= ASKED_MS) void readPoint(symbol, side, lots)
  const found = known.value.get(symbol)
  if (found === undefined) return null
  const value = scaled(found.value, VALUE_DIGITS) * scaled(lots, VALUE_DIGITS)
  return value / scaled(found.lots, VALUE_DIGITS)
}

async function readPoint(symbol: string, side: 'buy' | 'sell', lots: string): Promise<void> {
  asked.set(symbol, monotonic())
  const answer = await line()?.ask('check', { kind: 'open', symbol, side, volume: lots })
  const value = answer?.code === 'ok' ? answer.data.point_value : null
  if (value === null) return
  known.value = new Map(known.value).set(symbol, { lots, value })
}
