import { accept, type Outcome } from '../thread/ask.js'
import type { Actor } from './actor.js'
import type { Desk } from './desk.js'
import type { Once } from './remembered-answers.js'

const SWEEP_MAX = 1000

export function onceDesk(desk: Desk) {
  return {
    /** Returns the answer that was given under this key; null if there was none. */
    'once.first': ({
      actor,
      once,
    }: {
      readonly actor: Actor
      readonly once: Once
    }): Outcome<{ readonly value: unknown } | null> => {
      const first = desk.answers.first(actor, once)
      return first === null || !first.ok ? (first ?? accept(null)) : accept({ value: first.value })
    },
    /** Records that a request was confirmed, so that its repeat needs no code. */
    'once.confirmed': ({
      actor,
      once,
    }: {
      readonly actor: Actor
      readonly once: Once
    }): Outcome<true> =>
      desk.answers.once(actor, once, () => desk.change(() => accept<true>(true))),
    'once.sweep': (): Outcome<number> => desk.change(() => accept(desk.answers.sweep(SWEEP_MAX))),
  }
}
