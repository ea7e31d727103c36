import { positionValue } from '../../../engine/account/money/position-value.js'
import type { Account } from '../../../engine/account/state.js'
import { moneyDigitsOf } from '../../../engine/book/book.js'
import { isRefusal } from '../../../engine/code.js'
import { VALUATION_EVERY_MS, VALUATION_ROWS_MAX } from '../../../engine/limits/sockets.js'
import type { ByteSink } from '../../../wire/frame/byte-sink.js'
import { key } from '../../../wire/frame/frame-writer.js'
import {
  beginEvent,
  DATA,
  frameWriter,
  type SocketCodec,
} from '../../../wire/frame/socket-frame.js'
import { VALUATION_ROW } from '../../../wire/row/rows.js'
import type { ShardCore } from '../core.js'
import { symbolOf } from '../row-facts.js'
import { RunTime } from '../run-time.js'
import { Rotation } from './rotation.js'
import type { ShardSockets } from './sockets.js'
import type { StaffWatches } from './watches.js'

/**
 * Sends `valuation`, the live figures of all open positions of an account, to subscribed sockets of
 * the account and of staff.
 *
 *   - An account is valued at most once in `VALUATION_EVERY_MS`. A valuation is sent only if a
 *     figure changed, or if a socket missed the last one.
 *   - A valuation contains all positions, at most `VALUATION_ROWS_MAX` per event, and each event
 *     names the number of events. A position that closes meanwhile is left out.
 *   - A turn spends at most `RUN_MS` on valuations; the next turn continues (`hasWork`). Accounts
 *     are spread over the second (`step`), because all of them at once would delay everyone's
 *     answers.
 *   - A slow reader, or one that is receiving a snapshot, may miss a part of a valuation. It then
 *     gets all of the next one, starting at another part, so that each part arrives eventually,
 *     however slow the reader is.
 *   - The shard knows only in which codecs staff subscribed
 *     (actors/shard/accounts/watched-accounts.ts); the front distributes the events to them.
 */
interface ValuedAccount {
  readonly login: number
  /** When its newest valuation began, on the monotonic clock. */
  begunAt: number
  /** The figures that were last sent, `WIDTH` numbers per position. */
  told: readonly number[]
  /** True if a socket of the account missed the last valuation. */
  isOwed: boolean
  /** The part to send first. */
  firstPart: number
  isQueued: boolean
}

const RUN_MS = 0.3
/** How much too early a valuation may begin, because timers are not exact. */
const EARLY_MS = 50
/** The number of positions that are valued between two readings of the clock. */
const LOOK_EVERY = 8
/** The numbers kept for each position: id, symbol, price, profit, swap, margin, point. */
const WIDTH = 7
/** Marks a missing figure, because no real figure is as large. */
const NONE = Number.POSITIVE_INFINITY
const NO_FIGURES: readonly number[] = []

const LOGIN = key('login')
const AT = key('at')
const PART = key('part')
const PARTS = key('parts')
const ROWS = key('rows')
const CODECS: readonly SocketCodec[] = ['json', 'msgpack']

