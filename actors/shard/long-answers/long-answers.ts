import { isRefusal, type Refusal, refuseTooMany } from '../../../engine/code.js'
import {
  BULK_JOBS_MAX,
  BULK_LISTS_MAX,
  BULK_ROWS_MAX,
  BULK_SLICE_BYTES,
  BULK_STALL_MS,
  BULK_TURN_BYTES,
  BULK_WAITING_MAX,
} from '../../../engine/limits/long-answers.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import type { Clock } from '../../thread/clock.js'
import type { ShardCore } from '../core.js'
import type { Slice } from '../live/slice.js'
import type { ShardSocket, ShardSockets } from '../live/sockets.js'
import { RunTime } from '../run-time.js'

/** Writes an answer in slices: yields when a slice is used up, and continues with the next one. */
export type BulkWork = (slice: Slice) => Generator<void, BulkEnd>

/**
 * How the work ended: undefined when done; a refusal replaces the answer; a close code cuts it off.
 */
export type BulkEnd = Refusal | { readonly closing: number; readonly why: string } | undefined

export interface LongAnswerAsk {
  /** The name of the answer in the process log. */
  readonly what: string
  readonly login: number
  /** The socket that receives the answer; undefined for a list, which is sent whole. */
  readonly socket?: ShardSocket
  /** The number of rows that the answer keeps in memory. */
  readonly rows: number
  readonly work: BulkWork
  /** Refuses the request, as long as its answer has not begun. */
  refuse(refusal: Refusal): void
}

interface Job extends LongAnswerAsk {
  readonly slice: Slice
  readonly run: Generator<void, BulkEnd>
  /** True once the answer needed more than one slice and the front was informed. */
  isLong: boolean
  /** True after the first slice: the socket may have missed events. */
  isBegun: boolean
  /**
   * The time since which it has been waiting for its reader, on the monotonic clock; 0 while it
   * does not wait.
   */
  waitsSince: number
}

const UNDER_WAY = refuseTooMany(null, say('trade.too_many_requests.snapshots'))
const MANY_LISTS = because('too_many_requests.long_lists')
const TOO_MANY = because('unavailable.long_answers')
/** The close code for a socket whose answer has begun and cannot continue. */
const FAILED = 1011
/** How many milliseconds of a turn may pass before long answers begin no further slice. */
const RUN_MS = 1
const TOO_SLOW = { closing: 4008, why: 'too_slow' } as const

export class LongAnswers {
  readonly #core: ShardCore
  readonly #sockets: ShardSockets
  readonly #clock: Clock
  readonly #all = new Set<Job>()
  /** The running answer to a socket, by login. */
  readonly #byLogin = new Map<number, Job>()
  /** The answers that wait for the running one, by login. */
  readonly #waiting = new Map<number, readonly LongAnswerAsk[]>()
  readonly #ready: Job[] = []
  #rows = 0
  /** The bytes that long answers may still write in this turn. */
  #left = BULK_TURN_BYTES
  readonly #time: RunTime

  constructor(core: ShardCore, sockets: ShardSockets, clock: Clock) {
    this.#core = core
    this.#time = new RunTime(core, RUN_MS)
    this.#sockets = sockets
    this.#clock = clock
  }

  get size(): number {
    return this.#all.size
  }

  /** True if long answers need another turn. */
  get hasWork(): boolean {
    return this.#ready.length > 0
  }

  /** Begins, queues or refuses a long answer. */
  begin(asked: LongAnswerAsk): void {
    const { login, socket } = asked
    if (socket === undefined || !this.#byLogin.has(login)) {
      this.#begin(asked)
      return
    }
    const waiting = this.#waiting.get(login) ?? []
    if (waiting.length >= BULK_WAITING_MAX) asked.refuse(UNDER_WAY)
    else this.#waiting.set(login, [...waiting, asked])
  }

  #begin(asked: LongAnswerAsk): void {
    const refusal = this.#refusalOf(asked)
    if (refusal !== undefined) {
      asked.refuse(refusal)
      return
    }
    const { login, socket, rows } = asked
    const slice = { left: 0, hasTold: false, isAnswered: false }
    const job: Job = {
      ...asked,
      slice,
      run: asked.work(slice),
      isLong: false,
      isBegun: false,
      waitsSince: 0,
    }
    this.#all.add(job)
    this.#rows += rows
    if (socket !== undefined) this.#byLogin.set(login, job)
    if (this.#left > 0 && this.#ready.length === 0 && !this.#time.isUp) this.#goOn(job)
    else this.#waitForTurn(job)
  }

  #refusalOf({ login, socket, rows }: LongAnswerAsk): Refusal | undefined {
    if (socket === undefined && this.#listsOf(login) >= BULK_LISTS_MAX) return MANY_LISTS
    const isMuch = this.#rows > 0 && this.#rows + rows > BULK_ROWS_MAX
    return isMuch || this.#all.size >= BULK_JOBS_MAX ? TOO_MANY : undefined
  }

