import type { ProviderRest } from '../../../engine/account/holdings/without-closing.js'
import type { TouchedRows } from '../../../engine/account/rules/at-provider/waiting.js'

/**
 * Delays repeated actions of the server that a provider refused: closing a position, cancelling an
 * order that rests there, activating an order. The server tries each again with every tick, so a
 * provider that refuses at once would get hundreds of requests a second, each with a record in the
 * log. The first delay is a tenth of a second; each refusal doubles it, up to half a minute.
 */
interface Rest {
  readonly ms: number
  readonly until: number
}

const FIRST_MS = 100
export const LONGEST_REST_MS = 30_000
/** During a delay up to this long, the server chooses no other action instead. */
const SHORT_MS = 1_000
/** How long after its delay an action is forgotten and counts as new. */
const FORGOTTEN_MS = 60_000

export class RefusedActions {
  /** The refused actions by the rows that they concern, in the order of their refusals. */
  readonly #rests = new Map<string, Rest>()

  get size(): number {
    return this.#rests.size
  }

  refused(about: TouchedRows, now: number): void {
    for (const [key, rest] of this.#rests) {
      if (!isForgotten(rest, now)) break
      this.#rests.delete(key)
    }
    for (const key of keysOf(about)) {
      const before = this.#rests.get(key)
      const isNew = before === undefined || isForgotten(before, now)
      const ms = isNew ? FIRST_MS : Math.min(2 * before.ms, LONGEST_REST_MS)
      this.#rests.delete(key)
      this.#rests.set(key, { ms, until: now + ms })
    }
  }

  done(about: TouchedRows): void {
    for (const key of keysOf(about)) this.#rests.delete(key)
  }

  /** True if an action on one of these rows is delayed. */
  rests(about: TouchedRows, now: number): boolean {
    return this.#rests.size > 0 && keysOf(about).some((key) => this.#of(key, now) !== undefined)
  }

  restOf(kind: 'position' | 'order', id: number, now: number): ProviderRest {
    const rest = this.#of(`${kind} ${id}`, now)
    if (rest === undefined) return 'none'
    return rest.ms < SHORT_MS ? 'short' : 'long'
  }

  #of(key: string, now: number): Rest | undefined {
    const rest = this.#rests.get(key)
    return rest !== undefined && rest.until > now ? rest : undefined
  }
}

function isForgotten({ until }: Rest, now: number): boolean {
  return until + FORGOTTEN_MS <= now
}

function keysOf({ positions, orders }: TouchedRows): string[] {
  return [...positions.map((id) => `position ${id}`), ...orders.map((id) => `order ${id}`)]
}
