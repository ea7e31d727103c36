import { signal } from '@preact/signals'
import { serverNow } from '../../link/clock.js'
import type { TraderEvent } from '../../link/contract.js'
import { words } from '../../text/terminal/words.js'

/** A request of the account that waits for a dealer, a provider or a delay. */
type Told = Extract<TraderEvent, { event: 'pending' }>['data']

interface Wait {
  readonly kind: Told['kind']
  /** The latest end of the wait, by the server's clock. */
  readonly until: number
  /** When this page received it, by the server's clock. */
  readonly since: number
}

/** Providers and delays are mostly quicker than that: a wait for them is shown only after this time. */
export const MOMENT_MS = 2_000
/** A wait whose end was missed, as after a lost connection, is dropped this long after its time. */
const MISSED_MS = 60_000

/** By their `client_order_id`. */
export const waits = signal<ReadonlyMap<string, Wait>>(new Map())

export function takePending({ client_order_id: id, kind, until }: Told): void {
  if (id === null) return
  const now = serverNow()
  const kept = [...waits.value].filter(([, wait]) => now - wait.until < MISSED_MS)
  const since = waits.value.get(id)?.since ?? now
  waits.value = new Map(kept).set(id, { kind, until: Date.parse(until), since })
}

export function endWait(id: string): void {
  if (!waits.value.has(id)) return
  const next = new Map(waits.value)
  next.delete(id)
  waits.value = next
}

/** A request that a dealer reviews is shown at once. */
export function isShown({ kind, since }: Wait): boolean {
  return kind === 'dealer' || serverNow() - since > MOMENT_MS
}

/** Whom it waits for, without the time. */
export function waitWords({ kind }: Wait): string {
  return words.value.trade.waits[kind]
}

/** Whom it waits for, and how many seconds are left. */
export function waitLine(wait: Wait): string {
  const left = Math.ceil((wait.until - serverNow()) / 1_000)
  const said = waitWords(wait)
  return left > 0 ? `${said} (${left} s)` : `${said}…`
}
