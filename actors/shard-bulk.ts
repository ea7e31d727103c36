import { type Refusal, refuse } from '../engine/code.js'
import {
  BULK_JOBS_MAX,
  BULK_ROWS_MAX,
  BULK_SLICE_BYTES,
  BULK_STALL_MS,
  BULK_TURN_BYTES,
} from '../engine/limits.js'
import type { Clock } from './clock.js'
import type { ShardCore } from './shard-core.js'
import type { ShardSocket, ShardSockets } from './shard-sockets.js'

/**
 * Long answers of a shard (snapshots, resumes), each made a slice at a time, so that none of them holds
 * up the turns of all.
 *
 *   B1. An account has one of them under way; the next one is refused. A shard has `BULK_JOBS_MAX`.
 *   B2. A turn makes `BULK_TURN_BYTES` of them at the most, `BULK_SLICE_BYTES` for each in turn. What is
 *       done with one slice is done at once, where the turn has that much left.
 *   B3. After a slice that told something the socket's next one waits until its reader has taken most of
 *       it (`credit`). A reader that takes nothing for `BULK_STALL_MS` is too slow.
 *   B4. While it is under way its socket hears no other events or money of the account: the job goes on
 *       until it has told everything that came about meanwhile, in order, and then the socket hears them
 *       live again.
 */
export interface Slice {
  /** Bytes that may still be written, and reading that costs as much. Below zero is the end. */
  left: number
  /** It has told its socket something. */
  hasTold: boolean
  /** The answer is out, or a part of it: it cannot be another one any more. */
  isAnswered: boolean
}

/** Goes on until the slice is used up, yields, and goes on with the next one. */
export type BulkWork = (slice: Slice) => Generator<void, BulkEnd>

/** How it ended; a refusal takes the place of the answer, a closing that of the rest of it. */
export type BulkEnd = Refusal | { readonly closing: number; readonly why: string } | undefined

/** A job, before it is begun. */
export interface BulkAsked {
  /** Of the request that it answers. */
  readonly id: number | string
  /** Rows that it keeps in memory. */
  readonly rows: number
  readonly work: BulkWork
}

interface Job extends Pick<BulkAsked, 'id' | 'rows'> {
  readonly socket: ShardSocket
  readonly slice: Slice
  readonly run: Generator<void, BulkEnd>
  /** It has gone on past its first slice: the front knows of it. */
  isLong: boolean
  /** On the monotonic clock, while it waits for its reader; 0 while it does not. */
  waitsSince: number
}

export interface BulkOwner {
  /** Answers the request of a socket whose answer was not begun. */
  refuse(socket: ShardSocket, id: number | string, refusal: Refusal): void
  /** A job threw: what it is to be answered with. */
  failed(socket: ShardSocket, error: unknown): Refusal
}

const UNDER_WAY = refuse(
  'trade.too_many_requests',
  'A snapshot or a resume of the account is under way. Wait for its end.',
)
const TOO_MANY = refuse('unavailable', 'Many long answers are under way. Try again in a moment.')
/** What is told of a socket cannot go on. */
const FAILED = 1011
const TOO_SLOW = { closing: 4008, why: 'too_slow' } as const

export class ShardBulk {
  readonly #core: ShardCore
  readonly #sockets: ShardSockets
  readonly #clock: Clock
  readonly #owner: BulkOwner
  readonly #byLogin = new Map<number, Job>()
  readonly #ready: Job[] = []
  #rows = 0
  /** Of the running turn. */
  #left = BULK_TURN_BYTES

  constructor(core: ShardCore, sockets: ShardSockets, clock: Clock, owner: BulkOwner) {
    this.#core = core
    this.#sockets = sockets
    this.#clock = clock
    this.#owner = owner
  }

  /** How many are under way. */
  get size(): number {
    return this.#byLogin.size
  }

  /** Another turn is due for them. */
  get hasWork(): boolean {
    return this.#ready.length > 0
  }

