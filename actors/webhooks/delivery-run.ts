import type { Refusal } from '../../engine/code.js'
import {
  WEBHOOK_EVENTS_READ,
  WEBHOOK_IN_FLIGHT_MAX,
  WEBHOOK_ROUND_MS,
} from '../../engine/limits/webhooks.js'
import type { UnixMs } from '../../engine/units.js'
import type { WebhookDelivery, WebhookProgress } from '../../wire/stored/programs/stored-webhook.js'
import type {
  EventScope,
  EventsAsk,
  StreamItem,
  StreamPage,
} from '../../wire/thread/event-reads.js'
import type {
  DeliveredPart,
  WebhookAnswer,
  WebhookEnd,
} from '../../wire/thread/webhook-messages.js'
import type { Outcome } from '../thread/ask.js'
import { webhookBody } from './payload.js'
import { inStreamOf, Progress, progressFrom } from './progress.js'
import type { ReceiverRequest } from './webhook-requests.js'

export interface DeliveryParts {
  read(ask: Omit<EventsAsk, 'keptFrom'>): Promise<Outcome<StreamPage>>
  send(message: ReceiverRequest): Promise<WebhookAnswer>
  /** The server's clock. */
  now(): UnixMs
  monotonic(): number
  /** Called with the new progress while requests run. */
  report(progress: WebhookProgress): void
}

/** The outcome of a part; `passed` are the attempted events. */
export type RunOutcome = Omit<DeliveredPart, 'behind'> & { readonly passed: readonly string[] }

/**
 * Delivers a part of the stream to one receiver.
 *
 *   - An account has one event on its way at a time, so its events arrive in order.
 *   - After `WEBHOOK_ROUND_MS` no new request begins, and the next part reads rights, settings and
 *     secrets again.
 *   - A paused account is read separately, from its first waiting event to the position of the
 *     stream.
 */
export class DeliveryRun {
  readonly #parts: DeliveryParts
  readonly #scope: EventScope
  readonly #progress: Progress
  readonly #until: number
  readonly #deliveries: WebhookDelivery[] = []
  #delivered = 0
  #passed: string[] = []
  #end: WebhookEnd | null = null
  #hasGap = false
  #hasMore = false
  #isHalted = false

  constructor(parts: DeliveryParts, scope: EventScope, progress: WebhookProgress) {
    this.#parts = parts
    this.#scope = scope
    this.#progress = new Progress(progress)
    this.#until = parts.monotonic() + WEBHOOK_ROUND_MS
  }

  async run(): Promise<RunOutcome> {
    while (this.#mayBegin) {
      const account = await this.#dueAccount()
      const page = this.#mayBegin && (await this.#page())
      this.#hasMore = account || page
      if (!this.#hasMore) break
      this.#parts.report(this.#progress.stored)
    }
    return this.#outcome
  }

  /** Ends the delivery now. Open requests do not count and are sent again. */
  halt(): RunOutcome {
    this.#isHalted = true
    return this.#outcome
  }

  get #outcome(): RunOutcome {
    return {
      progress: this.#progress.stored,
      deliveries: this.#deliveries,
      delivered: this.#delivered,
      end: this.#end,
      hasMore: this.#hasMore && this.#end === null && !this.#isPaused,
      hasGap: this.#hasGap,
      passed: this.#passed,
    }
  }

