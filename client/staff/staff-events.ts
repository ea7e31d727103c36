import { Backoff } from '../backoff.js'
import { isError, type OpenfloorError } from '../errors.js'
import type { Routes } from '../generated/routes.js'
import { type Platform, pause } from '../platform.js'
import type { Rest } from '../rest/rest.js'

type Page = Routes[typeof ROUTE]['data']

/** An event of the stream. `kind` determines the form of `data`; `id` is its cursor. */
export type StaffEvent = Page['items'][number]
export type StaffEventKind = StaffEvent['kind']

export interface StaffEventsOptions {
  /** The cursor that your program stored: the `id` of the last event that it processed. */
  readonly after?: string
  /**
   * Whether a read without `after` starts after the newest event. By default it starts at the
   * oldest event that the server keeps.
   */
  readonly latest?: boolean
  /** The kinds of events; by default all that the rights allow. */
  readonly kinds?: readonly StaffEventKind[]
  /** A group mask, such as `real\*`. */
  readonly group?: string
  /** The accounts whose events to read; at most 50. */
  readonly logins?: readonly number[]
  /** The most events per read, from 1 to 1,000; the default is 500. */
  readonly limit?: number
  /**
   * How long the server waits for the next event, from 0 to 30 s; the default is 25. With 0 the
   * iteration ends at the newest event.
   */
  readonly waitSec?: number
  /** How long a failing read is repeated; by default without limit. */
  readonly retryForMs?: number
  /** Called for each failure after which the client tries again. */
  readonly onRetry?: (error: OpenfloorError) => void
}

const ROUTE = 'GET /admin/v1/events'
const LIMIT = 500
const WAIT_SEC = 25
/** The time for an answer, in addition to the server's wait. */
const ANSWER_MS = 20_000
const FIRST_PAUSE_MS = 250
const MOST_PAUSE_MS = 8_000

/**
 * The event stream as an async iterator.
 *
 * - `cursor` advances only when the program asks for the next event. A program that resumes at the
 *   cursor misses nothing, and may get the last event twice.
 * - Outages, restarts and rate limits are waited out, since reading changes nothing.
 * - Errors that waiting cannot solve are thrown: `resume_gone`, a refused API key, a missing right.
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

  /** The cursor at which a restarted program should resume; null before the first answer. */
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

  /** Reads the next page of events; undefined after the program has stopped the stream. */
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
    // Without a cursor, the position after the newest event would differ with each attempt, so it
    // is fetched first.
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

/** Whether a later attempt may succeed. */
function isPassing(error: unknown): error is OpenfloorError {
  return isError(error, 'network', 'timeout', 'unavailable', 'too_many_requests')
}
