import { type MessagePort, Worker } from 'node:worker_threads'
import type {
  DeskData,
  DeskEvent,
  DeskReady,
  FromDesk,
  ToDesk,
} from '../../wire/thread/messages.js'
import { type AnswerMessage, Asker, type AskMessage, type Outcome } from '../thread/ask.js'
import type { Clock } from '../thread/clock.js'
import { threadError } from '../thread/thread-error.js'
import type { DeskOperations } from './operations.js'

const IN_FLIGHT_MAX = 4096
const TIMEOUT_MS = 10_000

export interface DeskEvents {
  /** Called if the thread ends unexpectedly. Open requests get no answer from it. */
  onDeath(why: Error): void
  onProjectionHalted?(reason: string): void
  onEvent?(event: DeskEvent): void
}

/** The main thread's handle on the desk thread. */
export class DeskClient {
  readonly #worker: Worker
  readonly #asker: Asker<DeskOperations>
  readonly #events: DeskEvents
  /** Resolves when the database is migrated and has its initial data; rejects if that fails. */
  readonly ready: Promise<DeskReady>
  #settleReady: { resolve(state: DeskReady): void; reject(why: Error): void }
  #stopping = false

  /** Reports of the quorum that keeps the desk's changes arrive at `quorumReports`. */
  constructor(data: DeskData, clock: Clock, events: DeskEvents, quorumReports?: MessagePort) {
    this.#events = events
    this.#worker = new Worker(new URL('./desk.worker.js', import.meta.url), {
      workerData: quorumReports === undefined ? data : { ...data, quorumReports },
      transferList: quorumReports === undefined ? [] : [quorumReports],
    })
    const post = (message: AskMessage): void => this.#worker.postMessage(message)
    this.#asker = new Asker(post, clock, {
      who: 'desk',
      inFlightMax: IN_FLIGHT_MAX,
      timeoutMs: TIMEOUT_MS,
    })
    this.#settleReady = { resolve: () => undefined, reject: () => undefined }
    this.ready = new Promise((resolve, reject) => {
      this.#settleReady = { resolve, reject }
    })
    this.ready.catch(() => undefined)
    this.#worker.on('message', (message: FromDesk | AnswerMessage) => this.#receive(message))
    this.#worker.on('error', (error: unknown) => this.#died(threadError(error)))
    this.#worker.on('exit', (code) => this.#died(new Error(`the desk ended with code ${code}`)))
  }

  ask<Name extends keyof DeskOperations & string>(
    name: Name,
    request: DeskOperations[Name]['request'],
  ): Promise<Outcome<DeskOperations[Name]['answer']>> {
    return this.#asker.ask(name, request)
  }

  /** Starts projecting. Every shard's log must be readable from now on. */
  project(): void {
    this.#send({ type: 'project' })
  }

  /** Stops projecting and closes the logs, until `project`. */
  release(): void {
    this.#send({ type: 'release' })
  }

  wake(): void {
    this.#send({ type: 'wake' })
  }

  /**
   * Ends the thread for a drill, at once or between the commit of an account change and its
   * message. Resolves when it has ended.
   */
  async kill(beforeNews: boolean): Promise<void> {
    const ended = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve()))
    this.#send({ type: 'fail', beforeNews })
    await ended
  }

  /** Projects all settled records, closes the database and ends the thread. */
  stop(): Promise<void> {
    this.#stopping = true
    const ended = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve()))
    this.#send({ type: 'stop' })
    return ended
  }

  #send(message: ToDesk): void {
    this.#worker.postMessage(message)
  }

  #receive(message: FromDesk | AnswerMessage): void {
    switch (message.type) {
      case 'answer':
        this.#asker.settle(message)
        break
      case 'ready':
        this.#settleReady.resolve(message.state)
        break
      case 'projection_halted':
        this.#events.onProjectionHalted?.(message.reason)
        break
      case 'stopped':
        this.#asker.close('it was stopped')
        break
      default:
        this.#events.onEvent?.(message)
    }
  }

  #died(why: Error): void {
    this.#settleReady.reject(why)
    this.#asker.close(why.message, why)
    if (this.#stopping) return
    this.#stopping = true
    this.#events.onDeath(why)
  }
}
