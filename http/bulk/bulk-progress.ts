import type { Timer } from '../../actors/thread/clock.js'
import { isRefusal } from '../../engine/code.js'
import { BULK_PROGRESS_MS, BULK_PROGRESS_ROWS_MAX } from '../../engine/limits/bulk.js'
import { EventFrame } from '../../wire/frame/plain-frame.js'
import { idempotencyKey } from '../pipeline/idempotency-key.js'
import type { AnyContext } from '../pipeline/route.js'
import type { RowsHeard } from './bulk-requests.js'

/** The request, whose sender is told. */
type Asking = Pick<AnyContext, 'actor' | 'request' | 'services'>

interface ProgressOf<Row> {
  /** The number of results that there will be. */
  readonly total: number
  isRefused(row: Row): boolean
}

/**
 * Tells the staff sockets of a request's sender how far it is: the results since the last time, each half second, under
 * the Idempotency-Key of the request. Without a key nobody is told, since nobody would know what it is about.
 */
export class BulkProgress<Row> implements RowsHeard<Row> {
  readonly #asking: Asking
  readonly #of: ProgressOf<Row>
  readonly #key: string | null
  #rows: Row[] = []
  #done = 0
  #refused = 0
  #timer: Timer | null = null

  constructor(asking: Asking, of: ProgressOf<Row>) {
    this.#asking = asking
    this.#of = of
    this.#key = keyTold(asking)
  }

  begin(): void {
    this.#tell(false)
  }

  add(row: Row): void {
    if (this.#key === null) return
    this.#rows.push(row)
    this.#timer ??= this.#asking.services.clock.after(BULK_PROGRESS_MS, () => {
      this.#timer = null
      this.#tell(false)
    })
  }

  over(): void {
    this.#timer?.cancel()
    this.#timer = null
    this.#tell(true)
  }

  #tell(finished: boolean): void {
    const { actor, services } = this.#asking
    if (this.#key === null || actor.login === null) return
    do {
      const rows = this.#rows.splice(0, BULK_PROGRESS_ROWS_MAX)
      this.#done += rows.length
      this.#refused += rows.filter((row) => this.#of.isRefused(row)).length
      const data = {
        key: this.#key,
        done: this.#done,
        refused: this.#refused,
        total: this.#of.total,
        rows,
        finished: finished && this.#rows.length === 0,
      }
      services.events.toLogin('staff', actor.login, new EventFrame('bulk_progress', data))
    } while (this.#rows.length > 0)
  }
}

/** The key under which progress is told: the Idempotency-Key, also of a route that needs none to be repeated. */
export function keyTold({ request }: Pick<Asking, 'request'>): string | null {
  const key = idempotencyKey(request)
  return isRefusal(key) || key === '' ? null : key
}
