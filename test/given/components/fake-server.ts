import type { StaffLiveEvents, StaffLiveOps } from '../../../client/generated/frames.js'
import type { Routes } from '../../../client/generated/routes.js'
import {
  type AnyParts,
  addressOf,
  type PartsOf,
  type RouteName,
} from '../../../client/rest/parts.js'

/**
 * A server that answers a page from a table, whose types are those of the contract: an answer of another shape does not
 * compile. A request that the table does not have is a fault of the test.
 */
export type Data<Name extends RouteName> = Routes[Name]['data']
/** The parts of a request, and the key under which repeats are executed once. */
export type Sent<Name extends RouteName> = PartsOf<Name> & { readonly key?: string }

export class Refusal {
  readonly code: string
  readonly status: number
  readonly message: string
  readonly data: unknown

  constructor(code: string, status: number, message = '', data: unknown = null) {
    this.code = code
    this.status = status
    this.message = message
    this.data = data
  }
}

/** The answer does not arrive. */
export const LOST = new Refusal('lost', 0)

/** A refusal that names fields by their paths, each with its message. */
export function refused(faults: Readonly<Record<string, string>>): Refusal {
  const fields = Object.entries(faults).map(([path, message]) => ({ path, message }))
  return new Refusal('bad_request', 400, '', { fields })
}

type Reply<T> = T | Refusal
type Given<Name extends RouteName> =
  | Reply<Data<Name>>
  | ((sent: Sent<Name>) => Reply<Data<Name>> | Promise<Reply<Data<Name>>>)
export type Answers = { readonly [Name in RouteName]?: Given<Name> }

type OpReply<Op extends keyof StaffLiveOps> = StaffLiveOps[Op]['data'] | Refusal
export type OpAnswers = {
  readonly [Op in keyof StaffLiveOps]?:
    | OpReply<Op>
    | ((args: StaffLiveOps[Op]['args']) => OpReply<Op>)
}

/** One reply after the other; the last one stays. */
export function inTurn<const Replies extends readonly unknown[]>(
  ...replies: Replies
): () => Replies[number] {
  let at = 0
  return () => replies[Math.min(at++, replies.length - 1)]
}

interface LineHooks {
  onState(state: string, silentMs: number): void
  onLive(): void
  onEvent(event: object, isPast: boolean): void
  onLatency(ms: number): void
}

export class FakeServer {
  readonly login = 1
  /** Requests and operations that no table has, and errors of the pages. */
  readonly faults: unknown[] = []
  lineState = 'connecting'
  #answers: Answers
  #ops: OpAnswers
  #hooks: LineHooks | undefined
  #onForbidden: () => void = () => undefined
  readonly #sent: { readonly name: string; readonly parts: AnyParts }[] = []
  readonly #asked: { readonly op: string; readonly args: unknown }[] = []

  constructor(answers: Answers, ops: OpAnswers) {
    this.#answers = answers
    this.#ops = ops
  }

  /** Answers differently from now on. */
  answer(answers: Answers, ops: OpAnswers = {}): void {
    this.#answers = { ...this.#answers, ...answers }
    this.#ops = { ...this.#ops, ...ops }
  }

  /** The requests of a route so far. */
  sent<Name extends RouteName>(name: Name): readonly Sent<Name>[] {
    return this.#sent.filter((one) => one.name === name).map(({ parts }) => parts as Sent<Name>)
  }

  /** The operations of the live line so far. */
  asked<Op extends keyof StaffLiveOps>(op: Op): readonly StaffLiveOps[Op]['args'][] {
    return this.#asked.filter((one) => one.op === op).map(({ args }) => args as never)
  }

  tell<Name extends keyof StaffLiveEvents>(
    event: Name,
    data: StaffLiveEvents[Name],
    projection_seq?: number,
  ): void {
    this.#hooks?.onEvent({ event, data, projection_seq }, false)
  }

  setLine(state: 'live' | 'stale' | 'lost'): void {
    this.lineState = state
    this.#hooks?.onState(state, 0)
    if (state === 'live') this.#hooks?.onLive()
  }

  /** Called by the pages when they have something to draw. */
  draw(run: () => void): void {
    queueMicrotask(() => {
      try {
        run()
      } catch (error) {
        this.faults.push(error)
      }
    })
  }

  /** Called by the pages in the place of `web/link/rest.ts`. */
  async call(name: RouteName, parts: AnyParts): Promise<object> {
    // A route without its parameters fails here, as it does on a page.
    addressOf(name, parts)
    this.#sent.push({ name, parts: structuredClone(parts) })
    const given = this.#answers[name] as Given<typeof name> | undefined
    if (given === undefined) this.#lack(name, parts)
    const reply = await (typeof given === 'function' ? given(parts as never) : (given ?? LOST))
    const requestId = reply === LOST ? '' : 'r-1'
    if (reply instanceof Refusal && reply.code === 'forbidden') this.#onForbidden()
    if (reply instanceof Refusal) return { ...reply, ok: false, requestId }
    return { ok: true, status: 200, code: 'ok', message: '', data: copied(reply), requestId }
  }

  async callForText(name: RouteName, parts: AnyParts): Promise<string | null> {
    const { ok, data } = (await this.call(name, parts)) as { ok: boolean; data: unknown }
    return ok ? String(data) : null
  }

  onRightMissing(run: () => void): void {
    this.#onForbidden = run
  }

  /** Called by the pages in the place of `web/link/line.ts`. */
  connect(hooks: LineHooks): void {
    this.#hooks = hooks
    queueMicrotask(() => {
      this.setLine('live')
      hooks.onLatency(1)
    })
  }

  #lack(name: string, parts: object): void {
    this.faults.push(new Error(`the table has no answer to ${name} ${JSON.stringify(parts)}`))
  }

  async ask(op: keyof StaffLiveOps, args: object): Promise<object | null> {
    this.#asked.push({ op, args })
    if (this.lineState !== 'live') return null
    const given = this.#ops[op] as OpReply<typeof op> | ((args: object) => OpReply<typeof op>)
    const isWatch = /^(un)?(watch|subscribe)/.test(op)
    if (given === undefined && !isWatch) this.#lack(op, args)
    const reply = typeof given === 'function' ? given(args) : (given ?? null)
    if (reply === LOST) return null
    if (reply instanceof Refusal) return reply
    return { code: 'ok', message: '', data: copied(reply) }
  }
}

/** As after a way over the network: what a page does to it changes no table. */
function copied<T>(data: T): T {
  return data === undefined || typeof data === 'string' ? data : structuredClone(data)
}
