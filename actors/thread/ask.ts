import type { Refusal } from '../../engine/code.js'
import { because } from '../../engine/reasons/reasons.js'
import type { Clock, Timer } from './clock.js'

/**
 * Typed requests to another thread over a Worker or MessagePort. Either side can send; the other
 * answers each request once.
 *
 *   - At most `inFlightMax` requests wait; another one is refused with `unavailable` at once.
 *   K2. After its timeout a request is answered with `unavailable`, and its effect is unknown.
 *   K3. When the other side ends, every waiting request rejects with the reason.
 */
export interface Success<T> {
  readonly ok: true
  readonly value: T
}

export type Outcome<T> = Success<T> | Refusal

export function accept<T>(value: T): Success<T> {
  return { ok: true, value }
}

/**
 * Maps the name of an operation to its request and answer. Both must survive a structured clone.
 */
export type Operations<Map> = {
  readonly [Name in keyof Map]: { readonly request: unknown; readonly answer: unknown }
}

export type Handlers<Map extends Operations<Map>> = {
  readonly [Name in keyof Map]: (request: Map[Name]['request']) => Outcome<Map[Name]['answer']>
}

/** The operations of these handlers, so that their types are declared once, at the handlers. */
export type OperationsOf<Answered> = {
  readonly [Name in keyof Answered]: Answered[Name] extends (
    request: infer Request,
  ) => Outcome<infer Answer>
    ? { readonly request: unknown extends Request ? null : Request; readonly answer: Answer }
    : never
}

export interface AskMessage {
  readonly type: 'ask'
  readonly id: number
  readonly name: string
  readonly request: unknown
}

export interface AnswerMessage {
  readonly type: 'answer'
  readonly id: number
  readonly outcome: Outcome<unknown>
}

export interface AskOptions {
  /** The name of the other side in messages. */
  readonly who: string
  readonly inFlightMax: number
  readonly timeoutMs: number
}

interface Waiting {
  resolve(outcome: Outcome<unknown>): void
  reject(why: Error): void
  readonly timer: Timer
}

export class AskError extends Error {
  override readonly name = 'AskError'
}

export class Asker<Map extends Operations<Map>> {
  readonly #post: (message: AskMessage) => void
  readonly #clock: Clock
  readonly #options: AskOptions
  readonly #waiting = new globalThis.Map<number, Waiting>()
  #lastId = 0
  #closed: Error | undefined

  constructor(post: (message: AskMessage) => void, clock: Clock, options: AskOptions) {
    this.#post = post
    this.#clock = clock
    this.#options = options
  }

  get inFlight(): number {
    return this.#waiting.size
  }

  ask<Name extends keyof Map & string>(
    name: Name,
    request: Map[Name]['request'],
    timeoutMs = this.#options.timeoutMs,
  ): Promise<Outcome<Map[Name]['answer']>> {
    const { who, inFlightMax } = this.#options
    if (this.#closed !== undefined) return Promise.reject(this.#closed)
    if (this.#waiting.size >= inFlightMax) {
      return Promise.resolve(because('unavailable.part_busy', { who }))
    }
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      const timer = this.#clock.after(timeoutMs, () => {
        this.#waiting.delete(id)
        resolve(because('unavailable.no_answer', { who, name, ms: timeoutMs }))
      })
      this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject, timer })
      this.#post({ type: 'ask', id, name, request })
    })
  }

  /**
   * Call this with every answer that arrives. An answer that no request waits for any more is
   * dropped (K2).
   */
  settle(answer: AnswerMessage): void {
    const waiting = this.#waiting.get(answer.id)
    if (waiting === undefined) return
    this.#waiting.delete(answer.id)
    waiting.timer.cancel()
    waiting.resolve(answer.outcome)
  }

  /** Fails all open requests. The caller calls this when the other side has ended (K3). */
  close(why: string, cause?: unknown): void {
    if (this.#closed !== undefined) return
    const error = new AskError(`the ${this.#options.who} is gone: ${why}`, { cause })
    this.#closed = error
    for (const { reject, timer } of this.#waiting.values()) {
      timer.cancel()
      reject(error)
    }
    this.#waiting.clear()
  }
}

/** The answering side: call it for each request. A handler that throws ends the thread. */
export function answerAsk<Map extends Operations<Map>>(
  handlers: Handlers<Map>,
  ask: AskMessage,
): AnswerMessage {
  if (!Object.hasOwn(handlers, ask.name)) {
    throw new AskError(`nobody answers ${ask.name}`)
  }
  const handler = handlers[ask.name as keyof Map]
  return { type: 'answer', id: ask.id, outcome: handler(ask.request) }
}