  #listsOf(login: number): number {
    let lists = 0
    for (const job of this.#all) if (job.login === login && job.socket === undefined) lists++
    return lists
  }

  /** Continues a socket's answer: its reader has received everything sent so far. */
  credit(socketId: number): void {
    const socket = this.#sockets.get(socketId)
    const job = socket && this.#byLogin.get(socket.login)
    if (job?.socket !== socket || job === undefined || job.waitsSince === 0) return
    job.waitsSince = 0
    this.#ready.push(job)
  }

  /** Ends the answer of a closed socket. */
  drop(socketId: number): void {
    const socket = this.#sockets.get(socketId)
    if (socket === undefined) return
    const { login } = socket
    const waiting = this.#waiting.get(login) ?? []
    this.#setWaiting(
      login,
      waiting.filter((asked) => asked.socket !== socket),
    )
    const job = this.#byLogin.get(login)
    if (job?.socket !== socket || job === undefined) return
    this.#end(job)
    this.#beginNext(login)
  }

  /**
   * Works on the ready answers at the end of a turn, one slice each, until bytes or time are used
   * up.
   */
  run(): void {
    while (this.#left > 0 && !this.#time.isUp) {
      const job = this.#ready.shift()
      if (job === undefined) break
      this.#goOn(job)
    }
  }

  /** Gives the next turn its full share of bytes and time. */
  endTurn(): void {
    this.#left = BULK_TURN_BYTES
    this.#time.end()
  }

  everySecond(): void {
    if (this.#byLogin.size === 0) return
    const now = this.#clock.monotonic()
    for (const job of this.#byLogin.values()) {
      if (job.waitsSince !== 0 && now - job.waitsSince >= BULK_STALL_MS) this.#finish(job, TOO_SLOW)
    }
  }

  #goOn(job: Job): void {
    const { slice } = job
    this.#time.beginOnce()
    slice.left = BULK_SLICE_BYTES
    slice.hasTold = false
    if (job.socket !== undefined) job.socket.isHeld = true
    const ended = this.#next(job)
    this.#left -= BULK_SLICE_BYTES - slice.left
    if (ended.done === true) {
      this.#finish(job, ended.value)
      return
    }
    job.isBegun = true
    if (!slice.hasTold || job.socket === undefined) this.#waitForTurn(job)
    else {
      this.#goesOnLater(job)
      job.waitsSince = this.#clock.monotonic()
      this.#sockets.askCredit(job.socket)
    }
  }

  #next(job: Job): IteratorResult<void, BulkEnd> {
    const account = this.#core.account(job.login)
    if (isRefusal(account)) return { done: true, value: account }
    try {
      return job.run.next()
    } catch (error) {
      return { done: true, value: this.#core.quarantine.failed(job.what, job.login, error) }
    }
  }

  #waitForTurn(job: Job): void {
    this.#goesOnLater(job)
    this.#ready.push(job)
  }

  #goesOnLater(job: Job): void {
    if (job.isLong || job.socket === undefined) return
    job.isLong = true
    this.#sockets.control(job.socket.id, { op: 'bulk', under_way: true })
  }

  #finish(job: Job, ended: BulkEnd): void {
    this.#end(job)
    this.#tellEnd(job, ended)
    if (job.socket !== undefined) this.#beginNext(job.login)
  }

  #tellEnd(job: Job, ended: BulkEnd): void {
    const { socket, isLong, isBegun, slice } = job
    if (ended !== undefined) {
      if (socket !== undefined && ('closing' in ended || slice.isAnswered || isBegun)) {
        const { closing, why } = 'closing' in ended ? ended : { closing: FAILED, why: ended.code }
        this.#sockets.control(socket.id, { op: 'close', code: closing, reason: why })
        return
      }
      if (isRefusal(ended)) job.refuse(ended)
    }
    if (!isLong || socket === undefined) return
    this.#sockets.control(socket.id, { op: 'bulk', under_way: false })
    // The socket missed the events of requests that began to wait meanwhile.
    const account = this.#core.account(socket.login)
    if (!isRefusal(account)) this.#sockets.touch(account)
  }

  #end(job: Job): void {
    this.#all.delete(job)
    this.#rows -= job.rows
    const at = this.#ready.indexOf(job)
    if (at >= 0) this.#ready.splice(at, 1)
    if (job.socket === undefined) return
    this.#byLogin.delete(job.login)
    job.socket.isHeld = false
  }

  #beginNext(login: number): void {
    if (this.#byLogin.has(login)) return
    const [next, ...others] = this.#waiting.get(login) ?? []
    if (next === undefined) return
    this.#setWaiting(login, others)
    this.#begin(next)
    // The question may have been refused, or one slice may have been enough to answer it.
    this.#beginNext(login)
  }

  #setWaiting(login: number, waiting: readonly LongAnswerAsk[]): void {
    if (waiting.length > 0) this.#waiting.set(login, waiting)
    else this.#waiting.delete(login)
  }
}
