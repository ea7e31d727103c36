import type { Clock } from '../../../actors/thread/clock.js'
import type { Login } from '../../../engine/units.js'
import { EventFrame } from '../../../wire/frame/plain-frame.js'
import { isApart, type JobFacts, jobView, reportProgress } from '../../../wire/stored/stored-job.js'
import type { LoginEvents } from '../login-events.js'

/** The least time between two events to the same owner. */
const EVERY_MS = 500

/**
 * `job` events, of reports `report_job` ones, to the owner's sockets, without being asked for: how far a job is, and that it is over.
 *
 *   E1. Of a job that changes faster than it may be told of, the newest is told. The last state always is.
 *   E2. An owner's jobs take turns; nothing is kept for owners without a socket.
 */
export class JobEvents {
  readonly #clock: Clock
  readonly #events: LoginEvents
  /**
   * The jobs of owners who were told within the last moment: those that have changed since, as they are now, in the
   * order in which they changed first.
   */
  readonly #waiting = new Map<Login, Map<number, JobFacts>>()

  constructor(clock: Clock, events: LoginEvents) {
    this.#clock = clock
    this.#events = events
  }

  heard(job: JobFacts): void {
    const { owner } = job
    const waiting = this.#waiting.get(owner)
    if (waiting !== undefined) {
      waiting.set(job.id, job)
      return
    }
    const first = new Map([[job.id, job]])
    this.#waiting.set(owner, first)
    this.#tellNext(owner, first)
  }

  #tellNext(owner: Login, waiting: Map<number, JobFacts>): void {
    const [next] = [...waiting.values()]
    if (next === undefined || !this.#events.hears('staff', owner)) {
      this.#waiting.delete(owner)
      return
    }
    waiting.delete(next.id)
    this.#events.toLogin('staff', owner, frameOf(next))
    this.#clock.after(EVERY_MS, () => this.#tellNext(owner, waiting))
  }
}

function frameOf(job: JobFacts): EventFrame {
  if (isApart(job)) return new EventFrame('report_job', reportProgress(job))
  return new EventFrame('job', jobView(job))
}
