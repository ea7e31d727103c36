import { WEBHOOK_PAUSED_ACCOUNTS_MAX } from '../../engine/limits/webhooks.js'
import type { UnixMs } from '../../engine/units.js'
import { type Failing, failedAgain, isGivenUp } from '../../engine/webhooks/retries.js'
import { cursorOf, placeIn } from '../../storage/events/event-cursor.js'
import { type EventPlace, isAfter } from '../../storage/events/event-place.js'
import type { PausedAccount, WebhookProgress } from '../../wire/stored/programs/stored-webhook.js'
import type { WebhookAnswer, WebhookEnd } from '../../wire/thread/webhook-messages.js'

export interface AttemptResult {
  readonly state: 'delivered' | 'retrying' | 'failed'
  readonly attempts: number
  readonly nextAt: UnixMs | null
  readonly end: WebhookEnd | null
}

export interface AttemptedEvent {
  readonly id: string
  /** The account of the event; 0 if it has none. */
  readonly login: number
}

const GONE = 410

/**
 * The progress of one webhook's deliveries.
 *
 *   - A 4xx answer pauses the events of that account; any other failure pauses the whole webhook.
 *   - Later events of a paused account are skipped, and read again from the first waiting one. So
 *     waiting events use no memory.
 *   - Each event up to the cursor, and each in `done`, is delivered, given up, or belongs to a
 *     paused account.
 *   - An event that a receiver refuses for three days while it accepts others is given up. If the
 *     receiver accepts nothing for three days, the webhook ends.
 */
export class Progress {
  cursor: string
  pause: Failing | null
  lastSuccessAt: UnixMs | null
  lastError: string
  readonly #done: Set<string>
  readonly #accounts: Map<number, PausedAccount>

  constructor({ cursor, done, pause, accounts, lastSuccessAt, lastError }: WebhookProgress) {
    this.cursor = cursor
    this.pause = pause
    this.lastSuccessAt = lastSuccessAt
    this.lastError = lastError
    this.#done = new Set(done)
    this.#accounts = new Map(accounts.map((account) => [account.login, account]))
  }

