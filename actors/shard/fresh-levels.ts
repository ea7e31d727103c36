import type { TriggerKind } from '../../engine/triggers/trigger.js'

/**
 * Levels that were set while older ticks waited to be looked at. Those came before whoever set the level saw the
 * market, and touch nothing of his: a stop at 1.1690 is not met by a price from before its position was open.
 */
export class FreshLevels {
  /** By kind and id: the number of the first tick that came after the level was set. */
  readonly #since = new Map<string, number>()

  set(kind: TriggerKind, id: number, since: number): void {
    this.#since.set(`${kind} ${id}`, since)
  }

  remove(kind: TriggerKind, id: number): void {
    if (this.#since.size > 0) this.#since.delete(`${kind} ${id}`)
  }

  /** Whether the tick with that number came before the level; numbers begin again after 2^32. */
  isBefore(tick: number, kind: TriggerKind, id: number): boolean {
    if (this.#since.size === 0) return false
    const since = this.#since.get(`${kind} ${id}`)
    return since !== undefined && ((since - tick) | 0) > 0
  }

  clear(): void {
    if (this.#since.size > 0) this.#since.clear()
  }
}
