import { assert } from '../../engine/assert.js'
import type { IdKind, IdLeft, IdRange } from '../../wire/thread/messages.js'

/** More than any decision needs. */
const SHORT = 1000

/**
 * Order and deal ids for one shard, without waiting in a turn.
 *
 *   I1. An id is given out only from a range that the desk stored as granted.
 *   I2. Ids rise. A restart begins with a range that nobody had before.
 *   I3. The next range is asked for with the first id of the current one, or before it when the current one is short: a
 *       decision may need more ids than are left of a range at its end.
 *   I4. A shard that stops says from which id on it gave out none.
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

  /** The id that is given out next, or, while none is there, no id below which that will be. */
  get next(): number {
    return this.#next < this.#end ? this.#next : (this.#following?.next ?? this.#next)
  }

  /** The id from which on none was given out; undefined before the first range. */
  get left(): IdLeft | undefined {
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
