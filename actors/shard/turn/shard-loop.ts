import { TURN_ENTRIES_MAX } from '../../../engine/limits/shards.js'
import type { Log } from '../../../storage/log/log.js'
import type { DayEndNotice } from '../../../wire/thread/day-end-notice.js'
import type { IntakePace } from '../../shared/intake-pace.js'
import type { Clock, Timer } from '../../thread/clock.js'
import { DueTimer } from '../../thread/due-timer.js'
import { MONEY_MS } from '../live/watches.js'
import type { ShardParts } from '../parts.js'
import type { ShardMail } from './shard-mail.js'
import type { Turns } from './turns.js'

/**
 * The loop of a shard's thread: the steps of a turn in order, and the timers that begin turns
 * without a request.
 *
 *   - When control returns to the event loop, every decision is committed and its answers are sent.
 *   - Work that a turn leaves over has its own timer, set once: day ends, long answers, figures,
 *     waits, ticks.
 *   - The turn that receives the stop message is the last: no timer stays active, and later
 *     messages are not read.
 */
const EVERY_MS = 1000
/** Accounts are sent their figures in steps of this many milliseconds, spread over the second. */
const FIGURES_STEP_MS = 10
const FIGURES_STEP_MAX_MS = 100
const HANDED_ENTRIES_MIN = 4
const HANDED_TURNS_MAX = 16

export interface ShardLoopParts {
  readonly parts: ShardParts
  readonly turns: Turns
  readonly pace: IntakePace
  readonly mail: Pick<ShardMail, 'receive' | 'drain'>
  readonly log: Pick<Log, 'prepare'>
  readonly clock: Clock
  /** Has the tape keep ticks for this shard until it has processed them. */
  keepTicks(): void
  onDayEnd(notice: DayEndNotice): void
  /** Called when everything received before the stop message is answered. */
  onStopped(): void
}

export class ShardLoop {
  readonly #given: ShardLoopParts
  #dayEndTimer: Timer | undefined
  #watchesTimer: Timer | undefined
  #bulkTimer: Timer | undefined
  #figuresTimer: Timer | undefined
  #secondTimer: Timer | undefined
  #ticksTimer: Timer | undefined
  /** Begins a turn when a waiting request is due and no other turn began. */
  readonly #waitsTimer: DueTimer
  /** True if ticks are processed; false while nothing waits for prices. */
  #listens = false
  #isStopping = false
  #isShutDown = false

  constructor(given: ShardLoopParts) {
    this.#given = given
    this.#waitsTimer = new DueTimer(given.clock, () => this.#endWaits())
  }

  /** Starts the timers once the shard is recovered. */
  begin(): void {
    const { clock, parts } = this.#given
    this.#waitsTimer.set(parts.core.parking.nextDueAt)
    this.#secondTimer = clock.every(EVERY_MS, () => this.#everySecond())
  }

  /** Makes the open turn the last one. */
  stop(): void {
    this.#isStopping = true
  }

  /** Carries out a turn; `first` is the message that began it. */
  turn(first: unknown): void {
    if (this.#isShutDown) return
    const { turns, mail, parts } = this.#given
    const { marginCalls } = parts
    try {
      turns.open()
      let hasMore = this.#runTriggers()
      mail.receive(first)
      mail.drain()
      hasMore = marginCalls.run(TURN_ENTRIES_MAX) || hasMore
      for (let passed = 0; hasMore || turns.isOverlapped || this.#isWorthHanding(passed); ) {
        if (hasMore || !turns.isOverlapped) {
          turns.passOn()
          passed++
          hasMore = this.#runTriggers()
          // Work caused by prices continues while the previous turn is committed, unless orders
          // wait for that commit.
          hasMore = marginCalls.run(TURN_ENTRIES_MAX) || hasMore
        } else turns.settle()
        mail.drain()
        if (!hasMore) hasMore = marginCalls.run(TURN_ENTRIES_MAX)
      }
      this.#finish()
      this.#listen()
    } catch (error) {
      turns.letLogEnd()
      throw error
    }
  }

  /**
   * True if enough requests arrived that another turn should follow at once. Only a few follow in a
   * row, because timers are due too.
   */
  #isWorthHanding(passed: number): boolean {
    return this.#given.pace.entries >= HANDED_ENTRIES_MIN && passed < HANDED_TURNS_MAX
  }

  /** Runs the triggers; true if more is due than fits into one turn. */
  #runTriggers(): boolean {
    if (!this.#listens) return false
    this.#given.keepTicks()
    return this.#given.parts.triggers.run(TURN_ENTRIES_MAX)
  }

