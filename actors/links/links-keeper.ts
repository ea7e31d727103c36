import type { Book } from '../../engine/book/compiled.js'
import type { KnownPrice } from '../../engine/book/prices.js'
import type { ConfigChange } from '../../engine/config/book-records.js'
import type { DeskOperations } from '../desk/operations.js'
import type { Outcome } from '../thread/ask.js'
import type { Clock } from '../thread/clock.js'
import type { Logger } from '../thread/logger.js'
import type { FeedsClient } from './feeds/feeds-client.js'
import type { GatewayRelay } from './gateways/gateway-relay.js'
import type { GatewaysClient } from './gateways/gateway-statuses.js'
import { LinksClient, type LinksData } from './links-client.js'

/**
 * The links thread as long as the server runs: started with the settings and secrets of then, told of
 * every change, started again when it ends.
 *
 *   L1. Secrets are read from the desk for each start and after each change of their records.
 */
export interface LinksKeeperOptions {
  readonly data: Omit<LinksData, 'book' | 'datafeeds' | 'gateways'>
  readonly clock: Clock
  readonly logger: Logger
  readonly feeds: FeedsClient
  readonly gateways: GatewaysClient
  readonly relay: GatewayRelay
  book(): Book
  ask<Name extends 'config.opened_datafeeds' | 'config.opened_gateways'>(
    name: Name,
    request: null,
  ): Promise<Outcome<DeskOperations[Name]['answer']>>
  moved(): void
  /** For the journal. */
  prices(line: string): void
  /** Why there is none; empty when there is. */
  trouble(why: string): void
  /** After a delay that grows with each failure, unless the server stops. */
  later(part: string, run: () => void): void
  /** It begins: its delays start from here. */
  starts(): void
  isStopping(): boolean
}

export class LinksKeeper {
  readonly #options: LinksKeeperOptions
  #links: LinksClient | undefined

  constructor(options: LinksKeeperOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const { data, clock, logger, feeds, gateways, relay } = this.#options
    this.#options.starts()
    const book = this.#options.book()
    const [datafeeds, opened] = await Promise.all([this.#datafeeds(), this.#gateways()])
    if (!datafeeds.ok) throw new Error(`the datafeeds cannot be read: ${datafeeds.message}`)
    if (!opened.ok) throw new Error(`the gateways cannot be read: ${opened.message}`)
    const links = await LinksClient.start(
      { ...data, book: book.records, datafeeds: datafeeds.value, gateways: opened.value },
      {
        clock,
        log: logger,
        moved: () => this.#options.moved(),
        feed: (report) => {
          if (feeds.take(report)) logger.info({ ...report }, 'datafeed')
        },
        prices: (line) => this.#options.prices(line),
        feedLine: (id, line) => feeds.takeLine(id, line),
        gateway: (report) => {
          if (gateways.take(report)) {
            const { id, state, lastError } = report
            logger.info({ id, state, lastError }, 'gateway')
          }
          relay.heard(report)
        },
        providerReport: (report) => relay.report(report),
        died: (error) => this.#died(error),
      },
    )
    this.#links = links
    feeds.attach(links)
    relay.attach(links)
    const now = this.#options.book()
    if (now === book) return
    // Settings changed while the thread started.
    links.book(now.records)
    await this.#sendSecrets()
  }

  config(change: ConfigChange): void {
    this.#links?.config(change)
  }

  /** Prices from before this run, to value by. */
  known(prices: readonly KnownPrice[]): void {
    this.#links?.known(prices)
  }

  /** After the book has the change, too. */
  changed({ kind }: ConfigChange): void {
    if (kind === 'datafeeds') void this.#sendDatafeeds()
    if (kind === 'gateways') void this.#sendGateways()
  }

  /** After the desk was away: a change may have been stored and not told. */
  async anew(): Promise<void> {
    this.#links?.book(this.#options.book().records)
    await this.#sendSecrets()
  }

  async stop(): Promise<void> {
    await this.#links?.stop()
  }

  async #sendSecrets(): Promise<void> {
    await Promise.all([this.#sendDatafeeds(), this.#sendGateways()])
  }

  async #sendDatafeeds(): Promise<void> {
    const datafeeds = await this.#datafeeds()
    if (datafeeds.ok) this.#links?.datafeeds(datafeeds.value)
    else this.#options.later('datafeeds', () => void this.#sendDatafeeds())
  }

  async #sendGateways(): Promise<void> {
    const gateways = await this.#gateways()
    if (gateways.ok) this.#links?.gateways(gateways.value)
    else this.#options.later('gateways', () => void this.#sendGateways())
  }

  #datafeeds() {
    return this.#options.ask('config.opened_datafeeds', null)
  }

  #gateways() {
    return this.#options.ask('config.opened_gateways', null)
  }

  #died(why: Error): void {
    const { logger, feeds, gateways, relay } = this.#options
    if (this.#options.isStopping()) return
    logger.error({ err: why }, 'links ended; starting them again')
    this.#links = undefined
    feeds.attach(undefined)
    gateways.gone()
    relay.attach(undefined)
    this.#options.trouble(`the links to providers are starting again: ${why.message}`)
    this.#options.later('links', () => {
      this.start().then(
        () => this.#options.trouble(''),
        (error: Error) => this.#died(error),
      )
    })
  }
}
