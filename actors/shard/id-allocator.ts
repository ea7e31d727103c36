import { assert } from '../../engine/assert.js'
import type { IdKind, IdRange, NextFreeId } from '../../wire/thread/messages.js'

/** If at most this many ids remain, the next range is requested. No decision needs more. */
const SHORT = 1000

/**
 * Gives out order and deal ids for one shard without waiting inside a turn.
 *
 *   - Ids come only from ranges that the desk has stored as granted.
 *   - Ids rise. A restart begins with a range that was never used.
 *   - The next range is requested with the first id of the current one. If the current range is
 *     short, it is requested earlier, because one decision may need more ids than remain.
 *   - A stopping shard reports the first id that it did not give out.
 */
export class IdAllocator {
  readonly #kind: IdKind
  readonly #ask: (kind: IdKind) => void
  #next = 0
  #end = 0
  #following: IdRange | undefined
  #asked = false
  /** How many ids were assigned so far. */
  taken = 0

  constructor(kind: IdKind, ask: (kind: IdKind) => void) {
    this.#kind = kind
    this.#ask = ask
  }

  grant(range: IdRange): void {
    assert(range.kind === this.#kind && range.next <= range.end, 'a range of this kind')
    this.#asked = false
    if (this.#next >= this.#end) this.#use(range)
    else this.#following = range
    if (this.#end - this.#next < SHORT) this.#askNext()
  }

  /** True while `count` ids can be given out without waiting. */
  has(count: number): boolean {
    const following = this.#following
    return (
      this.#end - this.#next + (following === undefined ? 0 : following.end - following.next) >=
      count
    )
  }

  /** The next id to assign. While no range is available, a lower bound of it. */
  get next(): number {
    return this.#next < this.#end ? this.#next : (this.#following?.next ?? this.#next)
  }

  /** The first id that was not assigned; undefined before the first range. */
  get left(): NextFreeId | undefined {
    return this.#end === 0 ? undefined : { kind: this.#kind, next: this.next }
  }

  take(): number {
    if (this.#next >= this.#end) {
      assert(this.#following !== undefined, 'ids were checked for before a decision')
      this.#use(this.#following)
      this.#following = undefined
    }
    const id = this.#next++
    this.taken++
    this.#askNext()
    return id
  }

  #askNext(): void {
    if (this.#asked || this.#following !== undefined) return
    this.#asked = true
    this.#ask(this.#kind)
  }

  #use(range: IdRange): void {
    this.#next = range.next
    this.#end = range.end
  }
}
