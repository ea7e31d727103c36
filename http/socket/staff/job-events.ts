import type { Clock } from '../../../actors/thread/clock.js'
import type { Login } from '../../../engine/units.js'
import { EventFrame } from '../../../wire/frame/plain-frame.js'
import { isApart, type JobFacts, jobView, reportProgress } from '../../../wire/stored/stored-job.js'
import type { LoginEvents } from '../login-events.js'

/** The least time between two events to the same owner. */
const EVERY_MS = 500

/**
 * Sends `job` events (`report_job` for reports) to the owner's sockets without a subscription:
 * progress and end of each job.
 *
 * - If a job changes faster than events are sent, only its newest state is sent. The final state is
 *   always sent.
 * - The jobs of an owner take turns. Nothing is kept for owners without sockets.
 */
export class JobEvents {
  readonly #clock: Clock
  readonly #events: LoginEvents
  /**
   * The changed jobs that wait, by owner, with their newest state, in the order of their first
   * change.
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
