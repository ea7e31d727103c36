import type { Refusal } from '../../engine/code.js'
import type { FeedLine, LinksOperations } from '../../wire/thread/messages.js'
import type { Outcome } from '../thread/ask.js'
import type { LinksClient } from './links-client.js'
import { RecordTally } from './record-tally.js'

/**
 * The front's view of the connections of one kind: the last report and the last lines of each.
 *
 *   - At most CONNECTION_LINES_MAX lines per connection, of LINE_CHARACTERS_MAX characters each.
 *   - Lines survive a restart of the links thread; reports do not, because its connections are
 *     closed.
 *   E3. A connection that is no longer in the settings has neither.
 */
export const CONNECTION_LINES_MAX = 200
const LINE_CHARACTERS_MAX = 512

interface ConnectionReport {
  readonly id: number
  readonly state: string
  readonly lastError: string
}

export class ConnectionsClient<Report extends ConnectionReport> {
  readonly #away: Refusal
  readonly #reports = new Map<number, Report>()
  readonly #lines = new Map<number, FeedLine[]>()
  #links: LinksClient | undefined
  /** The numbers of stored and dropped records since the start of the process. */
  readonly records = new RecordTally()

  /** `away` is the answer to all requests while no thread runs. */
  constructor(away: Refusal) {
    this.#away = away
  }

  /** Sets the thread that receives requests; undefined while none runs. */
  attach(links: LinksClient | undefined): void {
    this.#links = links
    if (links === undefined) this.#reports.clear()
  }

  /** Takes a report. True if the state or the error has changed. */
  take(report: Report): boolean {
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
    if (lines.length > CONNECTION_LINES_MAX) lines.shift()
  }

  /** Forgets connections that are not in the list (E3). */
  keep(records: readonly { readonly id: number }[]): void {
    const ids = new Set(records.map(({ id }) => id))
    for (const known of [this.#reports, this.#lines]) {
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
    }
  }

  /** Oldest first. */
  lines(id: number): readonly FeedLine[] {
    return this.#lines.get(id) ?? []
  }

  protected report(id: number): Report | undefined {
    return this.#reports.get(id)
  }

  protected async ask<Name extends keyof LinksOperations & string>(
    name: Name,
    request: LinksOperations[Name]['request'],
  ): Promise<Outcome<LinksOperations[Name]['answer']>> {
    return (await this.#links?.ask(name, request).catch(() => this.#away)) ?? this.#away
  }
}
