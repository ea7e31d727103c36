import { isError, OpenfloorError } from '../errors.js'
import type { TraderLiveEvents, TraderLiveOps } from '../generated/frames.js'
import type { AnswerCode } from '../generated/routes.js'
import { type Platform, pause, TIMER_MAX_MS } from '../platform.js'
import type { Reply } from './codec.js'
import { isDone, type LiveClient } from './live.js'
import type { TradeAsk } from './trade-ask.js'

export type TradeDone = TraderLiveOps['trade']['data']

/** A request that was made, kept before it is sent: it has one name and one end, however often it is asked for. */
export interface Intent {
  readonly id: string
  readonly request: TradeAsk
}

/** Where intents outlive the page or the program. In memory where none is given. */
export interface IntentStore {
  keep(intent: Intent): void | Promise<void>
  drop(id: string): void | Promise<void>
  kept(): readonly Intent[] | Promise<readonly Intent[]>
}

/** The one end of an intent. */
export type OrderEnd =
  | {
      readonly end: 'done'
      readonly id: string
      readonly code: AnswerCode
      readonly data: TradeDone
    }
  | {
      readonly end: 'refused'
      readonly id: string
      readonly code: AnswerCode
      readonly message: string
      readonly data: unknown
    }
  /** The server never saw it, and its time is over: nothing was placed, and nothing can be any more. */
  | { readonly end: 'not-placed'; readonly id: string; readonly request: TradeAsk }

export interface SettleOptions {
  /**
   * What the client does with a request that the server has not seen: by default it gives the request up, and a person
   * decides at the prices of now. With `send-again` it sends the request again until its life ends.
   */
  readonly ifUnseen?: 'give-up' | 'send-again'
  /** How long to wait for the end; without a limit by default, since a dealer may take minutes. */
  readonly timeoutMs?: number
}

export interface PlaceOptions extends SettleOptions {
  /** Its name: a new one where none is given. */
  readonly id?: string
  /** How long the server may accept it, from the call on. A request that then waits for a dealer is not bound by it. */
  readonly lifeMs?: number
}

type IfUnseen = NonNullable<SettleOptions['ifUnseen']>

const LIFE_MS = 5_000
const FIRST_PAUSE_MS = 100
const MOST_PAUSE_MS = 1_000
/** Answers after which the client asks the server for the outcome: it says whether the request was refused or waits. */
const UNDECIDED: readonly AnswerCode[] = ['trade.timeout', 'trade.busy', 'unavailable', 'internal']
/** Answers to a request that the server did not look at. */
const UNREAD: readonly AnswerCode[] = ['trade.too_many_requests', 'too_many_requests']

/**
 * Orders over a live socket, each placed once or not at all.
 *
 *   O1. A request has a name and a time until which it is accepted, and both are kept before it is sent.
 *   O2. After a lost line the server is asked what came of it. Asking never places anything.
 *   O3. It is given up only when the server has not seen it and its time was over before that was asked: whatever was
 *       still on its way by then is refused.
 *   O4. A request that was not sent within its life is never sent.
 *   O5. A request whose caller stopped waiting stays kept.
 */
export class Orders {
  readonly #platform: Platform
  readonly #live: LiveClient<TraderLiveOps, TraderLiveEvents>
  readonly #intents: IntentStore

  constructor(
    platform: Platform,
    live: LiveClient<TraderLiveOps, TraderLiveEvents>,
    intents: IntentStore = memoryIntents(),
  ) {
    this.#platform = platform
    this.#live = live
    this.#intents = intents
  }

  /**
   * Rejects if the client is stopped or signed out first, or with `timeout` after `timeoutMs`. The intent then stays
   * kept, for `settleKept`.
   */
  async place(request: TradeAsk, options: PlaceOptions = {}): Promise<OrderEnd> {
    const id = options.id ?? request.client_order_id ?? this.#platform.uuid()
    const named: TradeAsk = { ...request, client_order_id: id }
    const startedAt = this.#platform.monotonic()
    const not_after = await this.#lifeEnd(named, options)
    if (not_after === undefined) return { end: 'not-placed', id, request: named }
    const intent: Intent = { id, request: { ...named, not_after } }
    await this.#intents.keep(intent)
    const { ifUnseen = 'give-up', timeoutMs } = options
    const spentMs = this.#platform.monotonic() - startedAt
    const leftMs = timeoutMs === undefined ? undefined : timeoutMs - spentMs
    const end = await within(this.#platform, leftMs, (isOver) =>
      this.#sent(intent, ifUnseen, isOver),
    )
    await this.#intents.drop(id)
    return end
  }

  /** The ends of requests that an earlier page or program kept. What has no end within `timeoutMs` stays kept. */
  async settleKept(options: SettleOptions = {}): Promise<readonly OrderEnd[]> {
    const { ifUnseen = 'give-up', timeoutMs = Number.POSITIVE_INFINITY } = options
    const endsAt = this.#platform.monotonic() + timeoutMs
    const ends: OrderEnd[] = []
    for (const intent of await this.#intents.kept()) {
      const leftMs = endsAt - this.#platform.monotonic()
      const asked = within(this.#platform, leftMs, (isOver) =>
        this.#asked(intent, ifUnseen, isOver),
      )
      try {
        ends.push(await asked)
      } catch (error) {
        if (isError(error, 'timeout')) break
        throw error
      }
      await this.#intents.drop(intent.id)
    }
    return ends
  }

