import { type EncodedHistogram, Histogram } from '../histogram.js'

/** The order for a run of trade requests, and its result. */
export interface TrafficSpec {
  /** `echo`: whatever comes back is an answer; nothing in it is read. */
  readonly mix: 'orders' | 'echo'
  readonly inFlight: number
  /** Requests per second over all sockets; 0 is the closed loop. */
  readonly rate: number
  readonly warmUpSec: number
  readonly seconds: number
}

export interface TrafficResult {
  readonly seconds: number
  /** Answers in the counted time. */
  readonly answers: number
  readonly refused: number
  readonly firstRefusal: string
  readonly events: number
  readonly bytes: number
  readonly latency: EncodedHistogram
  /** Open loop: most requests that waited here at one time. */
  readonly backlogMax: number
  /** Share of one core that this process used. */
  readonly clientCpu: number
}

/** Counts as it goes; `start` begins the counted time. */
export class Tally {
  latency = new Histogram()
  answers = 0
  refused = 0
  events = 0
  bytes = 0
  firstRefusal = ''
  #since = 0
  #cpu = process.cpuUsage()

  start(): void {
    this.latency = new Histogram()
    this.answers = 0
    this.refused = 0
    this.events = 0
    this.bytes = 0
    this.#since = performance.now()
    this.#cpu = process.cpuUsage()
  }

  result(backlogMax: number): TrafficResult {
    const seconds = (performance.now() - this.#since) / 1000
    const cpu = process.cpuUsage(this.#cpu)
    return {
      seconds,
      answers: this.answers,
      refused: this.refused,
      firstRefusal: this.firstRefusal,
      events: this.events,
      bytes: this.bytes,
      latency: this.latency.encode(),
      backlogMax,
      clientCpu: (cpu.user + cpu.system) / 1e6 / seconds,
    }
  }
}
