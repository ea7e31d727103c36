import { assert } from '../../engine/assert.js'
import { Tally } from './tally.js'

/**
 * A fair queue of work for a few threads.
 *
 *   - Lanes take turns, and within a lane its parties, so a party with many jobs only delays
 *     itself.
 *   - A lane holds `waitingMax` jobs, and `partyWaitingMax` of one party. In a full lane, a party
 *     without a waiting job displaces the newest job of the party with the most, if that has at
 *     least two.
 *   - At most `runningMax` jobs of a lane and `partyRunningMax` of a party run at once.
 */
export interface LaneRules {
  readonly waitingMax: number
  readonly partyWaitingMax: number
  readonly runningMax?: number
  readonly partyRunningMax?: number
}

/** A job that runs until the caller reports its end with `finished`. */
export interface RunningJob<Job> {
  readonly lane: number
  readonly party: string
  readonly job: Job
}

class Lane<Job> {
  readonly rules: Required<LaneRules>
  /** The jobs of each party, in order of their turns. */
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

  /** Adds a job. Returns the job for which there is no room: this one, a displaced one, or none. */
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

  /** The next job of these lanes that may run now. */
  next(lanes: readonly number[] = [...this.#lanes.keys()]): RunningJob<Job> | undefined {
    for (let step = 0; step < this.#lanes.length; step++) {
      const at = (this.#turn + step) % this.#lanes.length
      const taken = lanes.includes(at) ? this.#nextOf(at) : undefined
      if (taken === undefined) continue
      this.#turn = at + 1
      return taken
    }
    return undefined
  }

  finished({ lane: of, party }: RunningJob<Job>): void {
    this.#lane(of).running.remove(party)
  }

  /** Removes a job. False if the job is not waiting any more. */
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

  #nextOf(at: number): RunningJob<Job> | undefined {
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

/** The waiting jobs of the party that has most of them, if that are at least two. */
function hogOf<Job>(lane: Lane<Job>): Job[] | undefined {
  let most: Job[] | undefined
  for (const jobs of lane.waiting.values()) {
    if (jobs.length > (most?.length ?? 1)) most = jobs
  }
  return most
}