  /** Whether one more of the account may be begun, which will keep so many rows. */
  refuseMore(login: number, rows: number): Refusal | undefined {
    if (this.#byLogin.has(login)) return UNDER_WAY
    const isMuch = this.#rows > 0 && this.#rows + rows > BULK_ROWS_MAX
    return isMuch || this.#byLogin.size >= BULK_JOBS_MAX ? TOO_MANY : undefined
  }

  begin(socket: ShardSocket, { id, rows, work }: BulkAsked): void {
    const slice = { left: 0, hasTold: false, isAnswered: false }
    const job: Job = { id, rows, socket, slice, run: work(slice), isLong: false, waitsSince: 0 }
    this.#byLogin.set(socket.login, job)
    this.#rows += rows
    socket.isHeld = true
    if (this.#left > 0 && this.#ready.length === 0) this.#goOn(job)
    else this.#waitForTurn(job)
  }

  /** Its reader has taken what was sent. */
  credit(socketId: number): void {
    const socket = this.#sockets.get(socketId)
    const job = socket && this.#byLogin.get(socket.login)
    if (job?.socket !== socket || job === undefined || job.waitsSince === 0) return
    job.waitsSince = 0
    this.#ready.push(job)
  }

  /** The socket is gone. */
  drop(socketId: number): void {
    const socket = this.#sockets.get(socketId)
    const job = socket && this.#byLogin.get(socket.login)
    if (job !== undefined && job.socket === socket) this.#end(job)
  }

  /** At the end of a turn: a slice for one after the other, as far as the turn goes. */
  run(): void {
    while (this.#left > 0) {
      const job = this.#ready.shift()
      if (job === undefined) break
      this.#goOn(job)
    }
  }

  /** The next turn begins. */
  endTurn(): void {
    this.#left = BULK_TURN_BYTES
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
    slice.left = BULK_SLICE_BYTES
    slice.hasTold = false
    const ended = this.#next(job)
    this.#left -= BULK_SLICE_BYTES - slice.left
    if (ended.done === true) this.#finish(job, ended.value)
    else if (!slice.hasTold) this.#waitForTurn(job)
    else {
      this.#goesOnLater(job)
      job.waitsSince = this.#clock.monotonic()
      this.#sockets.askCredit(job.socket)
    }
  }

  #next(job: Job): IteratorResult<void, BulkEnd> {
    const account = this.#core.account(job.socket.login)
    if ('ok' in account) return { done: true, value: account }
    try {
      return job.run.next()
    } catch (error) {
      return { done: true, value: this.#owner.failed(job.socket, error) }
    }
  }

  #waitForTurn(job: Job): void {
    this.#goesOnLater(job)
    this.#ready.push(job)
  }

  #goesOnLater(job: Job): void {
    if (job.isLong) return
    job.isLong = true
    this.#sockets.control(job.socket.id, { op: 'bulk', under_way: true })
  }

  #finish(job: Job, ended: BulkEnd): void {
    const { socket, id, isLong, slice } = job
    this.#end(job)
    if (ended !== undefined) {
      if ('closing' in ended || slice.isAnswered) {
        const { closing, why } = 'closing' in ended ? ended : { closing: FAILED, why: ended.code }
        this.#sockets.control(socket.id, { op: 'close', code: closing, reason: why })
        return
      }
      this.#owner.refuse(socket, id, ended)
    }
    if (!isLong) return
    this.#sockets.control(socket.id, { op: 'bulk', under_way: false })
    // What it did not hear of meanwhile.
    const account = this.#core.account(socket.login)
    if (!('ok' in account)) this.#sockets.touch(account)
  }

  #end(job: Job): void {
    this.#byLogin.delete(job.socket.login)
    this.#rows -= job.rows
    const at = this.#ready.indexOf(job)
    if (at >= 0) this.#ready.splice(at, 1)
    job.socket.isHeld = false
  }
}
