import { refuse } from '../../../engine/code.js'
import type { SeenName } from '../../../engine/config/imported-symbol.js'
import type { DatafeedRecord, FeedState } from '../../../engine/config/records/datafeed.js'
import type { UnixMs } from '../../../engine/units.js'
import type { FeedLine, FeedReport } from '../../../wire/thread/messages.js'
import type { Outcome } from '../../thread/ask.js'
import type { LinksClient } from '../links-client.js'

/**
 * The front's side of the datafeeds' connections: what it knows of them, and asks of them. Owns the last report
 * and the last lines of each feed.
 *
 *   E1. At most FEED_LINES_MAX lines a feed, of LINE_CHARACTERS_MAX characters each.
 *   E2. The lines outlive the links thread; the reports do not, since its connections are gone.
 *   E3. A feed that is not in the settings any more has nothing here.
 */
export const FEED_LINES_MAX = 200
const LINE_CHARACTERS_MAX = 512

export interface FeedStatus {
  readonly state: FeedState
  readonly lastError: string
  readonly quotesPerSec: number
  /** 0 before the first quote. */
  readonly lastQuoteAt: UnixMs
  readonly bytesIn: number
  readonly bytesOut: number
}

const UNHEARD = 'the connection has not reported yet'
const SILENT = { quotesPerSec: 0, lastQuoteAt: 0, bytesIn: 0, bytesOut: 0 }
const AWAY = refuse('unavailable', 'The price links are starting again. Try again in a moment.')

export class FeedsClient {
  readonly #reports = new Map<number, FeedReport>()
  readonly #lines = new Map<number, FeedLine[]>()
  #links: LinksClient | undefined

  /** The thread to ask; undefined while there is none. */
  attach(links: LinksClient | undefined): void {
    this.#links = links
    if (links === undefined) this.#reports.clear()
  }

  /** True when the state or the error is another one than before. */
  take(report: FeedReport): boolean {
    const before = this.#reports.get(report.id)
    this.#reports.set(report.id, report)
    return before?.state !== report.state || before.lastError !== report.lastError
  }

  takeLine(id: number, line: FeedLine): void {
    let lines = this.#lines.get(id)
    if (lines === undefined) {
      lines = []
      this.#lines.set(id, lines)
    }
    lines.push({ ...line, text: line.text.slice(0, LINE_CHARACTERS_MAX) })
    if (lines.length > FEED_LINES_MAX) lines.shift()
  }

  /** Forgets the feeds that are not in the list (E3). */
  keep(feeds: readonly DatafeedRecord[]): void {
    const ids = new Set(feeds.map(({ id }) => id))
    for (const known of [this.#reports, this.#lines]) {
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
    }
  }

  /** The settings decide between disabled and not; a report may still be of the moment before. */
  status({ id, enabled }: DatafeedRecord): FeedStatus {
    const report = this.#reports.get(id)
    if (!enabled) return { ...SILENT, ...report, state: 'disabled', lastError: '', quotesPerSec: 0 }
    if (report === undefined) return { ...SILENT, state: 'connecting', lastError: UNHEARD }
    return report.state === 'disabled' ? { ...report, state: 'connecting' } : report
  }

  /** Oldest first. */
  lines(id: number): readonly FeedLine[] {
    return this.#lines.get(id) ?? []
  }

  restart(id: number): Promise<Outcome<null>> {
    return this.#links?.ask('feed.restart', { id }).catch(() => AWAY) ?? Promise.resolve(AWAY)
  }

  /** The names that the feed has quoted. */
  names(id: number): Promise<Outcome<readonly SeenName[]>> {
    return this.#links?.ask('feed.names', { id }).catch(() => AWAY) ?? Promise.resolve(AWAY)
  }
}
