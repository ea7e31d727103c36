import { LastPrices } from '../../storage/price-history/last-prices.js'
import { openPriceWriter } from '../../storage/price-history/tables.js'
import { isDiskFull, type Sqlite } from '../../storage/sqlite/open.js'
import type { HistoryOperations } from '../../wire/thread/messages.js'
import type { QuorumStart } from '../../wire/thread/quorum-messages.js'
import { simulatedPast } from '../links/simulator/simulated-past.js'
import { DiskWatch } from '../machine/disk-watch.js'
import { TickRing } from '../shared/tick-ring.js'
import { accept, type Handlers } from '../thread/ask.js'
import type { Clock, Timer } from '../thread/clock.js'
import type { Logger } from '../thread/logger.js'
import type { MinuteSender } from './minute-sender.js'
import { PriceRecorder } from './price-recorder.js'
import { PriceRetention, type PriceRetentionDays } from './price-retention.js'

/** The start data of the history thread. */
export interface HistoryData {
  readonly directory: string
  readonly path: string
  readonly ring: SharedArrayBuffer
  readonly clockOffsetMs: number
  readonly clockMemory?: SharedArrayBuffer | undefined
  readonly diskReserveBytes: number
  readonly retention: PriceRetentionDays
  /** The quorum from which nodes follow; undefined for a single node. */
  readonly quorum?: QuorumStart | undefined
}

const LOOK_MS = 100
const WRITE_MS = 1_000
/** If the ring is fuller than this, the next check empties it. */
const LOAD_MAX = 0.25
const FIRST_TRIM_MS = 60_000
const TRIM_MS = 3_600_000

/**
 * The content of the history thread, the price history's only writer.
 *
 *   - Ticks are stored within a second, sooner if there are many or on request.
 *   - While the disk is nearly full nothing is stored: candles miss these ticks, and trading gets
 *     the space.
 *   - Old rows are deleted between writes, a few at a time.
 */
export class HistoryHost {
  readonly #clock: Clock
  readonly #log: Logger
  readonly #db: Sqlite
  readonly #ring: TickRing
  readonly #recorder: PriceRecorder
  readonly #last: LastPrices
  readonly #retention: PriceRetention
  readonly #disk: DiskWatch
  readonly #sender: MinuteSender | undefined
  readonly #timers: readonly Timer[]
  #isDiskLow = false
  #isWaiting = false
  #isTrimming = false
  #dropped: number
  #writtenAt = 0

  /**
   * `makeSender` creates the part that reports finished minutes to the quorum; left out for a single
   * node.
   */
  constructor(
    data: HistoryData,
    clock: Clock,
    log: Logger,
    makeSender?: (db: Sqlite) => MinuteSender,
  ) {
    this.#clock = clock
    this.#log = log
    this.#db = openPriceWriter(data.path)
    this.#ring = new TickRing(data.ring)
    this.#dropped = this.#ring.dropped
    this.#recorder = new PriceRecorder(this.#db, this.#ring)
    this.#last = new LastPrices(this.#db)
    this.#retention = new PriceRetention(this.#db, data.retention)
    const disk = { dataDir: data.directory, reserveBytes: data.diskReserveBytes }
    this.#disk = new DiskWatch(disk, 'trading', (space) => {
      this.#isDiskLow = space === 'low'
      if (this.#isDiskLow) log.warn({}, 'the disk is nearly full: ticks are not recorded')
      else log.info({}, 'ticks are recorded again')
    })
    void this.#disk.start(clock)
    this.#sender = makeSender?.(this.#db)
    const startTrimming = (): void => {
      this.#isTrimming = true
    }
    this.#timers = [
      clock.every(LOOK_MS, () => this.#look()),
      clock.after(FIRST_TRIM_MS, startTrimming),
      clock.every(TRIM_MS, startTrimming),
    ]
  }

  /** The requests that the front may send. */
  get handlers(): Handlers<HistoryOperations> {
    return {
      'history.write': () => {
        this.#write()
        return accept(null)
      },
      'history.fill': ({ symbolId, name, at }) => {
        const past = simulatedPast(name, at)
        this.#write()
        if (past !== undefined && !this.#isWaiting && !this.#isDiskLow) {
          this.#recorder.fill(symbolId, past)
        }
        return accept(null)
      },
      'history.last': ({ symbolIds, clock }) => accept(this.#last.of(symbolIds, clock)),
    }
  }

  stop(): void {
    for (const timer of this.#timers) timer.cancel()
    this.#disk.stop()
    this.#sender?.close()
    this.#write()
    this.#db.close()
  }

  #look(): void {
    const now = this.#clock.monotonic()
    if (this.#ring.load > LOAD_MAX || now - this.#writtenAt >= WRITE_MS) this.#write()
    if (this.#isTrimming && !this.#isDiskLow) this.#isTrimming = !this.#trim()
  }

  /** True if nothing is left to delete for now, or there is no space for it. */
  #trim(): boolean {
    try {
      return this.#retention.step(this.#clock.now())
    } catch (error) {
      if (isDiskFull(error)) return true
      throw error
    }
  }

  #write(): void {
    this.#writtenAt = this.#clock.monotonic()
    if (this.#isDiskLow) {
      this.#recorder.skip()
      return
    }
    const isWaiting = !this.#recorder.write(this.#clock.now())
    if (isWaiting && !this.#isWaiting) this.#log.error({}, 'no space to record ticks: they wait')
    this.#isWaiting = isWaiting
    if (!isWaiting) this.#sender?.look(this.#clock.now())
    const { dropped } = this.#ring
    if (dropped === this.#dropped) return
    this.#log.warn({ ticks: dropped - this.#dropped }, 'ticks came too fast to be recorded')
    this.#dropped = dropped
  }
}