  /**
   * Starts to process ticks when something waits for a price or a time. Earlier moves are read from
   * the board.
   */
  #listen(): void {
    if (this.#isStopping) return
    const { triggers, marginCalls } = this.#given.parts
    const waits = triggers.isWaiting || marginCalls.size > 0
    const begins = waits && !this.#listens
    if (begins) triggers.lookAtBoard()
    if (begins || (waits && triggers.owesLook)) {
      this.#ticksTimer ??= this.#after(0, () => this.#lookAtTicks())
    }
    this.#listens = waits
  }

  #lookAtTicks(): void {
    this.#ticksTimer = undefined
    this.turn({ type: 'ticks' })
  }

  #after(ms: number, run: () => void): Timer {
    return this.#given.clock.after(ms, run)
  }

  /** Closes the turn, and starts the work that is due after it. */
  #finish(): void {
    const { turns, parts } = this.#given
    const { core, valuations, sockets, staffWatches } = parts
    turns.close()
    for (const notice of core.ledger.dayEnds.takeNotices()) this.#given.onDayEnd(notice)
    if (this.#isStopping) {
      this.#writeTimes()
      this.#shutDown()
      return
    }
    this.#waitsTimer.set(core.parking.nextDueAt)
    if (core.ledger.dayEnds.hasWork) this.#dayEndTimer ??= this.#after(0, () => this.#endDays())
    if (parts.hasOthers) this.#bulkTimer ??= this.#after(0, () => this.#serveBulk())
    const accounts = Math.max(sockets.accounts, valuations.size)
    if (accounts > 0) this.#figuresTimer ??= this.#stepTimer(accounts)
    if (staffWatches.owes) this.#watchesTimer ??= this.#after(MONEY_MS, () => this.#tellWatchers())
  }

  #endWaits(): void {
    this.#given.turns.open()
    this.#given.parts.core.parking.run()
    this.#finish()
    this.#listen()
  }

  /** Sends staff the money that changed too soon after it was last sent. */
  #tellWatchers(): void {
    this.#watchesTimer = undefined
    this.#given.turns.open()
    this.#finish()
  }

  /**
   * Starts the timer of steps. With few accounts the steps are long, so that an idle server sleeps.
   */
  #stepTimer(accounts: number): Timer {
    const { clock } = this.#given
    const begun = clock.monotonic()
    const ms = Math.min(FIGURES_STEP_MAX_MS, Math.max(FIGURES_STEP_MS, EVERY_MS / accounts))
    return this.#after(ms, () => this.#stepFigures(clock.monotonic() - begun))
  }

  /**
   * Sends the due figures of some accounts: money that prices moved, and live figures of positions.
   */
  #stepFigures(ms: number): void {
    const { core, sockets, valuations } = this.#given.parts
    this.#figuresTimer = undefined
    this.#given.turns.open()
    sockets.tellMovedMoney(core, ms)
    valuations.step(ms)
    this.#finish()
  }

  /** Begins a turn for the next slice of snapshots, resumes and valuations. */
  #serveBulk(): void {
    this.#bulkTimer = undefined
    this.turn({ type: 'ticks' })
  }

  /** Begins a turn for the next slice of day ends, between requests. */
  #endDays(): void {
    this.#dayEndTimer = undefined
    this.turn({ type: 'day_end' })
  }

  /** Begins a turn each second, in which orders expire even if nothing else happens. */
  #everySecond(): void {
    const { core, marginCalls, longAnswers, staffWatches } = this.#given.parts
    this.#given.log.prepare()
    marginCalls.retry()
    this.turn({ type: 'ticks' })
    if (this.#isShutDown) return
    this.#given.turns.open()
    this.#given.turns.writeTimes()
    core.offers.sweep(core.now)
    if (core.mayWrite && core.tally.isDue(core.now)) core.tally.write(core.records, core.now)
    core.ledger.dayEnds.retryWaiting()
    longAnswers.everySecond()
    staffWatches.everySecond()
    this.#given.parts.everySecond()
    this.#finish()
  }

  /** Writes what is due: the times of the last turn, and the refusals of the last minute. */
  #writeTimes(): void {
    const { turns, parts } = this.#given
    const { core } = parts
    turns.open()
    turns.writeTimes()
    if (core.mayWrite) core.tally.write(core.records, core.now)
    parts.everySecond()
    turns.close()
  }

  #shutDown(): void {
    this.#isShutDown = true
    this.#secondTimer?.cancel()
    this.#waitsTimer.cancel()
    this.#dayEndTimer?.cancel()
    this.#watchesTimer?.cancel()
    this.#bulkTimer?.cancel()
    this.#figuresTimer?.cancel()
    this.#ticksTimer?.cancel()
    this.#given.onStopped()
  }
}
