import { signal } from '@preact/signals'
import { monotonic } from '../link/clock.js'
import { scaled } from '../text/numbers.js'
import { line } from './link.js'

/** What a point of lots that wait is worth: the server is asked, as rates move once a minute, for each symbol. */
const ASKED_MS = 60_000
const VALUE_DIGITS = 8
const asked = new Map<string, number>()
/** By symbol, of so many lots. */
const known = signal<ReadonlyMap<string, { readonly lots: string; readonly value: string }>>(
  new Map(),
)

/** In the account's currency, as whole numbers of its last digit; null where it is not known yet. */
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
