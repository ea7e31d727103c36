import type { Once } from '../../actors/desk/remembered-answers.js'
import type { Clock } from '../../actors/thread/clock.js'
import { assert } from '../../engine/assert.js'
import type { Refusal } from '../../engine/code.js'
import {
  BULK_REQUEST_MS,
  BULK_REQUESTS_MAX,
  BULK_REQUESTS_PER_CALLER_MAX,
} from '../../engine/limits/bulk.js'
import { because } from '../../engine/reasons/reasons.js'
import type { Login } from '../../engine/units.js'
import type { PlaceRule, RoutePlace } from '../pipeline/rates/places.js'

/**
 * Requests with many items, each with a result of its own.
 *
 *   M1. Items begin in their order, so many at a time, and results are in that order. What becomes of one
 *       is nothing to the others, also when it throws.
 *   M2. Nobody waits longer than `BULK_REQUEST_MS`: an item that was begun by then is told
 *       `trade.timeout` (it may be done still), one that was not `unavailable`.
 *   M3. A request keeps its place (`BULK_PLACES`) until the last item that it began has ended, whenever it was
 *       answered.
 *   M4. What an item does happens once however often it is asked for, since its owner knows it by an id;
 *       so whoever repeats a request that was cut short has it finished. Of requests under one key that come
 *       at once (`shared`) one is carried out.
 */
export interface BulkItems<Item, Row> {
  /** The name for the log. */
  readonly name: string
  readonly atOnce: number
  carryOut(item: Item): Promise<Row>
  refused(item: Item, refusal: Refusal): Row
  /** Whoever hears of each row as soon as it is known. */
  readonly usedByThreads?: RowsHeard<Row>
}

/** Hears of the rows of a request: from its begin to its end each row once, as it will be answered. */
export interface RowsHeard<Row> {
  begin(): void
  add(row: Row): void
  over(): void
}

export interface BulkOptions {
  readonly clock: Clock
  readonly onFailure: (error: unknown, name: string) => void
}

const BEGUN = because('trade.timeout.repeat')
const NOT_BEGUN = because('unavailable.no_time')
const BROKEN = because('internal.item')
const OTHER_REQUEST = because('conflict.key_used')

/** A caller has so many such requests under way, and all callers together. */
export const BULK_PLACES: PlaceRule = {
  perCaller: BULK_REQUESTS_PER_CALLER_MAX,
  all: BULK_REQUESTS_MAX,
  yours: because('too_many_requests.items'),
  others: because('unavailable.bulk'),
}

export class BulkRequests {
  readonly #options: BulkOptions
  readonly #keyed = new Map<string, { readonly digest: string; readonly made: Promise<unknown> }>()

  constructor(options: BulkOptions) {
    this.#options = options
  }

  /** Works through the items of a request that consists of them alone. */
  rows<Item, Row>(
    place: RoutePlace | null,
    items: readonly Item[],
    work: BulkItems<Item, Row>,
  ): Promise<readonly Row[]> {
    return this.turn(place, (turn) => turn.rows(items, work))
  }

  /** A request that has a place, from here to its end. */
  async turn<T>(place: RoutePlace | null, act: (turn: BulkTurn) => Promise<T>): Promise<T> {
    assert(place !== null, 'a route with many items has places')
    const turn = new BulkTurn(this.#options)
    try {
      return await act(turn)
    } finally {
      place.keepUntil(turn.ended())
    }
  }

  /** Carries a request out once: whoever repeats it while it is under way hears its answer. */
  async shared<T>(
    caller: Login,
    once: Once | undefined,
    make: () => Promise<T>,
  ): Promise<T | Refusal> {
    if (once === undefined) return make()
    const name = `${caller}/${once.key}`
    const first = this.#keyed.get(name)
    if (first !== undefined) {
      return first.digest === once.digest ? (first.made as Promise<T>) : OTHER_REQUEST
    }
    const made = make()
    this.#keyed.set(name, { digest: once.digest, made })
    try {
      return await made
    } finally {
      this.#keyed.delete(name)
    }
  }
}

export class BulkTurn {
  readonly #options: BulkOptions
  readonly #lanes: Promise<unknown>[] = []

  constructor(options: BulkOptions) {
    this.#options = options
  }

  async rows<Item, Row>(
    items: readonly Item[],
    work: BulkItems<Item, Row>,
  ): Promise<readonly Row[]> {
    const rows = new Map<number, Row>()
    let begun = 0
    let isLate = false
    const lane = async (): Promise<void> => {
      while (!isLate && begun < items.length) {
        const i = begun++
        const row = await this.#row(items[i] as Item, work)
        if (isLate) break
        rows.set(i, row)
        work.usedByThreads?.add(row)
      }
    }
    work.usedByThreads?.begin()
    const atOnce = Math.min(work.atOnce, items.length)
    const lanes = Promise.all(Array.from({ length: atOnce }, lane))
    this.#lanes.push(lanes)
    await new Promise<void>((resolve) => {
      const timer = this.#options.clock.after(BULK_REQUEST_MS, () => {
        isLate = true
        resolve()
      })
      void lanes.then(() => {
        timer.cancel()
        resolve()
      })
    })
    const answered = items.map((item, i) => {
      const known = rows.get(i)
      if (known !== undefined) return known
      const row = work.refused(item, i < begun ? BEGUN : NOT_BEGUN)
      work.usedByThreads?.add(row)
      return row
    })
    work.usedByThreads?.over()
    return answered
  }

  /** Resolves when nothing of it is under way any more. */
  async ended(): Promise<void> {
    await Promise.all(this.#lanes)
  }

  async #row<Item, Row>(item: Item, work: BulkItems<Item, Row>): Promise<Row> {
    try {
      return await work.carryOut(item)
    } catch (error) {
      this.#options.onFailure(error, work.name)
      return work.refused(item, BROKEN)
    }
  }
}
