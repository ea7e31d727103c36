import { say } from '../../engine/reasons/reasons.js'
import { takeClockConfirmation } from '../../storage/clock-confirmation.js'
import type { DiskUse } from '../../storage/disk-space.js'
import { DiskWatch } from '../machine/disk-watch.js'
import type { SharedCounters } from '../shared/shared-state.js'
import { type Clock, machineReadings, TrustedTime } from '../thread/clock.js'
import { durationParts, durationText } from '../thread/duration-text.js'
import type { Logger } from '../thread/logger.js'
import { type ClockChange, ClockWatch } from './clock-watch.js'
import type { OperatorText, ServerCondition } from './condition.js'
import { LagWatch } from './lag-watch.js'

/**
 * Watches the conditions that stop trading and day ends while reading continues: a nearly full
 * disk, tables that make no progress, and a wall clock that is not trusted.
 */
export interface TradingHaltsOptions {
  readonly dataDir: string
  readonly diskReserveBytes: number
  readonly projectionLagMax: number
  readonly counters: SharedCounters
  readonly clockOffsetMs: number
  readonly clockMemory: SharedArrayBuffer
  readonly clock: Clock
  readonly condition: ServerCondition
  readonly logger: Logger
  /** Stops or resumes trading of demo accounts that people opened themselves. */
  haltDemo(isHalted: boolean): void
  /** Writes a change of the clock to the journal. */
  tell(text: string): void
}

const MIB = 1024 * 1024

export class TradingHalts {
  readonly #timers: Clock
  readonly #disks: readonly DiskWatch[]
  readonly #lag: LagWatch
  readonly #clock: ClockWatch

  constructor(options: TradingHaltsOptions) {
    this.#timers = options.clock
    this.#disks = diskWatches(options)
    this.#lag = lagWatch(options)
    this.#clock = clockWatch(options)
  }

  /** Resolves after the first check of the disk. Nothing is written before. */
  async start(): Promise<void> {
    this.#clock.start(this.#timers)
    await Promise.all(this.#disks.map((watch) => watch.start(this.#timers)))
  }

  /** Starts watching the lag. Call it once the logs are read. */
  startLag(): void {
    this.#lag.start(this.#timers)
  }

  stop(): void {
    for (const watch of [...this.#disks, this.#lag, this.#clock]) watch.stop()
  }

  /** False while the clock is not trusted, so nothing may be judged by the time. */
  get isClockTrusted(): boolean {
    return this.#clock.isTrusted
  }
}

/**
 * Three thresholds of free disk space. Below the highest, the server stores no more data of
 * traders; below the next, no more data of staff; below the lowest, trading stops.
 */
function diskWatches(options: TradingHaltsOptions): readonly DiskWatch[] {
  const { dataDir, diskReserveBytes: reserveBytes, condition } = options
  /** `tell` gets the free MiB while the disk is low, and null when there is room again. */
  const watch = (use: DiskUse, tell: (free: (() => number) | null) => void): DiskWatch => {
    const disk = new DiskWatch({ dataDir, reserveBytes }, use, (space) =>
      tell(space === 'low' ? () => Math.floor(disk.freeBytes / MIB) : null),
    )
    return disk
  }
  return [
    watch('trading', (free) => {
      condition.halt('disk', noteOf('health.disk_full', free))
    }),
    watch('staff', (free) => condition.note('disk, staff', noteOf('note.disk_staff', free))),
    watch('traders', (free) => condition.note('disk, traders', noteOf('note.disk_traders', free))),
    watch('demo_trading', (free) => {
      condition.note('disk, demo trading', noteOf('note.disk_demo', free))
      options.haltDemo(free !== null)
    }),
  ]
}

function noteOf(
  reason: 'note.disk_staff' | 'note.disk_traders' | 'note.disk_demo' | 'health.disk_full',
  free: (() => number) | null,
): OperatorText {
  return free === null ? null : () => say(reason, { free: free() })
}

function lagWatch({ counters, projectionLagMax, condition }: TradingHaltsOptions): LagWatch {
  return new LagWatch(counters, projectionLagMax, (state) => {
    const stuck = () => say('health.tables_stuck', { count: counters.projectionLag })
    condition.note('tables', state === 'slowed' ? say('note.tables_behind') : null)
    condition.halt('tables', state === 'stuck' ? stuck : null)
  })
}

function clockWatch(options: TradingHaltsOptions): ClockWatch {
  const { dataDir, clockOffsetMs, clockMemory, condition, logger, tell } = options
  return new ClockWatch({
    readings: machineReadings(clockOffsetMs, clockMemory),
    trust: new TrustedTime(clockMemory),
    takeConfirmation: () => takeClockConfirmation(dataDir),
    changed(change) {
      const text = textOf(change)
      logger.warn({ what: change.what }, text)
      condition.halt('clock', reasonOf(change))
      tell(text)
    },
  })
}

function reasonOf({ what, wall, expected }: ClockChange): OperatorText {
  if (what !== 'jumped') return null
  return say('health.clock_jumped', { ...durationParts(Math.abs(wall - expected)) })
}

function textOf({ what, wall, expected }: ClockChange): string {
  const at = new Date(wall).toISOString()
  const by = durationText(Math.abs(wall - expected))
  if (what === 'back') return `The machine's clock is back, at ${at}: trading goes on`
  const isAhead = wall > expected
  if (what === 'jumped') {
    return `The machine's clock jumped ${isAhead ? 'ahead' : 'back'} by ${by}, to ${at}: trading, day ends and trimming wait`
  }
  return `A person confirmed the machine's clock: it is ${at}, ${by} ${isAhead ? 'ahead of' : 'behind'} the server's time, and trading goes on by it`
}
