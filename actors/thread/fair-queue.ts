import { assert } from '../../engine/assert.js'
import { Tally } from './tally.js'

/**
 * A queue of work for a few threads, in which nobody's work keeps that of others waiting.
 *
 *   F1. Lanes take turns, and in a lane its parties: who asks for much waits behind themselves.
 *   F2. A lane holds `waitingMax`, and of one party `partyWaitingMax`. In a full lane a party that has
 *       nothing there takes the place of the newest of whoever has most, as long as that is two or more.
 *   F3. At most `runningMax` of a lane and `partyRunningMax` of a party run at once.
 */
export interface LaneRules {
  readonly waitingMax: number
  readonly partyWaitingMax: number
  readonly runningMax?: number
  readonly partyRunningMax?: number
}

/** A job on its way; it runs until `finished`. */
export interface Taken<Job> {
  readonly lane: number
  readonly party: string
  readonly job: Job
}

class Lane<Job> {
  readonly rules: Required<LaneRules>
  /** The jobs of each party, in the order of their turns. */
  readonly waiting = new Map<string, Job[]>()
  readonly running = new Tally()
  waitingCount = 0

  constructor({ runningMax = Infinity, partyRunningMax = Infinity, ...rules }: LaneRules) {
    this.rules = { ...rules, runningMax, partyRunningMax }
  }
}

export class FairQueue<Job> {
  readonly #lanes: readonly Lane<Job>[]
  #turn = 0

  constructor(rules: readonly LaneRules[]) {
    this.#lanes = rules.map((one) => new Lane<Job>(one))
  }

  get waiting(): number {
    return this.#lanes.reduce((sum, lane) => sum + lane.waitingCount, 0)
  }

  hasRoom(of: number, party: string): boolean {
    const lane = this.#lane(of)
    const own = lane.waiting.get(party)?.length ?? 0
    if (own >= lane.rules.partyWaitingMax) return false
    return lane.waitingCount < lane.rules.waitingMax || (own === 0 && hogOf(lane) !== undefined)
  }

  /** Answers the job that there is no room for: this one, another that gave way, or none. */
  push(of: number, party: string, job: Job): Job | undefined {
    if (!this.hasRoom(of, party)) return job
    const lane = this.#lane(of)
    let gaveWay: Job | undefined
    if (lane.waitingCount >= lane.rules.waitingMax) {
      gaveWay = hogOf(lane)?.pop()
      lane.waitingCount--
    }
    const own = lane.waiting.get(party)
    if (own === undefined) lane.waiting.set(party, [job])
    else own.push(job)
    lane.waitingCount++
    return gaveWay
  }

  /** The next of these lanes that may run now. */
  next(lanes: readonly number[] = [...this.#lanes.keys()]): Taken<Job> | undefined {
    for (let step = 0; step < this.#lanes.length; step++) {
      const at = (this.#turn + step) % this.#lanes.length
      const taken = lanes.includes(at) ? this.#nextOf(at) : undefined
      if (taken === undefined) continue
      this.#turn = at + 1
      return taken
    }
    return undefined
  }

  finished({ lane: of, party }: Taken<Job>): void {
    this.#lane(of).running.remove(party)
  }

  /** False when it does not wait any more. */
  remove(of: number, party: string, job: Job): boolean {
    const lane = this.#lane(of)
    const own = lane.waiting.get(party) ?? []
    const at = own.indexOf(job)
    if (at < 0) return false
    own.splice(at, 1)
    if (own.length === 0) lane.waiting.delete(party)
    lane.waitingCount--
    return true
  }

  #nextOf(at: number): Taken<Job> | undefined {
    const lane = this.#lane(at)
    const { rules, waiting, running } = lane
    if (running.all >= rules.runningMax) return undefined
    for (const [party, jobs] of waiting) {
      if (running.of(party) >= rules.partyRunningMax) continue
      const job = jobs.shift()
      assert(job !== undefined, 'a party that waits has a job')
      waiting.delete(party)
      if (jobs.length > 0) waiting.set(party, jobs)
      lane.waitingCount--
      running.add(party)
      return { lane: at, party, job }
    }
    return undefined
  }

  #lane(at: number): Lane<Job> {
    const lane = this.#lanes[at]
    assert(lane !== undefined, 'a job names a lane that is there')
    return lane
  }
}

/** The jobs of the party that has most of them, where that is more than one. */
function hogOf<Job>(lane: Lane<Job>): Job[] | undefined {
  let most: Job[] | undefined
  for (const jobs of lane.waiting.values()) {
    if (jobs.length > (most?.length ?? 1)) most = jobs
  }
  return most
}
