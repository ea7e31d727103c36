import type { Book } from '../../engine/book/compiled.js'
import type { KnownPrice } from '../../engine/book/prices.js'
import type { ConfigChange } from '../../engine/config/book-records.js'
import { changeFor, recordsFor } from '../../engine/config/kinds.js'
import type { KeyedText } from '../../engine/reasons/keyed-text.js'
import { say } from '../../engine/reasons/reasons.js'
import type { FixReservation } from '../../wire/thread/fix-numbers.js'
import type { FeedsClient } from '../links/feeds/feeds-client.js'
import type { GatewayPorts } from '../links/gateways/gateway-ports.js'
import type { GatewaysClient } from '../links/gateways/gateway-statuses.js'
import { LinksClient, type LinksData } from '../links/links-client.js'
import { type DeskAsk, RecordKeeper } from '../links/record-keeper.js'
import type { Clock } from '../thread/clock.js'
import type { Logger } from '../thread/logger.js'
import { OpenedSettings } from './opened-settings.js'
import type { SettingsReceiver } from './settings-receiver.js'

/**
 * Runs the links thread while the server runs: starts it with the current settings and secrets,
 * sends it every change, and restarts it when it ends.
 *
 * Secrets are sent separately, at the start and after each change
 * (actors/server/opened-settings.ts).
 */
export interface LinksKeeperOptions {
  readonly data: Omit<LinksData, 'book' | 'opened' | 'fixNumbers'>
  /** The name of this node in its cluster; undefined for a single server. */
  readonly node?: string | undefined
  readonly clock: Clock
  readonly logger: Logger
  readonly feeds: FeedsClient
  readonly gateways: GatewaysClient
  readonly ports: Pick<GatewayPorts, 'attach' | 'heard'>
  book(): Book
  readonly ask: DeskAsk
  moved(): void
  /** Called with a line about prices for the journal. */
  prices(line: string): void
  /** Called with the reason why no links thread runs, and with null when one runs. */
  trouble(why: KeyedText | null): void
  /** Runs something after a delay that grows with each failure, unless the server stops. */
  later(part: string, run: () => void): void
  /** Called when the thread starts, which resets the delays. */
  starts(): void
  isStopping(): boolean
}

export class LinksKeeper implements SettingsReceiver {
  readonly #options: LinksKeeperOptions
  readonly #opened: OpenedSettings<'datafeeds' | 'gateways'>
  readonly #records: RecordKeeper
  #links: LinksClient | undefined
  /** The newest numbers of each FIX session. */
  readonly #numbers = new Map<string, FixReservation>()

  constructor(options: LinksKeeperOptions) {
    this.#options = options
    this.#opened = new OpenedSettings({
      kinds: ['datafeeds', 'gateways'],
      ask: options.ask,
      tell: (opened) => this.#links?.opened(opened),
      later: (part, run) => options.later(part, run),
    })
    this.#records = new RecordKeeper(options)
  }

  async start(): Promise<void> {
    const { data, clock, logger, feeds, gateways, ports } = this.#options
    this.#options.starts()
    const book = this.#options.book()
    const opened = await this.#opened.all()
    const fixNumbers = await this.#fixNumbers()
    const links = await LinksClient.start(
      { ...data, book: recordsFor('links', book.records), opened, fixNumbers },
      {
        clock,
        log: logger,
        moved: () => this.#options.moved(),
        feed: (report) => {
          if (feeds.take(report)) logger.info({ ...report }, 'datafeed')
        },
        prices: (line) => this.#options.prices(line),
        feedLine: (id, line) => feeds.takeLine(id, line),
        gatewayLine: (id, line) => gateways.takeLine(id, line),
        gateway: (report) => {
          if (gateways.take(report)) {
            const { id, state, lastError } = report
            logger.info({ id, state, lastError }, 'gateway')
          }
          ports.heard(report)
        },
        records: () => this.#records.wake(),
        fixNumbers: (reserved) => void this.#keepNumbers(reserved),
        died: (error) => this.#died(error),
      },
    )
    this.#links = links
    feeds.attach(links)
    gateways.attach(links)
    ports.attach(links)
    this.#records.attach(links)
    const now = this.#options.book()
    if (now === book) return
    // Settings may have changed while the thread started.
    links.book(recordsFor('links', now.records))
    await this.#opened.send()
  }

  config(change: ConfigChange): void {
    this.#links?.config(changeFor('links', change))
  }

  /** Sends prices from before this run, for valuation. */
  known(prices: readonly KnownPrice[]): void {
    this.#links?.known(prices)
  }

  /** Sends decrypted secrets of a change, after the book has it. */
  changed(change: ConfigChange): void {
    const { gateways, book } = this.#options
    gateways.keep(book().records.gateways)
    this.#opened.changed(change)
  }

  /**
   * Sends all settings again: while the desk was down a change may have been stored but not sent.
   */
  async reload(): Promise<void> {
    this.#links?.book(recordsFor('links', this.#options.book().records))
    await this.#opened.send()
  }

  /** Waits, but not for long, until waiting records are stored, before the end. */
  settle(): Promise<void> {
    return this.#records.settle()
  }

  async stop(): Promise<void> {
    await this.#links?.stop()
  }

  /**
   * Reads the reserved numbers from the desk. Throws while the desk does not answer, because
   * signing on with a number that is too low would lose the session.
   */
  async #fixNumbers(): Promise<LinksData['fixNumbers']> {
    const { node, ask } = this.#options
    if (node === undefined) return undefined
    const kept = await ask('fix_numbers.kept', null)
    if (!kept.ok) throw new Error(kept.message)
    return { node, reserved: kept.value }
  }

  /** Retries until the desk has stored these or newer numbers of the session. */
  async #keepNumbers(reserved: FixReservation): Promise<void> {
    const { session } = reserved
    this.#numbers.set(session, reserved)
    const kept = await this.#options.ask('fix_numbers.keep', reserved)
    if (kept.ok || this.#numbers.get(session) !== reserved) return
    this.#options.later('fix numbers', () => {
      if (this.#numbers.get(session) === reserved) void this.#keepNumbers(reserved)
    })
  }

  #died(why: Error): void {
    const { logger, feeds, gateways, ports } = this.#options
    if (this.#options.isStopping()) return
    logger.error({ err: why }, 'links ended; starting them again')
    this.#links = undefined
    feeds.attach(undefined)
    gateways.attach(undefined)
    ports.attach(undefined)
    this.#records.attach(undefined)
    this.#options.trouble(say('health.links', { why: why.message }))
    this.#options.later('links', () => {
      this.start().then(
        () => this.#options.trouble(null),
        (error: Error) => this.#died(error),
      )
    })
  }
}
