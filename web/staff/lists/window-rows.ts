import { signal } from '@preact/signals'
import { type Answer, isUnanswered } from '../../link/answer.js'
import { after, wait } from '../../link/clock.js'
import type { Condition } from '../../text/filter/filter-text.js'

/**
 * Loads the rows of a long list in blocks, for the part that is scrolled into view.
 *
 * - At most two blocks are requested at a time, the most recently wanted first. Blocks that
 *   scrolled out of view are not requested.
 * - A block that has not loaded shows no rows. Old rows never appear at a wrong position.
 * W3. While rows are reloaded the old ones stay visible. A request that fails is repeated.
 * W4. A changed filter or sort order discards all rows.
 */
const BLOCK_ROWS = 50
/** The most rows of one answer. */
const READ_ROWS = 100
const BLOCKS_KEPT = 60
const ASKED_MAX = 2
const AGAIN_MS = 1_500
const TRIES_MAX = 5

type Count = Promise<Answer<{ readonly total: number | null }>>

interface Items<Row> {
  readonly items: readonly Row[]
  /** Left out if the source does not know. */
  readonly has_after?: boolean
}

export interface WindowSource<Row> {
  rows(offset: number, limit: number): Promise<Answer<Items<Row>>>
  /**
   * The number of rows. With `more`, only of those that also match these conditions, up to the end
   * of the list that the rows have.
   */
  count(more?: readonly Condition[]): Count
}

/** A value in the order of a list. */
interface Wanted {
  readonly field: string
  readonly value: string
  readonly isDown: boolean
  /** Whether a descending list is shown from the first text that begins with the value. */
  readonly isText: boolean
}

/**
 * Reads the first rows of a list. If the list changes meanwhile, a row may be there twice. Takes a
 * new source, because one that has fixed the end of its list would fix another one.
 */
export async function firstRows<Row>(
  source: WindowSource<Row>,
  max: number,
): Promise<readonly Row[] | Answer<unknown>> {
  const rows: Row[] = []
  while (rows.length < max) {
    const limit = Math.min(READ_ROWS, max - rows.length)
    const answer = await patient(() => source.rows(rows.length, limit))
    if (!answer.ok) return answer
    const { items, has_after: hasAfter = true } = answer.data
    rows.push(...items)
    // The server refuses a place beyond the end.
    if (!hasAfter || items.length < limit) break
  }
  return rows
}

/** Repeats a request for one action of the user while the server is busy (W3), a few times. */
async function patient<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (let tries = 1; ; tries++) {
    const answer = await ask()
    if (!isUnanswered(answer) || tries === TRIES_MAX) return answer
    await wait(AGAIN_MS)
  }
}

export class WindowRows<Row> {
  /** The number of rows, or null until it has loaded. */
  readonly total = signal<number | null>(null)
  /** Increases by one whenever data arrives; components read it in order to redraw. */
  readonly changes = signal(0)
  readonly refused = signal<Answer<unknown> | null>(null)
  /** Whether rows in view are still loading. */
  readonly isWaiting = signal(false)
  #source: WindowSource<Row>
  #blocks = new Map<number, readonly Row[]>()
  #asked = new Set<number>()
  /** Blocks in view that have to be loaded again. */
  #stale = new Set<number>()
  #wanted: readonly number[] = []
  #age = 0

  constructor(source: WindowSource<Row>) {
    this.#source = source
    void this.#readCount()
  }

  row(i: number): Row | undefined {
    return this.#blocks.get(Math.floor(i / BLOCK_ROWS))?.[i % BLOCK_ROWS]
  }

  /** Yields the loaded rows with their positions. */
  *known(): Generator<readonly [number, Row]> {
    for (const [block, rows] of this.#blocks) {
      for (const [i, row] of rows.entries()) yield [block * BLOCK_ROWS + i, row]
    }
  }

  /**
   * How many rows come before the first one with the value, or with the next value in the order.
   * Rows without a value come first in ascending order, and no condition matches them.
   */
  async offsetOf({ field, value, isDown, isText }: Wanted): Count {
    const { count: ask } = this.#source
    const count = (op: string) => patient(() => ask([{ field, op, value }]))
    if (isDown && !isText) return count('gt')
    const [whole, part] = await Promise.all(
      isDown ? [count('ge'), count('starts')] : [patient(() => ask([])), count('ge')],
    )
    if (!whole.ok || !part.ok) return whole.ok ? part : whole
    const [all, after] = [whole.data.total, part.data.total]
    return { ...whole, data: { total: all === null || after === null ? null : all - after } }
  }

  /** Switches to another source and discards all rows (W4). */
  askFor(source: WindowSource<Row>): void {
    this.#source = source
    this.#age++
    this.#blocks.clear()
    this.#stale.clear()
    this.#asked.clear()
    this.total.value = null
    this.refused.value = null
    this.changes.value++
    void this.#readCount()
    this.#next()
  }

  /** Reloads the rows in view (W3). */
  again(): void {
    this.#age++
    this.#asked.clear()
    const shown = new Set(this.#wanted)
    for (const block of this.#blocks.keys()) if (!shown.has(block)) this.#blocks.delete(block)
    this.#stale = new Set(this.#blocks.keys())
    void this.#readCount()
    this.#next()
  }

  /** Sets the range of rows in view. Blocks near its middle load first. */
  want(from: number, to: number): void {
    const middle = Math.floor((from + to) / 2 / BLOCK_ROWS)
    const blocks: number[] = []
    for (let block = Math.floor(from / BLOCK_ROWS); block <= Math.floor(to / BLOCK_ROWS); block++)
      blocks.push(block)
    this.#wanted = blocks.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
    this.#next()
  }

  #next(): void {
    const missing = this.#wanted.filter((block) => !this.#blocks.has(block))
    this.isWaiting.value = missing.length > 0
    for (const block of [...missing, ...this.#wanted.filter((one) => this.#stale.has(one))]) {
      if (this.#asked.size >= ASKED_MAX) return
      if (!this.#asked.has(block)) void this.#read(block)
    }
  }

  async #read(block: number): Promise<void> {
    const age = this.#age
    this.#asked.add(block)
    const answer = await this.#source.rows(block * BLOCK_ROWS, BLOCK_ROWS)
    if (age !== this.#age) return
    this.#asked.delete(block)
    if (!isUnanswered(answer)) this.#stale.delete(block)
    if (answer.ok) {
      this.#blocks.delete(block)
      this.#blocks.set(block, answer.data.items)
      this.refused.value = null
      this.#forget()
    } else if (isUnanswered(answer)) {
      after(AGAIN_MS, () => {
        if (age === this.#age) this.#next()
      })
      return
    } else this.refused.value = answer
    this.changes.value++
    if (answer.ok) this.#next()
  }

  #forget(): void {
    for (const block of this.#blocks.keys()) {
      if (this.#blocks.size <= BLOCKS_KEPT) return
      if (!this.#wanted.includes(block)) this.#blocks.delete(block)
    }
  }

  async #readCount(): Promise<void> {
    const age = this.#age
    const answer = await this.#source.count()
    if (age !== this.#age) return
    if (answer.ok) this.total.value = answer.data.total
    else if (isUnanswered(answer)) {
      after(AGAIN_MS, () => {
        if (age === this.#age) void this.#readCount()
      })
    } else this.refused.value = answer
  }
}
