import { Backoff } from '../backoff.js'
import { isError, type OpenfloorError } from '../errors.js'
import type { Routes } from '../generated/routes.js'
import { type Platform, pause } from '../platform.js'
import type { Rest } from '../rest/rest.js'

type Page = Routes[typeof ROUTE]['data']

/** An event of the stream. `kind` decides the form of `data`; `id` is its cursor. */
export type StaffEvent = Page['items'][number]
export type StaffEventKind = StaffEvent['kind']

export interface StaffEventsOptions {
  /** Cursor that your program stored: the `id` of the last event that it handled. */
  readonly after?: string
  /** Without `after`: begins after the newest event; by default at the oldest event that the server keeps. */
  readonly latest?: boolean
  /** All kinds that the rights allow by default. */
  readonly kinds?: readonly StaffEventKind[]
  /** Mask of groups, such as `real\*`. */
  readonly group?: string
  /** At most 50 accounts. */
  readonly logins?: readonly number[]
  /** Largest number of events in one read, from 1 to 1,000; the default is 500. */
  readonly limit?: number
  /** How long the server waits for the next event, from 0 to 30 s; the default is 25. With 0, the iteration ends at the newest event. */
  readonly waitSec?: number
  /** How long to repeat a read that fails; without a limit by default. */
  readonly retryForMs?: number
  /** Hears of each failure after which the client reads again. */
  readonly onRetry?: (error: OpenfloorError) => void
}

const ROUTE = 'GET /admin/v1/events'
const LIMIT = 500
const WAIT_SEC = 25
/** Time for an answer, beside the time for which the server waits. */
const ANSWER_MS = 20_000
const FIRST_PAUSE_MS = 250
const MOST_PAUSE_MS = 8_000

/**
 * The event stream as an async iterator.
 *
 *   E1. `cursor` moves only after the program took an event and came back for the next: a program that goes on at the
 *       cursor misses nothing, and may see the last event a second time.
 *   E2. An outage, a restart of the server and its limits are waited out, since reading changes nothing.
 *   E3. What waiting does not help against is thrown: `resume_gone`, a refused key, a missing right.
 */
export class StaffEvents implements AsyncIterable<StaffEvent> {
  readonly #platform: Platform
  readonly #rest: Rest
  readonly #options: StaffEventsOptions
  readonly #stopped = new AbortController()
  #cursor: string | null

  constructor(platform: Platform, rest: Rest, options: StaffEventsOptions) {
    this.#platform = platform
    this.#rest = rest
    this.#options = options
    this.#cursor = options.after ?? null
  }

  /** Where a program goes on that begins anew; null before the first answer. */
  get cursor(): string | null {
    return this.#cursor
  }

  /** Ends the iteration, also while it waits. */
  stop(): void {
    this.#stopped.abort()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<StaffEvent, void, undefined> {
    for (;;) {
      const page = await this.#read()
      if (page === undefined) return
      for (const event of page.items) {
        yield event
        this.#cursor = event.id
        if (this.#isStopped) return
      }
      this.#cursor = page.next
      if (this.#options.waitSec === 0 && !page.has_more) return
    }
  }

  get #isStopped(): boolean {
    return this.#stopped.signal.aborted
  }

  /** Undefined once the program has stopped it. */
  async #read(): Promise<Page | undefined> {
    const { retryForMs = Number.POSITIVE_INFINITY, onRetry } = this.#options
    const endsAt = this.#platform.monotonic() + retryForMs
    const pauses = new Backoff(this.#platform, FIRST_PAUSE_MS, MOST_PAUSE_MS)
    while (!this.#isStopped) {
      try {
        return await this.#page()
      } catch (error) {
        if (this.#isStopped) break
        if (!isPassing(error) || this.#platform.monotonic() >= endsAt) throw error
        onRetry?.(error)
        const waitMs = Math.max(error.retryAfterMs ?? 0, pauses.next())
        await pause(this.#platform, waitMs, this.#stopped.signal)
      }
    }
    return undefined
  }

  #page(): Promise<Page> {
    const { latest, kinds, group, logins, limit = LIMIT, waitSec = WAIT_SEC } = this.#options
    // Without a cursor, the place after the newest event is another one at each try: it is fetched first.
    const wait_sec = this.#cursor === null && latest === true ? 0 : waitSec
    const after = this.#cursor ?? undefined
    const begin = after === undefined ? { latest } : { after }
    const query = { ...begin, kinds: kinds?.join(), group, logins: logins?.join(), limit, wait_sec }
    const timeoutMs = wait_sec * 1000 + ANSWER_MS
    return this.#rest.request(ROUTE, {
      query,
      timeoutMs,
      retries: 0,
      signal: this.#stopped.signal,
    })
  }
}

/** Whether a later read may succeed. */
function isPassing(error: unknown): error is OpenfloorError {
  return isError(error, 'network', 'timeout', 'unavailable', 'too_many_requests')
}
