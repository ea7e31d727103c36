import { signal } from '@preact/signals'
import { serverNow } from '../link/clock.js'
import type { TraderEvent } from '../link/contract.js'
import { words } from '../text/terminal/words.js'

/** The requests of the account that wait for a dealer, a provider or a delay, as the server tells of them. */
type Told = Extract<TraderEvent, { event: 'pending' }>['data']

export interface Wait {
  readonly kind: Told['kind']
  /** It waits until then at most, by the server's clock. */
  readonly until: number
  /** When this page heard of it, by the server's clock. */
  readonly since: number
}

/** A provider and a delay mostly take no longer than the way to the server does: a wait is shown after so long. */
export const MOMENT_MS = 2_000

/** By their `client_order_id`. */
export const waits = signal<ReadonlyMap<string, Wait>>(new Map())

export function takePending({ client_order_id: id, kind, until }: Told): void {
  if (id === null) return
  waits.value = new Map(waits.value).set(id, {
    kind,
    until: Date.parse(until),
    since: waits.value.get(id)?.since ?? serverNow(),
  })
}

export function endWait(id: string): void {
  if (!waits.value.has(id)) return
  const next = new Map(waits.value)
  next.delete(id)
  waits.value = next
}

/** Whether it is to be shown: what a dealer looks at is, at once. */
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
