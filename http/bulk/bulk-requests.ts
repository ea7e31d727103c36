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
 * Requests with many items, each with its own result.
 *
 * - Items start in order, `atOnce` at a time, and results keep that order. A failed item does not
 *   affect the others, even if it throws.
 * - A request is answered after at most `BULK_REQUEST_MS`. Items still running then get
 *   `trade.timeout` (they may still succeed), and items that were not started get `unavailable`.
 * - A request occupies its place (`BULK_PLACES`) until the last item that it started has ended,
 *   even if it was answered before.
 * - Items have ids, so a repeated item has an effect only once. Repeating a request that was cut
 *   short therefore completes it. Of simultaneous requests with the same key only one runs
 *   (`shared`).
 */
export interface BulkItems<Item, Row> {
  /** The name of this kind of request in log messages. */
  readonly name: string
  readonly atOnce: number
  carryOut(item: Item): Promise<Row>
  refused(item: Item, refusal: Refusal): Row
  /** Called with each row as soon as it is known. */
  readonly progress?: RowsProgress<Row>
}

/**
 * Called with the rows of a request while it runs, each once and equal to the row in the answer.
 */
export interface RowsProgress<Row> {
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

/** The most bulk requests that may run at a time, per caller and in total. */
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

  /** Runs a request that consists only of items. */
  rows<Item, Row>(
    place: RoutePlace | null,
    items: readonly Item[],
    work: BulkItems<Item, Row>,
  ): Promise<readonly Row[]> {
    return this.turn(place, (turn) => turn.rows(items, work))
  }

  /** Runs `act` with a place, and frees the place at its end. */
  async turn<T>(place: RoutePlace | null, act: (turn: BulkTurn) => Promise<T>): Promise<T> {
    assert(place !== null, 'a route with many items has places')
    const turn = new BulkTurn(this.#options)
    try {
      return await act(turn)
    } finally {
      place.keepUntil(turn.ended())
    }
  }

  /** Runs a request once. A repeat that arrives while it runs gets the same answer. */
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
        work.progress?.add(row)
      }
    }
    work.progress?.begin()
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
      work.progress?.add(row)
      return row
    })
    work.progress?.over()
    return answered
  }

  /** Resolves as soon as no item is running. */
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
