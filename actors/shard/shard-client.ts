import { type MessagePort, Worker } from 'node:worker_threads'
import type { AccountProfile } from '../../engine/account/state.js'
import type { Refusal } from '../../engine/code.js'
import type { BookRecords, ConfigChange } from '../../engine/config/book-records.js'
import { changeFor, recordsFor } from '../../engine/config/kinds.js'
import { SHARD_ASKS_MAX, SHARD_WAITING_BYTES_MAX } from '../../engine/limits/shards.js'
import { because } from '../../engine/reasons/reasons.js'
import {
  type Batch,
  type BatchMemory,
  type BatchMessage,
  BatchWriter,
  ENTRY,
  ENTRY_BYTES_MAX,
  FROM_SHARD,
  jsonIn,
  nextEntry,
  receivedBytes,
  TO_SHARD,
} from '../../wire/thread/batch.js'
import { BatchLane, isBatch, laneMemory } from '../../wire/thread/batch-lane.js'
import type { DealingEvent } from '../../wire/thread/dealing.js'
import {
  type FromShard,
  type GatewayOnline,
  READY_TEXT,
  type ShardOperation,
  type ShardOperations,
  type ShardStart,
  type ShardThreadData,
  type SocketOpen,
  type ToShard,
} from '../../wire/thread/messages.js'
import type { RefusedNews } from '../../wire/thread/refused-request.js'
import { readWatched, type WatchedFrame } from '../../wire/thread/watched-accounts.js'
import { createClockMemory, machineReadings } from '../thread/clock.js'
import type { LinksConnected } from '../thread/gateway-channel.js'
import { postBatch } from '../thread/post-batch.js'
import { threadError } from '../thread/thread-error.js'
import { WorkNote } from './log/work-note.js'

/**
 * Heap for young objects. With this size most objects of a turn are garbage at the next collection,
 * and few are copied; memory is used only as needed.
 */
const YOUNG_MB = 192

/** The size of a slot, twice what 50 sockets with 16 requests each produce in a turn. */
const TO_SHARD_SLOT_BYTES = 256 * 1024
const FROM_SHARD_SLOT_BYTES = 1024 * 1024

const NO_BYTES = new Uint8Array(0)
const { monotonic } = machineReadings(0, createClockMemory())

/**
 * The front's handle on one shard thread. Frames and requests of one event-loop turn are sent as
 * one batch.
 *
 *   - The bytes that wait for the shard are bounded: beyond the bound, `frame` returns false and
 *     `ask` refuses.
 *   - When the thread ends, its unanswered requests are answered `trade.timeout`: the outcome is
 *     unknown, not failed. The owner restarts the thread and opens its sockets again.
 */
export interface ShardListener {
  /** Called with a whole batch of entries for sockets: replies, events, controls. */
  onBatch(shard: number, batch: Batch): void
  /** Called before the batch in which the event arrived. */
  onDealing?(shard: number, event: DealingEvent): void
  /**
   * Called with the frames of accounts for staff, before the batch in which they arrived. They are
   * valid only as long as the batch.
   */
  onWatched?(frames: readonly WatchedFrame[]): void
  onRefused?(news: RefusedNews): void
  onMessage(shard: number, message: FromShard): void
  /**
   * Called when the thread has ended. `login` is the account that the shard was working on; 0 if
   * none.
   */
  onDeath(shard: number, why: Error, login: number): void
}

export type ShardResult<T> = { readonly ok: true; readonly value: T } | Refusal

interface Waiting {
  readonly resolve: (result: ShardResult<never>) => void
}

export class ShardClient {
  readonly shard: number
  readonly #listener: ShardListener
  /** The writer and the lanes belong to the current thread. */
  #out = new BatchWriter()
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #lastAsk = 0
  #flushing = false
  #flushedBytes = 0
  #ready = false

  constructor(shard: number, listener: ShardListener) {
    this.shard = shard
    this.#listener = listener
  }

  /** True from the thread's `ready` to its end. */
  get ready(): boolean {
    return this.#ready
  }

  /**
   * The bytes that the shard has not read yet, including those sent at the end of this event-loop
   * turn.
   */
  get waitingBytes(): number {
    return this.#flushedBytes + this.#out.length
  }

