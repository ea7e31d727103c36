import { assert } from '../../engine/assert.js'
import type { IdKind, IdRange } from '../../wire/thread/messages.js'

/**
 * Order and deal ids for one shard, without waiting in a turn.
 *
 *   I1. An id is given out only from a range that the desk stored as granted.
 *   I2. Ids rise. A restart begins with a range that nobody had before.
 *   I3. The next range is asked for with the first id of the current one.
 *   I4. A shard that stops gives back what it has left.
 */
export class IdAllocator {
  readonly #kind: IdKind
  readonly #ask: (kind: IdKind) => void
  #next = 0
  #end = 0
  #following: IdRange | undefined
  #asked = false
  /** The ids that were given out. */
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
  }

  /** True while `count` ids can be given out without waiting. */
  has(count: number): boolean {
    const following = this.#following
    return (
      this.#end - this.#next + (following === undefined ? 0 : following.end - following.next) >=
      count
    )
  }

  /** The id that is given out next, or, while none is there, no id below which that will be. */
  get next(): number {
    return this.#next < this.#end ? this.#next : (this.#following?.next ?? this.#next)
  }

  /** What was granted and not given out, up to the end of the newest range; undefined where ranges do not join. */
  get left(): IdRange | undefined {
    const { next, end } = this.#following ?? { next: this.#end, end: this.#end }
    return next === this.#end ? { kind: this.#kind, next: this.#next, end } : undefined
  }

  take(): number {
    if (this.#next >= this.#end) {
      assert(this.#following !== undefined, 'ids were checked for before a decision')
      this.#use(this.#following)
      this.#following = undefined
    }
    const id = this.#next++
    this.taken++
    if (!this.#asked && this.#following === undefined) {
      this.#asked = true
      this.#ask(this.#kind)
    }
    return id
  }

  #use(range: IdRange): void {
    this.#next = range.next
    this.#end = range.end
  }
}
