import { signal } from '@preact/signals'
import { serverNow } from '../../link/clock.js'
import type { TraderEvent } from '../../link/contract.js'
import { words } from '../../text/terminal/words.js'

/** A request that waits for a dealer, a provider or a delay. */
type PendingEvent = Extract<TraderEvent, { event: 'pending' }>['data']

interface Wait {
  readonly kind: PendingEvent['kind']
  /** The latest end of the wait, in server time. */
  readonly until: number
  /** The time when this page learned of the wait, in server time. */
  readonly since: number
}

/** A wait for a provider or delay is usually shorter than this and is only shown after it. */
export const MOMENT_MS = 2_000
/**
 * A wait whose end was missed, for example because of a lost connection, is dropped this long after
 * its time.
 */
const MISSED_MS = 60_000

/** Waits by `client_order_id`. */
export const waits = signal<ReadonlyMap<string, Wait>>(new Map())

export function takePending({ client_order_id: id, kind, until }: PendingEvent): void {
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

/** Whether the wait is shown. A request that waits for a dealer is shown at once. */
export function isShown({ kind, since }: Wait): boolean {
  return kind === 'dealer' || serverNow() - since > MOMENT_MS
}

/** The cause of the wait, without the time. */
export function waitWords({ kind }: Wait): string {
  return words.value.trade.waits[kind]
}

/** The cause of the wait, and the seconds left. */
export function waitLine(wait: Wait): string {
  const left = Math.ceil((wait.until - serverNow()) / 1_000)
  const said = waitWords(wait)
  return left > 0 ? `${said} (${left} s)` : `${said}…`
}
