import type { Trigger, TriggerKind, TriggerSide } from '../../../engine/triggers/trigger.js'
import type { TriggerBook } from '../../../engine/triggers/trigger-book.js'

/** The trigger book as one would say it: a list that is looked through and sorted at every tick. */
export class ListedTriggers {
  #rest: Listed[] = []
  #orders = 0
  #isRoundOpen = false

  get size(): number {
    return this.#rest.length
  }

  set(side: TriggerSide, level: number, login: number, kind: TriggerKind, id: number): void {
    const known = this.#rest.find((one) => one.kind === kind && one.id === id)
    if (known?.side === side && known.level === level) return
    this.remove(kind, id)
    this.#rest.push({ side, level, login, kind, id, order: this.#orders++, isHit: false })
  }

  remove(kind: TriggerKind, id: number): boolean {
    const before = this.#rest.length
    this.#rest = this.#rest.filter((one) => one.kind !== kind || one.id !== id)
    return this.#rest.length < before
  }

  *hit(bid: number, ask: number): Generator<Trigger> {
    if (!this.#isRoundOpen) for (const one of this.#rest) one.isHit = false
    this.#isRoundOpen = true
    for (;;) {
      const due = this.#rest.filter((one) => !one.isHit && isDue(one, bid, ask)).toSorted(byTurn)[0]
      if (due === undefined) break
      due.isHit = true
      yield shown(due)
    }
    this.#isRoundOpen = false
  }

  all(): string[] {
    return this.#rest.map((one) => JSON.stringify({ ...shown(one), side: one.side })).toSorted()
  }
}

export function allOf(book: TriggerBook): string[] {
  return [...book.all()].map((one) => JSON.stringify(one)).toSorted()
}

interface Listed extends Trigger {
  readonly side: TriggerSide
  readonly order: number
  isHit: boolean
}

export const SIDES = ['bid_below', 'ask_above', 'bid_above', 'ask_below'] as const

function isDue({ side, level }: Listed, bid: number, ask: number): boolean {
  const price = side.startsWith('bid') ? bid : ask
  return side.endsWith('below') ? price <= level : price >= level
}

function byTurn(a: Listed, b: Listed): number {
  const bySide = SIDES.indexOf(a.side) - SIDES.indexOf(b.side)
  const byLevel = a.side.endsWith('below') ? b.level - a.level : a.level - b.level
  return bySide || byLevel || a.order - b.order
}

function shown({ login, kind, id, level }: Listed): Trigger {
  return { login, kind, id, level }
}
