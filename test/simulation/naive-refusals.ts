import type { Decision } from './naive-account.js'

const REMEMBERED_MS = 600_000

/**
 * The refusals that a shard remembers in memory alone: for ten minutes of its life, and not in the next one.
 * The simulator never makes so many that some go earlier.
 */
export class NaiveRefusals {
  readonly #byKey = new Map<string, Decision & { readonly at: number }>()

  find(login: number, key: string, now: number): Decision | undefined {
    const found = this.#byKey.get(`${login} ${key}`)
    return found !== undefined && now < found.at + REMEMBERED_MS ? found : undefined
  }

  add(login: number, key: string, decision: Decision, at: number): Decision | undefined {
    if (key === '') return undefined
    const held = { ...decision, at }
    this.#byKey.set(`${login} ${key}`, held)
    return held
  }
}
