import { accept, type Handlers } from '../thread/ask.js'
import type { Actor } from './actor.js'
import type { Desk } from './desk.js'
import type { Once } from './remembered-answers.js'

export interface OnceOperations {
  /** The answer that was given under this key; null before any was. */
  'once.first': {
    readonly request: { readonly actor: Actor; readonly once: Once }
    readonly answer: { readonly value: unknown } | null
  }
  'once.sweep': { readonly request: null; readonly answer: number }
}

const SWEEP_MAX = 1000

export function onceDesk(desk: Desk): Handlers<OnceOperations> {
  return {
    'once.first': ({ actor, once }) => {
      const first = desk.answers.first(actor, once)
      return first === null || !first.ok ? (first ?? accept(null)) : accept({ value: first.value })
    },
    'once.sweep': () => desk.change(() => accept(desk.answers.sweep(SWEEP_MAX))),
  }
}