  get #isPaused(): boolean {
    return this.#progress.isPausedAt(this.#parts.now())
  }

  get #mayBegin(): boolean {
    if (this.#isHalted) return false
    return this.#end === null && !this.#isPaused && this.#parts.monotonic() < this.#until
  }

  /** Delivers the waiting events of the account that is due next; false if none is due. */
  async #dueAccount(): Promise<boolean> {
    const account = this.#progress.dueAccount(this.#parts.now())
    if (account === undefined) return false
    const { login, after } = account
    const page = await this.#read(after, this.#scopeOf(login))
    if (page === undefined) return false
    for (const item of page.items) {
      if (!this.#progress.isPassed(item.id)) {
        this.#progress.resume(login)
        return true
      }
      if (!this.#mayBegin) return true
      await this.#attempt(item)
      const isOver = (this.#progress.dueAccount(this.#parts.now())?.login ?? -1) !== login
      if (isOver || this.#isPaused) return true
    }
    if (page.hasMore) this.#progress.lookFrom(login, page.next)
    else this.#progress.resume(login)
    return true
  }

  /** Delivers the next events of the stream; false if there are none. */
  async #page(): Promise<boolean> {
    const page = await this.#read(this.#progress.cursor, this.#scope)
    if (page === undefined) return false
    const { items } = page
    await this.#deliver(items.filter(({ id }) => !this.#progress.isDone(id)))
    if (items.every(({ id }) => this.#progress.isDone(id))) this.#progress.moveTo(page.next)
    else this.#progress.moveOver(items.map(({ id }) => id))
    return items.length > 0 || page.hasMore
  }

  /** Sends the events with as many parallel requests as allowed. */
  #deliver(waiting: StreamItem[]): Promise<void> {
    const busy = new Set<number>()
    return new Promise((resolve, reject) => {
      const step = (): void => {
        while (this.#mayBegin && busy.size < this.#inFlightMax) {
          const at = waiting.findIndex(({ login }) => !busy.has(login ?? 0))
          const [item] = at < 0 ? [] : waiting.splice(at, 1)
          if (item === undefined) break
          const login = item.login ?? 0
          if (this.#progress.hasPaused(login)) {
            this.#progress.passOver({ id: item.id, login })
            continue
          }
          busy.add(login)
          this.#attempt(item).then(() => {
            busy.delete(login)
            step()
          }, reject)
        }
        if (busy.size === 0) resolve()
      }
      step()
    })
  }

  get #inFlightMax(): number {
    return this.#progress.isFailing ? 1 : WEBHOOK_IN_FLIGHT_MAX
  }

  async #attempt(item: StreamItem): Promise<void> {
    const answer = await this.#parts.send({ id: item.id, body: webhookBody(item) })
    if (this.#isHalted) return
    const now = this.#parts.now()
    const { end, ...settled } = this.#progress.settle(
      { id: item.id, login: item.login ?? 0 },
      answer,
      now,
    )
    this.#end ??= end
    if (settled.state === 'delivered') this.#delivered++
    this.#passed.push(item.id)
    const { status, durationMs, answer: text, error } = answer
    const { id: eventId, kind, login } = item
    this.#deliveries.push({
      ...settled,
      eventId,
      kind,
      login,
      at: now,
      status,
      durationMs,
      answer: text,
      error,
    })
    this.#parts.report(this.#progress.stored)
  }

  /** A part of the stream; undefined if it cannot be read now. */
  async #read(after: string, scope: EventScope): Promise<StreamPage | undefined> {
    const found = await this.#readAt(after, scope)
    if (found.ok) return found.value
    if (isForNow(found)) return undefined
    const renamed = inStreamOf(after, oldestIn(found) ?? after)
    const again = renamed === after ? found : await this.#readAt(renamed, scope)
    if (again.ok) return again.value
    // The logs no longer contain the events after the cursor.
    this.#hasGap = true
    const oldest = await this.#parts.read({ isLatest: false, limit: WEBHOOK_EVENTS_READ, scope })
    return oldest.ok ? oldest.value : undefined
  }

  #readAt(after: string, scope: EventScope): Promise<Outcome<StreamPage>> {
    return this.#parts.read({ after, isLatest: false, limit: WEBHOOK_EVENTS_READ, scope })
  }

  /** The scope for a part: only the events of one account, or those without an account. */
  #scopeOf(login: number): EventScope {
    const { logins, ...scope } = this.#scope
    if (login !== 0) return { ...scope, logins: [login] }
    return { ...scope, kinds: scope.kinds.filter((kind) => kind === 'config') }
  }
}

/** The progress of a new webhook: it begins after the newest event. */
export async function firstProgress(
  { read }: Pick<DeliveryParts, 'read'>,
  scope: EventScope,
): Promise<WebhookProgress | undefined> {
  const found = await read({ isLatest: true, limit: 1, scope })
  return found.ok ? progressFrom(found.value.next) : undefined
}

function isForNow({ code }: Refusal): boolean {
  return code === 'unavailable'
}

function oldestIn({ numbers }: Refusal): string | undefined {
  const { oldest } = (numbers ?? {}) as { readonly oldest?: string }
  return oldest
}
