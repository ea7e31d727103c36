import { isError, OpenfloorError } from '../errors.js'
import type { TraderLiveEvents, TraderLiveOps } from '../generated/frames.js'
import type { AnswerCode } from '../generated/routes.js'
import { type Platform, pause, TIMER_MAX_MS } from '../platform.js'
import type { Reply } from './codec.js'
import { isDone, type LiveClient } from './live.js'
import type { TradeAsk } from './trade-ask.js'

export type TradeResult = TraderLiveOps['trade']['data']

/**
 * A trade request that is stored before it is sent. It has one id and one result, however often it
 * is sent.
 */
export interface Intent {
  readonly id: string
  readonly request: TradeAsk
}

/** Stores intents beyond the page or program. By default they are in memory. */
export interface IntentStore {
  keep(intent: Intent): void | Promise<void>
  drop(id: string): void | Promise<void>
  kept(): readonly Intent[] | Promise<readonly Intent[]>
}

/** The result of a trade request. */
export type OrderEnd =
  | {
      readonly end: 'done'
      readonly id: string
      readonly code: AnswerCode
      readonly data: TradeResult
    }
  | {
      readonly end: 'refused'
      readonly id: string
      readonly code: AnswerCode
      readonly message: string
      readonly data: unknown
    }
  /** The server never received it and its time is over, so it was not placed and never will be. */
  | { readonly end: 'not-placed'; readonly id: string; readonly request: TradeAsk }

export interface SettleOptions {
  /**
   * The treatment of a request that the server has not received. By default the client gives it up,
   * so that a person can decide at current prices. `send-again` repeats it until it expires.
   */
  readonly ifUnseen?: 'give-up' | 'send-again'
  /** How long to wait for the result; by default without limit, since a dealer may take minutes. */
  readonly timeoutMs?: number
}

export interface PlaceOptions extends SettleOptions {
  /** The id; by default a new one. */
  readonly id?: string
  /**
   * How long the server may accept the request, counted from the call. A request that then waits
   * for a dealer may take longer.
   */
  readonly lifeMs?: number
}

type IfUnseen = NonNullable<SettleOptions['ifUnseen']>

const LIFE_MS = 5_000
const FIRST_PAUSE_MS = 100
const MOST_PAUSE_MS = 1_000
/**
 * Answers after which the client asks the server for the result, which may be a refusal or a wait.
 */
const UNDECIDED: readonly AnswerCode[] = ['trade.timeout', 'trade.busy', 'unavailable', 'internal']
/** Answers to requests that the server did not examine. */
const UNREAD: readonly AnswerCode[] = ['trade.too_many_requests', 'too_many_requests']

/**
 * Orders over the WebSocket, each placed once or not at all.
 *
 * - A request has an id and an expiry time, both stored before it is sent.
 * - After a lost connection the client asks the server for the result. Asking never places
 *   anything.
 * O3. A request is given up only if the server has not received it and it had expired before the
 *     query, so that the server refuses a request that is still under way.
 * - A request that could not be sent before it expired is never sent.
 * - A request stays stored if its caller stops waiting.
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
   * Rejects if the client is stopped or signed out first, or with `timeout` after `timeoutMs`. The
   * intent then stays stored for `settleKept`.
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

  /**
   * The results of requests stored by an earlier page or program. Requests without a result within
   * `timeoutMs` stay stored.
   */
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

  /** When the request expires, known once it can be sent; undefined if it expires before. */
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
    // The request was sent only once, so no copy of it is still under way.
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

  /** Asks for the result of a request; undefined if it is still unknown. */
  async #look(intent: Intent, ifUnseen: IfUnseen): Promise<OrderEnd | undefined> {
    const { id, request } = intent
    // First reads the server's time, then asks for the result: a request still under way in between
    // has expired and is refused (O3).
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

/** The result in the reply; undefined if the reply is not final. */
function endOf({ id }: Intent, reply: Reply | undefined): OrderEnd | undefined {
  if (reply === undefined) return undefined
  const isOpen = UNDECIDED.includes(reply.code) || UNREAD.includes(reply.code)
  return isOpen ? undefined : decided(id, reply)
}

function decided(id: string, reply: Reply): OrderEnd {
  const { code, message, data } = reply
  if (isDone(reply)) return { end: 'done', id, code, data: data as TradeResult }
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

/**
 * Whether an intent has no result yet because the client was stopped or signed out, or time was up.
 * It stays stored.
 */
export function isUnsettled(error: unknown): boolean {
  return isError(error, 'closed', 'signed_out', 'timeout')
}

/**
 * Returns the result of `run`, or throws `timeout` after this time. `isOver` tells the work that it
 * has timed out.
 */
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
