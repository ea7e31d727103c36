import { DAY_MS } from '../../engine/calendar/durations.js'
import {
  REFUSED_ROW_DAYS,
  REFUSED_ROWS_BYTES_MAX,
  REFUSED_ROWS_PER_CHANGE,
  REFUSED_ROWS_PER_DAY,
  REFUSED_ROWS_PER_DAY_SELF_OPENED,
} from '../../engine/limits/requests.js'
import type { Login } from '../../engine/units.js'
import type { RefusedBatch, RefusedMore, RefusedOf } from '../../wire/thread/refused-request.js'
import { accept } from '../thread/ask.js'
import type { Desk } from './desk.js'

/**
 * The refused requests that staff can read.
 *
 *   - A batch is stored once and completely, with its number in the same transaction: a repeated
 *     batch changes nothing.
 *   - An account's rows per day are limited, whatever a restarted shard has counted. Further ones
 *     are only counted.
 *   - Rows are deleted after `REFUSED_ROW_DAYS`, and the oldest of all when they take too many
 *     bytes; a sweep deletes a limited number.
 */
export function refusedRequestsDesk(desk: Desk) {
  const refused = new RefusedRequestsDesk(desk)
  return {
    'refusals.keep': (batch: RefusedBatch) => refused.keep(batch),
    /** Deletes some of the expired rows and returns their number. */
    'refusals.sweep': () => refused.sweep(),
  }
}

class RefusedRequestsDesk {
  readonly #desk: Desk

  constructor(desk: Desk) {
    this.#desk = desk
  }

  keep({ run, number, rows, more }: RefusedBatch) {
    const { meta } = this.#desk.tables
    return this.#desk.change(() => {
      const mark = `${run} ${number}`
      if (meta.get('refused_requests') === mark) return accept(null)
      meta.set('refused_requests', mark)
      const bytes = this.#keepRows(rows)
      for (const one of more) this.#countMore(one)
      this.#setBytes(this.#bytes + bytes)
      this.#bound()
      return accept(null)
    })
  }

  sweep() {
    return this.#desk.change(() => {
      const than = this.#desk.clock.now() - REFUSED_ROW_DAYS * DAY_MS
      const { refusedRequests } = this.#desk.tables
      const { count, bytes } = refusedRequests.removeOldest(REFUSED_ROWS_PER_CHANGE, than)
      this.#setBytes(this.#bytes - bytes)
      return accept(count || refusedRequests.removeCounts(dayOf(than), REFUSED_ROWS_PER_CHANGE))
    })
  }

  /** Stores the rows that fit the limits of their accounts. Returns their bytes. */
  #keepRows(rows: readonly RefusedOf[]): number {
    const { refusedRequests } = this.#desk.tables
    const kept = new Map<string, number>()
    let bytes = 0
    for (const { login, selfOpened, ...row } of rows) {
      const day = dayOf(row.at)
      const key = `${login} ${day}`
      const before = kept.get(key) ?? refusedRequests.keptOn(login, day)
      const most = selfOpened ? REFUSED_ROWS_PER_DAY_SELF_OPENED : REFUSED_ROWS_PER_DAY
      const hasRoom = before < most
      if (hasRoom) bytes += refusedRequests.add(login, row)
      refusedRequests.count(login, day, row.code, Number(hasRoom), Number(!hasRoom))
      kept.set(key, before + Number(hasRoom))
    }
    return bytes
  }

  #countMore({ login, at, code, count }: RefusedMore): void {
    this.#desk.tables.refusedRequests.count(login as Login, dayOf(at), code, 0, count)
  }

  #bound(): void {
    const { refusedRequests } = this.#desk.tables
    while (this.#bytes > REFUSED_ROWS_BYTES_MAX) {
      const gone = refusedRequests.removeOldest(REFUSED_ROWS_PER_CHANGE, Number.MAX_SAFE_INTEGER)
      if (gone.count === 0) break
      this.#setBytes(this.#bytes - gone.bytes)
    }
  }

  get #bytes(): number {
    return Number(this.#desk.tables.meta.get('refused_requests_bytes') ?? 0)
  }

  #setBytes(bytes: number): void {
    this.#desk.tables.meta.set('refused_requests_bytes', String(Math.max(0, bytes)))
  }
}

function dayOf(at: number): number {
  return Math.floor(at / DAY_MS)
}
