import { OpenfloorError } from '../errors.js'
import type { TraderLiveEvents, TraderLiveOps } from '../generated/frames.js'
import type { AnswerCode } from '../generated/routes.js'
import { type Platform, pause } from '../platform.js'
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

export interface PlaceOptions {
  /** Its name: a new one where none is given. */
  readonly id?: string
  /** How long the server may accept it, by the server's clock. A request that then waits for a dealer is not bound by it. */
  readonly lifeMs?: number
  /**
   * What is done about a request that the server has not seen when the line is back: by default it is given up, and a
   * person decides anew at the prices of now. A program may have it sent again while its time lasts.
   */
  readonly ifUnseen?: 'give-up' | 'send-again'
}

const LIFE_MS = 5_000
const FIRST_PAUSE_MS = 100
const MOST_PAUSE_MS = 1_000
/** Answers that say that nobody knows yet, or that nobody looked. */
const UNDECIDED: readonly AnswerCode[] = ['trade.timeout', 'unavailable', 'internal']

/**
 * Orders over a live socket, each placed once or not at all.
 *
 *   O1. A request has a name and a time until which it is accepted, and both are kept before it is sent.
 *   O2. After a lost line the server is asked what came of it. Asking never places anything.
 *   O3. It is given up only when the server has not seen it and its time was over before that was asked: whatever was
 *       still on its way by then is refused.
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

  /** Rejects only where the client is stopped or signed out first: the intent stays kept, for `settleKept`. */
  async place(request: TradeAsk, options: PlaceOptions = {}): Promise<OrderEnd> {
    await this.#live.whenLive()
    const id = options.id ?? request.client_order_id ?? this.#platform.uuid()
    const endsAt = this.#live.serverNow() + (options.lifeMs ?? LIFE_MS)
    const not_after = request.not_after ?? new Date(endsAt).toISOString()
    const intent = { id, request: { ...request, client_order_id: id, not_after } }
    await this.#intents.keep(intent)
    const first = await this.#live.tryAsk('trade', intent.request)
    return this.#ended(intent, endOf(intent, first), options.ifUnseen ?? 'give-up')
  }

  /** The ends of what was kept by a page or a program before. */
  async settleKept(ifUnseen: PlaceOptions['ifUnseen'] = 'give-up'): Promise<readonly OrderEnd[]> {
    const ends: OrderEnd[] = []
    for (const intent of await this.#intents.kept()) {
      ends.push(await this.#ended(intent, undefined, ifUnseen))
    }
    return ends
  }

  async #ended(
    intent: Intent,
    known: OrderEnd | undefined,
    ifUnseen: PlaceOptions['ifUnseen'],
  ): Promise<OrderEnd> {
    const end = known ?? (await this.#asked(intent, ifUnseen))
    await this.#intents.drop(intent.id)
    return end
  }

  async #asked(intent: Intent, ifUnseen: PlaceOptions['ifUnseen']): Promise<OrderEnd> {
    for (let waitMs = FIRST_PAUSE_MS; ; waitMs = Math.min(waitMs * 2, MOST_PAUSE_MS)) {
      await this.#live.whenLive()
      const end = await this.#look(intent, ifUnseen)
      if (end !== undefined) return end
      await pause(this.#platform, waitMs)
    }
  }

  /** Undefined where nobody knows yet. */
  async #look(intent: Intent, ifUnseen: PlaceOptions['ifUnseen']): Promise<OrderEnd | undefined> {
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
  return reply === undefined || UNDECIDED.includes(reply.code) ? undefined : decided(id, reply)
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

/** An intent that has no end because the client was stopped or signed out: it stays kept. */
export function isUnsettled(error: unknown): boolean {
  return error instanceof OpenfloorError && (error.code === 'closed' || error.code === 'signed_out')
}
