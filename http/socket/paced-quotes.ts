import type { Clock, Timer } from '../../actors/thread/clock.js'
import { SECOND_MS } from '../../engine/calendar/durations.js'
import { SOCKET_BEHIND_BYTES } from '../../engine/limits/sockets.js'
import type { PacedSymbol, QuoteReader, Topic } from './topics.js'

/**
 * Quotes for subscribers that set a maximum rate per symbol.
 *
 * - Two quotes of a symbol are at least 1 s / `max_per_sec` apart. Each is the newest at that time,
 *   and the last quote always arrives.
 * - Only the symbols that changed are remembered, not their quotes. A slow client therefore costs
 *   no extra memory and gets the newest quotes when it has caught up.
 * - The timer runs only while quotes are due.
 */
export interface PacedQuotesOptions {
  readonly clock: Clock
  /** Sends the newest quote, with or without the figures of the day. */
  send(reader: QuoteReader, topic: Topic, withDay: boolean): void
  behind(reader: QuoteReader): void
}

const BEAT_MS = 10

export class PacedQuotes {
  readonly #options: PacedQuotesOptions
  readonly #owing = new Set<QuoteReader>()
  #timer: Timer | null = null

  constructor(options: PacedQuotesOptions) {
    this.#options = options
  }

  /** Subscribes. The first quote is due at once. */
  add(reader: QuoteReader, topic: Topic, maxPerSec: number): void {
    const everyMs = SECOND_MS / maxPerSec
    const paced = { reader, topic, everyMs, dueAt: 0, heard: -1 }
    reader.paced ??= new Map()
    reader.paced.set(topic.symbol.id, paced)
    topic.paced.add(paced)
    this.#owe(paced)
    this.#beat(reader, this.#options.clock.monotonic())
  }

  remove(reader: QuoteReader, symbolId: number): Topic | undefined {
    const paced = reader.paced?.get(symbolId)
    if (paced === undefined) return undefined
    reader.paced?.delete(symbolId)
    reader.pacedOwed.delete(paced)
    paced.topic.paced.delete(paced)
    if (reader.pacedOwed.size === 0) this.#owing.delete(reader)
    return paced.topic
  }

  moved({ paced }: Topic): void {
    for (const one of paced) this.#owe(one)
  }

  #owe(paced: PacedSymbol): void {
    const { reader, dueAt } = paced
    const { pacedOwed } = reader
    if (pacedOwed.has(paced)) return
    if (pacedOwed.size === 0) {
      this.#owing.add(reader)
      reader.pacedDueAt = dueAt
    } else if (dueAt < reader.pacedDueAt) reader.pacedDueAt = dueAt
    pacedOwed.add(paced)
    this.#timer ??= this.#options.clock.after(BEAT_MS, () => this.#beatAll())
  }

  #beatAll(): void {
    this.#timer = null
    const now = this.#options.clock.monotonic()
    for (const reader of this.#owing) this.#beat(reader, now)
    if (this.#owing.size > 0) {
      this.#timer = this.#options.clock.after(BEAT_MS, () => this.#beatAll())
    }
  }

  #beat(reader: QuoteReader, now: number): void {
    const { ws, isBehind, pacedDueAt } = reader
    if (ws === null || isBehind || now < pacedDueAt) return
    if (reader.unsent > SOCKET_BEHIND_BYTES) this.#options.behind(reader)
    else ws.cork(() => this.#sendDue(reader, now))
  }

  #sendDue(reader: QuoteReader, now: number): void {
    let next = Number.POSITIVE_INFINITY
    for (const paced of reader.pacedOwed) {
      const { topic, heard, everyMs } = paced
      if (paced.dueAt > now) {
        next = Math.min(next, paced.dueAt)
        continue
      }
      reader.pacedOwed.delete(paced)
      this.#options.send(reader, topic, heard < 0 || topic.dayPublished > heard)
      paced.heard = topic.published
      paced.dueAt = now + everyMs
    }
    reader.pacedDueAt = next
    if (reader.pacedOwed.size === 0) this.#owing.delete(reader)
  }
}