export class Valuations {
  readonly #core: ShardCore
  readonly #sockets: ShardSockets
  readonly #staff: Pick<StaffWatches, 'value'>
  readonly #byLogin = new Map<number, ValuedAccount>()
  readonly #queue: ValuedAccount[] = []
  readonly #inTurn = new Rotation(this.#byLogin, VALUATION_EVERY_MS)
  readonly #time: RunTime
  readonly #writers: Readonly<Record<SocketCodec, ByteSink>> = {
    json: frameWriter('json'),
    msgpack: frameWriter('msgpack'),
  }
  #current: { readonly login: number; readonly steps: Generator<void, void> } | undefined

  constructor(core: ShardCore, sockets: ShardSockets, staff: Pick<StaffWatches, 'value'>) {
    this.#core = core
    this.#sockets = sockets
    this.#staff = staff
    this.#time = new RunTime(core, RUN_MS)
  }

  /** True if valuations are due for which another turn is needed. */
  get hasWork(): boolean {
    if (this.#current !== undefined || this.#queue.length > 0) return true
    return this.#core.watched.revalued.size > 0
  }

  /** The number of accounts with at least one subscriber. */
  get size(): number {
    return this.#byLogin.size
  }

  /** Subscribes a socket to the figures, or unsubscribes it. */
  set(socketId: number, hears: boolean): void {
    const socket = this.#sockets.get(socketId)
    if (socket === undefined) return
    socket.hearsValues = hears
    if (hears) this.#owe(socket.login)
    else this.#tidy(socket.login)
  }

  /** Sends the figures again to a socket that missed some and has now caught up. */
  again(socketId: number): void {
    const socket = this.#sockets.get(socketId)
    if (socket === undefined || !socket.hearsValues) return
    const valued = this.#owe(socket.login)
    valued.firstPart++
  }

  /** Removes the socket from the readers after it was closed. */
  drop(socketId: number): void {
    const socket = this.#sockets.get(socketId)
    if (socket === undefined) return
    socket.hearsValues = false
    this.#tidy(socket.login)
  }

  /** Queues the accounts whose turn comes in `ms`. */
  step(ms: number): void {
    this.#inTurn.forEach(ms, (valued) => this.#queueUp(valued))
  }

  /** Values queued accounts at the end of a turn until the time is used up. */
  run(): void {
    if (!this.hasWork) return
    this.#revalue()
    this.#time.begin()
    do this.#goOn()
    while (this.hasWork && !this.#time.isUp)
  }

  /**
   * Adds or removes the accounts whose staff subscriptions changed, and repeats figures that staff
   * missed.
   */
  #revalue(): void {
    const { revalued } = this.#core.watched
    for (const login of revalued) {
      const known = this.#byLogin.get(login)
      if (!this.#isWatched(login)) this.#byLogin.delete(login)
      else if (known === undefined) this.#owe(login)
      else this.#owe(login).firstPart++
    }
    revalued.clear()
  }

  #isWatched(login: number): boolean {
    if (this.#core.watched.valuesAny(login)) return true
    return this.#sockets.of(login).some(({ hearsValues }) => hearsValues)
  }

  #goOn(): void {
    this.#current ??= this.#next()
    if (this.#current === undefined) return
    const { login, steps } = this.#current
    try {
      if (steps.next().done === true) this.#current = undefined
    } catch (error) {
      // Valuations only read, so nothing has changed.
      this.#current = undefined
      this.#core.quarantine.failed('valuation', login, error)
    }
  }

  #next(): { readonly login: number; readonly steps: Generator<void, void> } | undefined {
    const valued = this.#queue.shift()
    if (valued === undefined) return undefined
    valued.isQueued = false
    valued.begunAt = this.#core.monotonic()
    return { login: valued.login, steps: this.#valuation(valued) }
  }

  #owe(login: number): ValuedAccount {
    let valued = this.#byLogin.get(login)
    if (valued === undefined) {
      const begunAt = Number.NEGATIVE_INFINITY
      const fresh = { told: NO_FIGURES, isOwed: true, firstPart: 0, isQueued: false }
      valued = { login, begunAt, ...fresh }
      this.#byLogin.set(login, valued)
    }
    valued.isOwed = true
    this.#queueUp(valued)
    return valued
  }

  #queueUp(valued: ValuedAccount): void {
    if (valued.isQueued) return
    if (this.#core.monotonic() - valued.begunAt < VALUATION_EVERY_MS - EARLY_MS) return
    valued.isQueued = true
    this.#queue.push(valued)
  }

  #tidy(login: number): void {
    if (!this.#isWatched(login)) this.#byLogin.delete(login)
  }

  *#valuation(valued: ValuedAccount): Generator<void, void> {
    const account = this.#accountOf(valued)
    if (account === undefined) return
    const figures: number[] = []
    const ids = account.positions.keys()
    for (let at = 0; at < ids.length; at += LOOK_EVERY) {
      if (at > 0 && this.#time.isUp) {
        yield
        if (this.#accountOf(valued) === undefined) return
      }
      this.#value(account, ids.slice(at, at + LOOK_EVERY), figures)
    }
    const isSame = areSame(figures, valued.told)
    if (isSame && !valued.isOwed) return
    valued.told = figures
    valued.isOwed = false
    yield* this.#tell(valued, account, figures)
  }

  *#tell(
    valued: ValuedAccount,
    account: Account,
    figures: readonly number[],
  ): Generator<void, void> {
    const partWidth = VALUATION_ROWS_MAX * WIDTH
    const parts = Math.ceil(figures.length / partWidth)
    const first = parts === 0 ? 0 : valued.firstPart % parts
    for (let i = 0; i < parts; i++) {
      if (i > 0) {
        yield
        if (this.#accountOf(valued) === undefined) return
      }
      const part = (first + i) % parts
      const rows = figures.slice(part * partWidth, (part + 1) * partWidth)
      this.#tellPart(valued, account, rows, part + 1, parts)
    }
  }

  /** The account to value; undefined if it has no subscriber left or is set aside. */
  #accountOf({ login }: ValuedAccount): Account | undefined {
    if (!this.#byLogin.has(login)) return undefined
    const account = this.#core.account(login)
    return isRefusal(account) ? undefined : account
  }

  #value(account: Account, ids: readonly number[], figures: number[]): void {
    const { book } = this.#core
    const { prices } = this.#core.contextOf(account)
    for (const id of ids) {
      const position = account.positions.get(id)
      if (position === undefined) continue
      const value = positionValue(account, position, book, prices)
      const { price, profit, margin, pointValue } = value
      const { symbolId, swap } = position
      figures.push(id, symbolId, price ?? NONE, profit ?? NONE, swap)
      figures.push(margin ?? NONE, pointValue ?? NONE)
    }
  }

  #tellPart(
    valued: ValuedAccount,
    account: Account,
    figures: readonly number[],
    part: number,
    parts: number,
  ): void {
    const sockets = this.#sockets.of(valued.login).filter(({ hearsValues }) => hearsValues)
    if (sockets.some(({ isHeld }) => isHeld)) valued.isOwed = true
    for (const codec of CODECS) {
      const hearers = sockets.filter((socket) => socket.codec === codec && !socket.isHeld)
      if (hearers.length === 0) continue
      const w = this.#writers[codec]
      this.#write(w, account, figures, part, parts)
      this.#sockets.value(hearers, w)
    }
    for (const codec of CODECS) {
      if (!this.#core.watched.values(codec, valued.login)) continue
      const w = this.#writers[codec]
      this.#write(w, account, figures, part, parts, valued.login)
      this.#staff.value(codec, account, w)
    }
  }

  /** Writes an event of a valuation. Only staff receive the `login`. */
  #write(
    w: ByteSink,
    account: Account,
    figures: readonly number[],
    part: number,
    parts: number,
    login?: number,
  ): void {
    const { book, now } = this.#core
    const holder = { moneyDigits: moneyDigitsOf(book, account.groupPath) }
    const open: number[] = []
    for (let at = 0; at < figures.length; at += WIDTH) {
      if (account.positions.has(figures[at] as number)) open.push(at)
    }
    beginEvent(w, 'valuation')
    w.map(login === undefined ? 4 : 5, DATA)
    if (login !== undefined) w.int(LOGIN, login)
    w.time(AT, now)
    w.int(PART, part)
    w.int(PARTS, parts)
    w.array(open.length, ROWS)
    for (const at of open) {
      const row = { id: figures[at] as number, swap: figures[at + 4] as number }
      const symbol = symbolOf(book, figures[at + 1] as number)
      VALUATION_ROW.listed(w, row, holder, symbol, {
        price: figureOf(figures[at + 2]),
        profit: figureOf(figures[at + 3]),
        margin: figureOf(figures[at + 5]),
        pointValue: figureOf(figures[at + 6]),
      })
    }
    w.endArray()
    w.endMap()
    w.endMap()
  }
}

function figureOf(kept: number | undefined): number | null {
  return kept === undefined || kept === NONE ? null : kept
}

function areSame(figures: readonly number[], told: readonly number[]): boolean {
  return figures.length === told.length && figures.every((figure, at) => figure === told[at])
}
