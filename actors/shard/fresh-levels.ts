import type { TriggerKind } from '../../engine/triggers/trigger.js'

/**
 * Levels that were set while older ticks still waited for processing. These ticks are older than
 * the market that the trader saw, so they must not trigger the level: a price from before a
 * position was opened does not hit its stop at 1.1690.
 */
export class FreshLevels {
  /** The number of the first tick after each level was set, by kind and id of the level. */
  readonly #since = new Map<string, number>()

  set(kind: TriggerKind, id: number, since: number): void {
    this.#since.set(`${kind} ${id}`, since)
  }

  remove(kind: TriggerKind, id: number): void {
    if (this.#since.size > 0) this.#since.delete(`${kind} ${id}`)
  }

  /** True if the tick is older than the level. Tick numbers wrap around at 2^32. */
  isBefore(tick: number, kind: TriggerKind, id: number): boolean {
    if (this.#since.size === 0) return false
    const since = this.#since.get(`${kind} ${id}`)
    return since !== undefined && ((since - tick) | 0) > 0
  }

  clear(): void {
    if (this.#since.size > 0) this.#since.clear()
  }
}
