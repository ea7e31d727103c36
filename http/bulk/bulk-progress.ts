import type { Clock, Timer } from '../../actors/thread/clock.js'
import type { SessionSide } from '../../engine/access/session.js'
import { isRefusal } from '../../engine/code.js'
import { BULK_PROGRESS_MS, BULK_PROGRESS_ROWS_MAX } from '../../engine/limits/bulk.js'
import type { Login } from '../../engine/units.js'
import { EventFrame } from '../../wire/frame/plain-frame.js'
import { idempotencyKey } from '../pipeline/idempotency-key.js'
import type { AnyContext } from '../pipeline/route.js'
import type { RowsProgress } from './bulk-requests.js'

/** The request; its sender receives the progress. */
interface Asking extends Pick<AnyContext<unknown>, 'actor' | 'request'> {
  readonly services: { readonly clock: Clock; readonly events: ProgressEvents }
}

/** Sends events to all open sockets of a login. */
export interface ProgressEvents {
  toLogin(side: SessionSide, login: Login, event: EventFrame): void
}

interface ProgressOf<Row> {
  /** The expected number of results. */
  readonly total: number
  isRefused(row: Row): boolean
}

/**
 * Reports the progress of a request to its sender's staff sockets: every half second, the results
 * since the last report, under the request's Idempotency-Key. Without a key there are no reports,
 * because the client could not match them to the request.
 */
export class BulkProgress<Row> implements RowsProgress<Row> {
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
    this.#key = progressKey(asking)
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

/** The key of progress reports: the Idempotency-Key, also on routes that do not require one. */
export function progressKey({ request }: Pick<Asking, 'request'>): string | null {
  const key = idempotencyKey(request)
  return isRefusal(key) || key === '' ? null : key
}