  /** When the request's life ends, once it can be sent; undefined if its life ends before that. */
  async #lifeEnd(
    { not_after: given }: TradeAsk,
    { lifeMs = LIFE_MS, timeoutMs = Number.POSITIVE_INFINITY }: PlaceOptions,
  ): Promise<string | undefined> {
    const startedAt = this.#platform.monotonic()
    const givenMs = Date.parse(given ?? '') - this.#live.serverNow()
    const wholeMs = Number.isNaN(givenMs) ? lifeMs : givenMs
    try {
      await this.#live.whenLive(Math.min(wholeMs, timeoutMs))
    } catch (error) {
      if (isError(error, 'timeout')) return undefined
      throw error
    }
    const leftMs = wholeMs - (this.#platform.monotonic() - startedAt)
    return given ?? new Date(this.#live.serverNow() + leftMs).toISOString()
  }

  async #sent(intent: Intent, ifUnseen: IfUnseen, isOver: () => boolean): Promise<OrderEnd> {
    const first = await this.#live.tryAsk('trade', intent.request)
    // It was sent once only, so nothing of it is on its way.
    const isUnread = first !== undefined && UNREAD.includes(first.code)
    if (isUnread && ifUnseen === 'give-up') return decided(intent.id, first)
    return endOf(intent, first) ?? this.#asked(intent, ifUnseen, isOver)
  }

  async #asked(intent: Intent, ifUnseen: IfUnseen, isOver: () => boolean): Promise<OrderEnd> {
    for (let waitMs = FIRST_PAUSE_MS; ; waitMs = Math.min(waitMs * 2, MOST_PAUSE_MS)) {
      await this.#live.whenLive()
      if (isOver()) throw tooLate()
      const end = await this.#look(intent, ifUnseen)
      if (end !== undefined) return end
      await pause(this.#platform, waitMs)
    }
  }

  /** Undefined where nobody knows yet. */
  async #look(intent: Intent, ifUnseen: IfUnseen): Promise<OrderEnd | undefined> {
    const { id, request } = intent
    // The time first, and then the outcome: what is on its way in between is refused by the server (O3).
    const ping = await this.#live.tryAsk('ping', {})
    const now = Date.parse(String((ping?.data as { readonly at?: string } | null)?.at ?? ''))
    if (Number.isNaN(now)) return undefined
    const told = await this.#live.tryAsk('outcome', { client_order_id: id })
    if (told === undefined) return undefined
    const { client_order_id: named } = (told.data ?? {}) as { readonly client_order_id?: string }
    if (named === id) return decided(id, told)
    if (told.code !== 'trade.order_unknown' || told.data !== null) return undefined
    if (now > Date.parse(request.not_after ?? '')) return { end: 'not-placed', id, request }
    if (ifUnseen !== 'send-again') return undefined
    return endOf(intent, await this.#live.tryAsk('trade', request))
  }
}

/** Undefined where the answer is no end. */
function endOf({ id }: Intent, reply: Reply | undefined): OrderEnd | undefined {
  if (reply === undefined) return undefined
  const isOpen = UNDECIDED.includes(reply.code) || UNREAD.includes(reply.code)
  return isOpen ? undefined : decided(id, reply)
}

function decided(id: string, reply: Reply): OrderEnd {
  const { code, message, data } = reply
  if (isDone(reply)) return { end: 'done', id, code, data: data as TradeDone }
  return { end: 'refused', id, code, message, data }
}

export function memoryIntents(): IntentStore {
  const intents = new Map<string, Intent>()
  return {
    keep: (intent) => {
      intents.set(intent.id, intent)
    },
    drop: (id) => {
      intents.delete(id)
    },
    kept: () => [...intents.values()],
  }
}

/** An intent that has no end yet, because the client was stopped or signed out or time was up: it stays kept. */
export function isUnsettled(error: unknown): boolean {
  return isError(error, 'closed', 'signed_out', 'timeout')
}

/** What `run` makes, or `timeout` after that long. Work that is then under way hears of it by `isOver`. */
function within<T>(
  platform: Platform,
  ms: number | undefined,
  run: (isOver: () => boolean) => Promise<T>,
): Promise<T> {
  let isOver = false
  const work = run(() => isOver)
  if (ms === undefined || ms > TIMER_MAX_MS) return work
  return new Promise((resolve, reject) => {
    const cancel = platform.after(ms, () => {
      isOver = true
      reject(tooLate())
    })
    void work.then(resolve, reject).finally(cancel)
  })
}

function tooLate(): OpenfloorError {
  const why = 'The order has no end yet. Its intent stays kept.'
  return new OpenfloorError('timeout', why)
}
