import { TURN_ENTRIES_MAX } from '../../../engine/limits/shards.js'
import type { Log } from '../../../storage/log/log.js'
import type { DayEndNotice } from '../../../wire/thread/day-end-notice.js'
import type { Clock, Timer } from '../../thread/clock.js'
import { DueTimer } from '../../thread/due-timer.js'
import { MONEY_MS } from '../live/watches.js'
import type { ShardParts } from '../parts.js'
import type { IntakePace } from './intake-pace.js'
import type { ShardMail } from './shard-mail.js'
import type { Turns } from './turns.js'

/**
 * The loop of a shard's thread: what a turn does and in which order, and when the next one comes although nobody asked
 * for anything.
 *
 *   S1. When the event loop goes on, everything that was decided is committed and told.
 *   S2. Work that one turn leaves over has a timer of its own, set once: ends of days, long answers, figures, waits,
 *       ticks.
 *   S3. The turn that takes the word to stop is the last: no timer is left after it, and what arrives still is not taken.
 */
const EVERY_MS = 1000
/** Accounts are told their figures in steps of so many milliseconds, spread over the second. */
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
  /** Has ticks kept for this shard until it has looked at them. */
  keepTicks(): void
  onDayEnd(notice: DayEndNotice): void
  /** Called when everything that arrived before the word to stop is answered. */
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
  /** Begins a turn when a request has waited long enough and nothing else began one. */
  readonly #waitsTimer: DueTimer
  /** Whether ticks are looked at; they are not while nothing waits for prices. */
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
          // Work that prices bring about goes on while the turn before is committed, not while orders wait for theirs.
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

  /** Whether so many requests came that another turn follows at once; only a few in a row, for timers are due, too. */
  #isWorthHanding(passed: number): boolean {
    return this.#given.pace.entries >= HANDED_ENTRIES_MIN && passed < HANDED_TURNS_MAX
  }

  /** Runs the triggers; true when more is due than one turn does. */
  #runTriggers(): boolean {
    if (!this.#listens) return false
    this.#given.keepTicks()
    return this.#given.parts.triggers.run(TURN_ENTRIES_MAX)
  }

  /** Begins to look at ticks when something waits for a price or the time; earlier moves are read from the board. */
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

  /** Closes the turn, and starts what is due after it. */
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

  /** Tells staff the money that changed too soon after it was told. */
  #tellWatchers(): void {
    this.#watchesTimer = undefined
    this.#given.turns.open()
    this.#finish()
  }

  /** With few accounts a step is long, so that a quiet server rests. */
  #stepTimer(accounts: number): Timer {
    const { clock } = this.#given
    const begun = clock.monotonic()
    const ms = Math.min(FIGURES_STEP_MAX_MS, Math.max(FIGURES_STEP_MS, EVERY_MS / accounts))
    return this.#after(ms, () => this.#stepFigures(clock.monotonic() - begun))
  }

  /** The figures of some accounts are due: their money that prices moved, and that of their positions. */
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

  /** Writes what is owed: the times of the last turn, and what was refused since the last minute. */
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
