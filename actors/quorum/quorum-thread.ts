import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { type LogEntry, LogError } from '../../storage/log/log.js'
import type { LocalLogHead } from '../../storage/log/quorum/log-database.js'
import { LEASE_HELD, LEASE_MS, RENEW_EVERY_MS } from '../../storage/log/quorum/log-owner.js'
import type { Quorum } from '../../storage/log/quorum/quorum-log.js'
import type { QuorumStart } from '../../wire/thread/quorum-messages.js'
import { type Clock, systemClock } from '../thread/clock.js'

/**
 * The log's side of the thread that sends a shard's entries to the quorum
 * (`actors/quorum/quorum.worker.ts`). The log waits in shared memory, as for a disk.
 *
 *   Q1. The thread sends messages, and then sets a word in shared memory. When the word is seen,
 *       the messages posted before it can be read.
 *   Q2. After a fatal error it sends the reason and ends. The outcome of the open entry is then
 *       unknown.
 *   Q3. A thread that waits here cannot send messages, so the quorum thread itself reports its
 *       state to the server on a separate port, a few times a second.
 */
export const QUORUM_STATE = { opening: 0, open: 1, failed: 2 } as const
/** The words: `messages` rises with every message of the thread, `settled` counts entries. */
export const QUORUM_AT = { state: 0, messages: 1, settled: 2 } as const
const WORDS = 3
/** Opening waits for a lease to expire, and for a database that changes its primary. */
const OPEN_MAX_MS = 60_000
/** A lease held for longer has been renewed, so its holder is alive and waiting is useless. */
const HELD_MAX_MS = LEASE_MS + 2 * RENEW_EVERY_MS
/**
 * The time limit of a commit. It is shorter than the timeouts of threads that wait for the caller.
 */
export const COMMIT_WAIT_MAX_MS = 45_000

export interface QuorumOptions extends QuorumStart {
  readonly shard: number
  /** The port that receives reports of the quorum's state (Q3). */
  readonly server?: MessagePort | undefined
  readonly openMaxMs?: number
  /** True to return the lease on close, because this node will no longer be active. */
  readonly releases?: boolean
}

export interface QuorumThreadData extends QuorumOptions {
  readonly local: LocalLogHead | undefined
  readonly words: Int32Array
  readonly port: MessagePort
}

export type ToQuorum = { readonly begin: LogEntry } | 'stop'

export type FromQuorum =
  | { readonly entries: readonly LogEntry[] }
  /** The reason why the thread waits; empty if nothing prevents it from continuing. */
  | { readonly trouble: string }

export class QuorumThread implements Quorum {
  readonly #options: QuorumOptions
  readonly #clock: Clock
  readonly #words = new Int32Array(new SharedArrayBuffer(WORDS * 4))
  readonly #channel = new MessageChannel()
  #worker: Worker | undefined
  #ended: Promise<void> | undefined
  #begun = 0
  #trouble = ''

  constructor(options: QuorumOptions, clock = systemClock()) {
    this.#options = options
    this.#clock = clock
  }

  *open(local: LocalLogHead | undefined): Generator<LogEntry, void, undefined> {
    const { port1, port2 } = this.#channel
    const workerData: QuorumThreadData = {
      ...this.#options,
      local,
      words: this.#words,
      port: port2,
    }
    const url = new URL('./quorum.worker.js', import.meta.url)
    const { server } = this.#options
    const transferList = server === undefined ? [port2] : [port2, server]
    const worker = new Worker(url, { workerData, transferList })
    worker.unref()
    port1.unref()
    this.#worker = worker
    this.#ended = new Promise((resolve) => worker.once('exit', () => resolve()))
    const last = this.#clock.monotonic() + (this.#options.openMaxMs ?? OPEN_MAX_MS)
    let heldSince: number | undefined
    for (;;) {
      const seen = Atomics.load(this.#words, QUORUM_AT.messages)
      const isOpen = Atomics.load(this.#words, QUORUM_AT.state) === QUORUM_STATE.open
      yield* this.#take()
      if (isOpen) return
      heldSince = this.#trouble === LEASE_HELD ? (heldSince ?? this.#clock.monotonic()) : undefined
      const until = heldSince === undefined ? last : Math.min(last, heldSince + HELD_MAX_MS)
      this.#wait(seen, until, 'the quorum cannot be opened')
    }
  }

  begin(firstSeq: number, bytes: Uint8Array): void {
    this.#begun++
    this.#say({ begin: { firstSeq, bytes } })
  }

  settle(): void {
    const until = this.#clock.monotonic() + COMMIT_WAIT_MAX_MS
    for (;;) {
      const seen = Atomics.load(this.#words, QUORUM_AT.messages)
      if (Atomics.load(this.#words, QUORUM_AT.settled) === this.#begun) return
      this.#take()
      this.#wait(seen, until, 'the quorum does not answer')
    }
  }

  close(): Promise<void> {
    this.#say('stop')
    // The caller may have nothing else that keeps the process running.
    this.#worker?.ref()
    return this.#ended ?? Promise.resolve()
  }

  #say(message: ToQuorum): void {
    this.#channel.port1.postMessage(message)
  }

  /** Takes the received messages. While opening, they include entries for the local log. */
  #take(): LogEntry[] {
    const entries: LogEntry[] = []
    for (;;) {
      const message: FromQuorum | undefined = receiveMessageOnPort(this.#channel.port1)?.message
      if (message === undefined) return entries
      if ('entries' in message) entries.push(...message.entries)
      else this.#trouble = message.trouble
    }
  }

  /** Waits for a message after the first `seen` messages; throws if the thread has ended. */
  #wait(seen: number, until: number, what: string): void {
    if (Atomics.load(this.#words, QUORUM_AT.state) === QUORUM_STATE.failed) {
      this.#take()
      throw new LogError(`${what}: ${this.#trouble}`)
    }
    const left = until - this.#clock.monotonic()
    if (left <= 0) throw new LogError(`${what}: ${this.#trouble || 'it took too long'}`)
    Atomics.wait(this.#words, QUORUM_AT.messages, seen, left)
  }
}