  get stored(): WebhookProgress {
    const { cursor, pause, lastSuccessAt, lastError } = this
    const [done, accounts] = [[...this.#done], [...this.#accounts.values()]]
    return { cursor, done, pause, accounts, lastSuccessAt, lastError }
  }

  get isFailing(): boolean {
    return this.pause !== null || [...this.#accounts.values()].some(({ attempts }) => attempts > 0)
  }

  isPausedAt(now: UnixMs): boolean {
    return this.pause !== null && now < this.pause.nextAt
  }

  isDone(id: string): boolean {
    return this.#done.has(id)
  }

  hasPaused(login: number): boolean {
    return this.#accounts.has(login)
  }

  /** The paused account that is due first. */
  dueAccount(now: UnixMs): PausedAccount | undefined {
    const due = [...this.#accounts.values()].filter(({ nextAt }) => nextAt <= now)
    return due.sort((a, b) => a.nextAt - b.nextAt)[0]
  }

  /** True if the stream has been read past this event. */
  isPassed(id: string): boolean {
    return this.#done.has(id) || !isAfter(placeOf(id), placeOf(this.cursor))
  }

  /** Skips an event of a paused account. */
  passOver({ id, login }: AttemptedEvent): void {
    const account = this.#accounts.get(login)
    if (account !== undefined) {
      this.#accounts.set(login, { ...account, waiting: account.waiting + 1 })
    }
    this.#done.add(id)
  }

  /** Resumes an account, because none of its events waits any more. */
  resume(login: number): void {
    this.#accounts.delete(login)
  }

  /** Sets where the next search for events of a paused account begins. */
  lookFrom(login: number, after: string): void {
    const account = this.#accounts.get(login)
    if (account !== undefined) this.#accounts.set(login, { ...account, after })
  }

  /** Moves the cursor, because all events up to it are settled. */
  moveTo(cursor: string): void {
    this.cursor = cursor
    this.#done.clear()
  }

  /** Moves the cursor over completed events. `ids` are in the order of the stream. */
  moveOver(ids: readonly string[]): void {
    for (const id of ids) {
      if (!this.#done.delete(id)) return
      this.cursor = id
    }
  }

  /** Records the result of an attempt that ended at `now`. */
  settle(item: AttemptedEvent, answer: WebhookAnswer, now: UnixMs): AttemptResult {
    if (answer.error === '') return this.#delivered(item, now)
    this.lastError = answer.error
    const { status } = answer
    if (status === GONE) return { state: 'retrying', attempts: 1, nextAt: null, end: 'gone' }
    const isOfAccount = status !== null && status >= 400 && status < 500
    const hasRoom =
      this.#accounts.has(item.login) || this.#accounts.size < WEBHOOK_PAUSED_ACCOUNTS_MAX
    return isOfAccount && hasRoom
      ? this.#refusedForAccount(item, answer, now)
      : this.#failedForAll(answer, now)
  }

  #delivered(item: AttemptedEvent, now: UnixMs): AttemptResult {
    const account = this.#accounts.get(item.login)
    const attempts = (account?.attempts ?? this.pause?.attempts ?? 0) + 1
    this.lastSuccessAt = now
    // A request that was open when the pause began does not end the pause.
    if (!this.isPausedAt(now)) this.pause = null
    if (account === undefined) this.#done.add(item.id)
    else this.#passedOfAccount(account, item.id, now)
    return { state: 'delivered', attempts, nextAt: null, end: null }
  }

  #refusedForAccount(item: AttemptedEvent, answer: WebhookAnswer, now: UnixMs): AttemptResult {
    const account = this.#accounts.get(item.login)
    const before = account !== undefined && account.attempts > 0 ? account : null
    const failing = failedAgain(before, now, answer.retryAfterMs)
    const { attempts, nextAt } = failing
    if (isGivenUp(failing, now)) {
      const havePassed = this.lastSuccessAt !== null && this.lastSuccessAt > failing.since
      if (!havePassed) return { state: 'retrying', attempts, nextAt: null, end: 'silent' }
      if (account !== undefined) this.#passedOfAccount(account, item.id, now)
      return { state: 'failed', attempts, nextAt: null, end: null }
    }
    const { login } = item
    const { after = beforeEvent(item.id), waiting = 1 } = account ?? {}
    this.#accounts.set(login, { ...failing, login, after, waiting })
    if (account === undefined) this.#done.add(item.id)
    return { state: 'retrying', attempts, nextAt, end: null }
  }

  /** If several requests fail together, the first one begins the pause. */
  #failedForAll(answer: WebhookAnswer, now: UnixMs): AttemptResult {
    if (!this.isPausedAt(now)) {
      this.pause = failedAgain(this.pause, now, answer.retryAfterMs)
    }
    const { attempts, nextAt } = this.pause as Failing
    if (isGivenUp(this.pause as Failing, now)) {
      return { state: 'retrying', attempts, nextAt: null, end: 'silent' }
    }
    return { state: 'retrying', attempts, nextAt, end: null }
  }

  #passedOfAccount(account: PausedAccount, id: string, now: UnixMs): void {
    this.#accounts.set(account.login, {
      login: account.login,
      after: id,
      waiting: Math.max(0, account.waiting - 1),
      attempts: 0,
      since: now,
      nextAt: now,
    })
  }
}

/** Ends all waits, so that everything may be attempted now. */
export function renewed(progress: WebhookProgress): WebhookProgress {
  const fresh = { attempts: 0, since: 0, nextAt: 0 }
  const accounts = progress.accounts.map((account) => ({ ...account, ...fresh }))
  return { ...progress, pause: null, accounts, lastError: '' }
}

/** The progress of deliveries that begin after a cursor. */
export function progressFrom(cursor: string): WebhookProgress {
  return { cursor, done: [], pause: null, accounts: [], lastSuccessAt: null, lastError: '' }
}

function placeOf(cursor: string): EventPlace {
  return placeIn(cursor)?.place ?? { seq: 0, line: 0, part: 0 }
}

/** The cursor after which the event is the next one. */
export function beforeEvent(id: string): string {
  const found = placeIn(id)
  if (found === undefined) return id
  const { stream, place } = found
  return cursorOf(stream, { ...place, part: Math.max(0, place.part - 1) })
}

/** The same place in another stream: a restore gives the stream of the same tables a new name. */
export function inStreamOf(cursor: string, other: string): string {
  const [own, its] = [placeIn(cursor), placeIn(other)]
  if (own === undefined || its === undefined || own.stream === its.stream) return cursor
  return cursorOf(its.stream, own.place)
}
