import { type Refusal, refuse } from '../../engine/code.js'
import { because } from '../../engine/reasons/reasons.js'
import type { Clock, Timer } from './clock.js'

/**
 * Typed questions to another thread. Any side of a Worker or MessagePort can ask; the other answers
 * each question once.
 *
 *   K1. At most `inFlightMax` questions wait; one more is refused `unavailable` at once.
 *   K2. A question waits at most its time; then it is answered `unavailable`, and what it asked for
 *       may or may not have happened.
 *   K3. When the other side dies every waiting question rejects, saying who died and why.
 */
export interface Success<T> {
  readonly ok: true
  readonly value: T
}

export type Outcome<T> = Success<T> | Refusal

export function accept<T>(value: T): Success<T> {
  return { ok: true, value }
}

/** Name of an operation -> what is asked and what is answered. Both must survive a structured clone. */
export type Operations<Map> = {
  readonly [Name in keyof Map]: { readonly request: unknown; readonly answer: unknown }
}

export type Handlers<Map extends Operations<Map>> = {
  readonly [Name in keyof Map]: (request: Map[Name]['request']) => Outcome<Map[Name]['answer']>
}

/** The operations that these handlers answer: said once, where they are handled. */
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
        const text = `The ${who} did not answer ${name} in ${timeoutMs} ms: it may still be done, look before you repeat it.`
        resolve(refuse('unavailable', text))
      })
      this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject, timer })
      this.#post({ type: 'ask', id, name, request })
    })
  }

  /** Hand every answer that arrives in here; one that nobody waits for any more is dropped (K2). */
  settle(answer: AnswerMessage): void {
    const waiting = this.#waiting.get(answer.id)
    if (waiting === undefined) return
    this.#waiting.delete(answer.id)
    waiting.timer.cancel()
    waiting.resolve(answer.outcome)
  }

  /** The other side is gone (K3). */
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

/** The answering side: one call for each question that arrives. A handler that throws ends the thread. */
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
