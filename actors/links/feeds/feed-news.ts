import { createHash } from 'node:crypto'
import {
  NEWS_HEADLINE_CHARACTERS_MAX,
  NEWS_RATE,
  NEWS_TEXT_BYTES_MAX,
} from '../../../engine/limits/providers.js'
import type { ProviderNews } from '../../../engine/names/news.js'
import { plainLine, plainLines } from '../../../engine/names/plain-text.js'
import type { UnixMs } from '../../../engine/units.js'
import type { FeedNews } from '../../../wire/thread/provider-records.js'
import type { Clock } from '../../thread/clock.js'
import type { WaitingRecords } from '../waiting-records.js'

/**
 * The news of one datafeed, checked before they are stored.
 *
 *   - The text comes from a third party, so it is made plain and of bounded length.
 *   - News beyond `NEWS_RATE` are dropped; the feed continues.
 *   - News are identified by the provider's id, otherwise by time, headline and text.
 */
const ID_CHARACTERS_MAX = 96
/** A provider's clock may be ahead, but not by days. */
const AHEAD_MS = 86_400_000
const NO_HEADLINE_CHARACTERS = 80

export class NewsOfFeed {
  readonly #feed: number
  readonly #clock: Clock
  readonly #records: WaitingRecords
  #left = NEWS_RATE.atOnce as number
  #filledAt: number

  constructor(feed: number, clock: Clock, records: WaitingRecords) {
    this.#feed = feed
    this.#clock = clock
    this.#records = records
    this.#filledAt = clock.monotonic()
  }

  heard(news: ProviderNews, taken: () => void): void {
    if (!this.#mayTake()) {
      this.#records.leaveOut(this.#feed, taken)
      return
    }
    const kept = keptNews(this.#feed, news, this.#clock.now())
    // News without a headline have no text to read.
    if (kept.headline === '') taken()
    else this.#records.news(kept, taken)
  }

  #mayTake(): boolean {
    const now = this.#clock.monotonic()
    const more = ((now - this.#filledAt) / 1_000) * NEWS_RATE.perSecond
    this.#left = Math.min(NEWS_RATE.atOnce, this.#left + more)
    this.#filledAt = now
    if (this.#left < 1) return false
    this.#left--
    return true
  }
}

export function keptNews(feed: number, news: ProviderNews, now: UnixMs): FeedNews {
  const { text, isCut } = plainLines(news.text, NEWS_TEXT_BYTES_MAX)
  const said = plainLine(news.headline, NEWS_HEADLINE_CHARACTERS_MAX)
  const headline = said === '' ? plainLine(text, NO_HEADLINE_CHARACTERS) : said
  const at = news.at >= 0 && news.at <= now + AHEAD_MS ? news.at : now
  return {
    feed,
    key: keyOf(news, at, headline, text),
    at,
    receivedAt: now,
    headline,
    text,
    isCut,
  }
}

function keyOf({ id = '' }: ProviderNews, at: UnixMs, headline: string, text: string): string {
  if (id !== '' && id.length <= ID_CHARACTERS_MAX) return `id:${id}`
  const known = id === '' ? [at, headline, text] : [id]
  return createHash('sha256').update(JSON.stringify(known)).digest('base64url')
}
