import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { arch, availableParallelism, hostname, platform, release } from 'node:os'
import { type IntervalHistogram, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import { MINUTE_MS } from '../../engine/calendar/durations.js'
import type { UnixMs } from '../../engine/units.js'
import type { Clock, Timer } from '../thread/clock.js'
import { requestId } from '../thread/random.js'
import { networkCounters } from './network-counters.js'

/** The load of the machine and of this process, now and for the last hour. */
export interface MachineOptions {
  readonly clock: Clock
  readonly dataDir: string
  /** The counts since the start of the server. */
  counts(): MachineCounts
  readonly threads: number
  /** The network adapter whose history is kept. */
  adapter(): string
}

export interface MachineCounts {
  readonly requests: number
  readonly sockets: number
  readonly seq: number
  /** The sequence number of the newest record on disk. */
  readonly durableSeq: number
  readonly projectionSeq: number
}

/** The figures of one minute of the last hour. */
export interface MachinePoint {
  readonly at: UnixMs
  readonly cpuPercent: number
  readonly rssBytes: number
  readonly loopP99Ms: number
  readonly requestsPerSecond: number
  readonly tradesPerSecond: number
  readonly rxPerSecond: number | null
  readonly txPerSecond: number | null
}

interface Reading {
  readonly at: number
  readonly cpuMs: number
  readonly requests: number
  readonly seq: number
  readonly rx: number | null
  readonly tx: number | null
}

const POINTS_MAX = 60
const BOOT_ID = '/proc/sys/kernel/random/boot_id'
const NS_PER_MS = 1e6
/** How often the event loop delay is measured; the measured delays include this pause. */
const LOOP_LOOK_MS = 20

export class Machine {
  readonly instanceId = requestId()
  readonly startedAt: UnixMs
  readonly hostname = hostname()
  readonly os = `${platform()} ${release()}`
  readonly architecture = arch()
  readonly cores = availableParallelism()
  readonly bootId = bootId()
  readonly #options: MachineOptions
  readonly #delay: IntervalHistogram
  readonly #gc = { runs: 0, seconds: 0 }
  readonly #observer: PerformanceObserver
  readonly #points: MachinePoint[] = []
  #last: Reading | undefined
  #timer: Timer | undefined

  constructor(options: MachineOptions) {
    this.#options = options
    this.startedAt = options.clock.now()
    this.#delay = monitorEventLoopDelay({ resolution: LOOP_LOOK_MS })
    this.#observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        this.#gc.runs++
        this.#gc.seconds += duration / 1_000
      }
    })
  }

  start(): void {
    this.#delay.enable()
    this.#observer.observe({ entryTypes: ['gc'] })
    void this.#read().then((reading) => {
      this.#last = reading
    })
    this.#timer = this.#options.clock.every(MINUTE_MS, () => void this.#sample())
  }

  stop(): void {
    this.#timer?.cancel()
    this.#delay.disable()
    this.#observer.disconnect()
  }

  get points(): readonly MachinePoint[] {
    return this.#points
  }

  get threads(): number {
    return this.#options.threads
  }

  /** The current figures, with rates since the last minute's point. */
  async now(adapter: string) {
    const { clock, dataDir } = this.#options
    const reading = await this.#read()
    const network = await networkCounters(adapter)
    const disk = await statfs(dataDir)
    const point = this.#point(reading)
    return {
      at: clock.now(),
      point,
      memory: process.memoryUsage(),
      loop: { p50: this.#loopMs(50), p99: point.loopP99Ms },
      gc: { ...this.#gc },
      network,
      disk: { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize },
      counts: this.#options.counts(),
    }
  }

  #loopMs(percentile: number): number {
    const measured = this.#delay.percentile(percentile) / NS_PER_MS
    return Number.isFinite(measured) ? Math.max(0, measured - LOOP_LOOK_MS) : 0
  }

  async #sample(): Promise<void> {
    const reading = await this.#read()
    this.#points.push(this.#point(reading))
    if (this.#points.length > POINTS_MAX) this.#points.shift()
    this.#last = reading
    this.#delay.reset()
  }

  async #read(): Promise<Reading> {
    const { user, system } = process.cpuUsage()
    const { requests, seq } = this.#options.counts()
    const { rx_bytes: rx, tx_bytes: tx } = await networkCounters(this.#options.adapter())
    const at = this.#options.clock.monotonic()
    return { at, cpuMs: (user + system) / 1_000, requests, seq, rx, tx }
  }

  #point(now: Reading): MachinePoint {
    const before = this.#last ?? now
    const seconds = Math.max(1e-3, (now.at - before.at) / 1_000)
    const rate = (of: (reading: Reading) => number): number =>
      Math.max(0, (of(now) - of(before)) / seconds)
    const rateOrNull = (one: number | null, other: number | null): number | null =>
      one === null || other === null ? null : Math.max(0, (one - other) / seconds)
    return {
      at: this.#options.clock.now(),
      cpuPercent: rate(({ cpuMs }) => cpuMs) / 10,
      rssBytes: process.memoryUsage.rss(),
      loopP99Ms: this.#loopMs(99),
      requestsPerSecond: rate(({ requests }) => requests),
      tradesPerSecond: rate(({ seq }) => seq),
      rxPerSecond: rateOrNull(now.rx, before.rx),
      txPerSecond: rateOrNull(now.tx, before.tx),
    }
  }
}

function bootId(): string {
  try {
    return readFileSync(BOOT_ID, 'utf8').trim()
  } catch {
    return ''
  }
}