  /** `quorumReports` receives reports of the quorum that keeps the shard's log, if there is one. */
  start(start: ShardStart, quorumReports?: MessagePort): void {
    const data: ShardThreadData = {
      ...start,
      book: recordsFor('shards', start.book),
      toShard: laneMemory(TO_SHARD_SLOT_BYTES),
      fromShard: laneMemory(FROM_SHARD_SLOT_BYTES),
      inWork: WorkNote.create(),
    }
    const work = new WorkNote(data.inWork)
    this.#out = new BatchWriter(new BatchLane(data.toShard).free)
    const fromShard = new BatchLane(data.fromShard)
    const worker = new Worker(new URL('./shard.worker.js', import.meta.url), {
      workerData: quorumReports === undefined ? data : { ...data, quorumReports },
      transferList: quorumReports === undefined ? [] : [quorumReports],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    })
    this.#worker = worker
    let failure: Error | undefined
    worker.on('message', (message: BatchMessage | FromShard) => {
      if (isBatch(message)) this.#takeBatch(fromShard, message)
      else this.#hear(message)
    })
    worker.on('error', (error: unknown) => {
      failure = threadError(error)
    })
    worker.on('exit', (code) => {
      if (this.#worker !== worker) return
      this.#died(failure ?? new Error(`thread ended with ${code}`), work.login)
    })
  }

  /** Sends a frame. False if too much waits for the shard already, or if it is not ready. */
  frame(socketId: number, bytes: Uint8Array): boolean {
    if (!this.#ready || this.waitingBytes > SHARD_WAITING_BYTES_MAX) return false
    this.#push(TO_SHARD.frame, socketId, bytes)
    return true
  }

  /** Sets the shard's connection to the gateways (actors/links/gateways/gateway-ports.ts). */
  connectLinks(port: MessagePort, online: readonly GatewayOnline[]): void {
    this.flush()
    const message: LinksConnected = { type: 'links', port, online }
    if (this.#worker === undefined) port.close()
    else this.#worker.postMessage(message, [port])
  }

  openSocket(socketId: number, open: SocketOpen): void {
    this.#push(TO_SHARD.socketOpen, socketId, Buffer.from(JSON.stringify(open)))
  }

  /** Reports that the client has received what was sent, so that the shard may send more. */
  credit(socketId: number): void {
    if (this.#ready) this.#push(TO_SHARD.credit, socketId, NO_BYTES)
  }

  /** Reports that the socket's reader missed a part of a valuation and has now caught up. */
  valueAgain(socketId: number): void {
    if (this.#ready) this.#push(TO_SHARD.valuation, socketId, NO_BYTES)
  }

  closeSocket(socketId: number): void {
    if (this.#ready) this.#push(TO_SHARD.socketClose, socketId, NO_BYTES)
  }

  ask<Name extends ShardOperation>(
    op: Name,
    request: ShardOperations[Name]['request'],
  ): Promise<ShardResult<ShardOperations[Name]['answer']>> {
    if (!this.#ready) {
      return Promise.resolve(because('unavailable.trading_starts'))
    }
    if (this.#waiting.size >= SHARD_ASKS_MAX || this.waitingBytes > SHARD_WAITING_BYTES_MAX) {
      return Promise.resolve(because('unavailable.busy'))
    }
    const bytes = Buffer.from(JSON.stringify({ op, request }))
    if (bytes.length > ENTRY_BYTES_MAX) {
      return Promise.resolve(because('too_large.request'))
    }
    const id = ++this.#lastAsk >>> 0
    return new Promise((resolve) => {
      this.#waiting.set(id, { resolve: resolve as Waiting['resolve'] })
      this.#push(TO_SHARD.ask, id, bytes)
    })
  }

  /**
   * Sends a profile. `number` is the number of the change
   * (actors/desk/accounts/account-changed.ts).
   */
  profile(profile: AccountProfile, number: number): void {
    this.post({ type: 'profile', number, profile })
  }

  config(change: ConfigChange): void {
    this.post({ type: 'config', change: changeFor('shards', change) })
  }

  book(records: BookRecords): void {
    this.post({ type: 'book', records: recordsFor('shards', records) })
  }

  /** Sends a message after everything that was pushed before. */
  post(message: ToShard): void {
    this.flush()
    this.#worker?.postMessage(message)
  }

  flush(): void {
    this.#flushing = false
    if (this.#out.length === 0 || this.#worker === undefined) return
    this.#flushedBytes += this.#out.length
    while (this.#out.length > 0) postBatch(this.#worker, this.#out.take())
  }

  /**
   * Stops the thread after it has answered everything sent before. Resolves when it has closed its
   * log.
   */
  stop(): Promise<void> {
    const worker = this.#worker
    if (worker === undefined) return Promise.resolve()
    this.post({ type: 'stop' })
    return new Promise((resolve) => worker.once('exit', () => resolve()))
  }

  /**
   * For drills: ends the thread in the middle of a turn, while it works on `login`, before its
   * commit or between the commit and its answers. The same turn decides the requests that were
   * pushed just before. It does not use `terminate`, because a thread terminated inside a
   * transaction of LMDB (3.5.6) blocks in its cleanup on a lock that it holds itself.
   */
  async kill(afterCommit = false, login = 0): Promise<void> {
    const worker = this.#worker
    if (worker === undefined) return
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    this.#push(TO_SHARD.fail, login, Buffer.from(JSON.stringify(afterCommit)))
    this.flush()
    await ended
  }

  #push(kind: number, target: number, bytes: Uint8Array): void {
    if (this.#out.length === 0) this.#out.push(TO_SHARD.received, 0, receivedBytes(monotonic()))
    this.#out.push(kind, target, bytes)
    if (this.#flushing) return
    this.#flushing = true
    setImmediate(() => this.flush())
  }

  #takeBatch(lane: BatchLane, message: BatchMessage): void {
    const batch = lane.open(message)
    this.#takeOwn(batch)
    this.#listener.onBatch(this.shard, batch)
    lane.release(message)
  }

  #hear(message: FromShard): void {
    if (message.type === 'ready') this.#ready = true
    this.#listener.onMessage(this.shard, message)
  }

  /** Skips entries for sockets, which are most of the batch. */
  #takeOwn({ memory, byteLength }: Batch): void {
    const { buffer, words } = memory
    const end = byteLength >> 2
    let watched: WatchedFrame[] | undefined
    for (let word = 0; word < end; word = nextEntry(words, word)) {
      const kind = words[word + ENTRY.kind]
      const target = words[word + ENTRY.target] as number
      if (kind === FROM_SHARD.taken) this.#flushedBytes -= target
      else if (kind === FROM_SHARD.answer) {
        const length = words[word + ENTRY.length] as number
        this.#settle(target, new Uint8Array(buffer, (word + ENTRY.headWords) * 4, length))
      } else if (kind === FROM_SHARD.dealing) {
        this.#listener.onDealing?.(this.shard, jsonAt(memory, word) as DealingEvent)
      } else if (kind === FROM_SHARD.watched) {
        const length = words[word + ENTRY.length] as number
        watched ??= []
        watched.push(readWatched(new Uint8Array(buffer, (word + ENTRY.headWords) * 4, length)))
      } else if (kind === FROM_SHARD.refused) {
        this.#listener.onRefused?.(jsonAt(memory, word) as RefusedNews)
      }
    }
    if (watched !== undefined) this.#listener.onWatched?.(watched)
  }

  #settle(id: number, bytes: Uint8Array): void {
    const waiting = this.#waiting.get(id)
    if (waiting === undefined) return
    this.#waiting.delete(id)
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
    const isReady = text.startsWith(READY_TEXT)
    const result = isReady ? { ok: true, value: text.slice(READY_TEXT.length) } : JSON.parse(text)
    waiting.resolve(result as ShardResult<never>)
  }

  #died(why: Error, login: number): void {
    this.#ready = false
    this.#worker = undefined
    this.#flushedBytes = 0
    this.#out.rewind(0)
    const unknown = because('trade.timeout.repeat_id')
    for (const waiting of this.#waiting.values()) waiting.resolve(unknown)
    this.#waiting.clear()
    this.#listener.onDeath(this.shard, why, login)
  }
}

function jsonAt({ buffer, words }: BatchMemory, word: number): unknown {
  const length = words[word + ENTRY.length] as number
  return jsonIn(new Uint8Array(buffer, (word + ENTRY.headWords) * 4, length))
}
