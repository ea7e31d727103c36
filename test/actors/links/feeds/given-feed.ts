import { DatafeedActor, type FeedSettings } from '../../../../actors/links/feeds/datafeed-actor.js'
import type { ProviderDepth } from '../../../../actors/links/feeds/price-session.js'
import { FixStores } from '../../../../actors/links/fix/fix-stores.js'
import type { Clock } from '../../../../actors/thread/clock.js'
import type { LogFields, Logger } from '../../../../actors/thread/logger.js'
import { OWN_MACHINE } from '../../../../actors/thread/outbound.js'
import { type BookRecords, NO_RECORDS } from '../../../../engine/config/book-records.js'
import type { ProviderSymbol } from '../../../../engine/config/kinds/imported-symbol.js'
import type { OpenedDatafeed } from '../../../../engine/config/records/datafeed.js'
import type { SymbolRecord } from '../../../../engine/config/records/symbol.js'
import type { ProviderNews } from '../../../../engine/names/news.js'
import { EURUSD } from '../../../given/book.js'

export function feedRecord(changes: Partial<OpenedDatafeed> = {}): OpenedDatafeed {
  return {
    id: 1,
    name: 'Provider',
    module: 'dde',
    enabled: true,
    server: '127.0.0.1:1',
    login: 'desk',
    has_password: true,
    password: 'sEcReT-1',
    gateway_server: '',
    gateway_login: '',
    has_gateway_password: false,
    gateway_password: '',
    priority: 1,
    reconnect_sec: 5,
    timeout_sec: 10,
    idle_timeout_sec: 60,
    failures_before_rest: 3,
    rest_sec: 60,
    quotes_enabled: true,
    news_enabled: false,
    import_symbol_settings: false,
    params: [],
    symbols: ['*'],
    translates: [],
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    version: 1,
    ...changes,
  }
}

export function symbolRecord(id: number, path: string, digits: number): SymbolRecord {
  return { ...EURUSD, id, path, description: '', digits, position: id }
}

/** `paths`: a path and its digits; ids count from 1. */
export function bookRecords(
  paths: readonly (readonly [string, number])[],
  version = 1,
): BookRecords {
  return {
    ...NO_RECORDS,
    version,
    symbols: paths.map(([path, digits], i) => symbolRecord(i + 1, path, digits)),
  }
}

export interface WrittenLog extends Logger {
  readonly lines: string[]
}

export function writtenLog(): WrittenLog {
  const lines: string[] = []
  const write = (level: string) => (fields: LogFields, message: string) => {
    lines.push(`${level} ${message} ${JSON.stringify(fields)}`)
  }
  return { lines, info: write('info'), warn: write('warn'), error: write('error') }
}

const LOOK_MS = 1_000

/** An actor whose quotes and states are written down, with a way to wait for them. */
export function startedFeed(settings: FeedSettings, clock: Clock, fixDirectory = '') {
  const quotes: string[] = []
  const depths: ProviderDepth[] = []
  const news: ProviderNews[] = []
  const untaken: (() => void)[] = []
  const listed: ProviderSymbol[] = []
  const states: string[] = []
  const log = writtenLog()
  const waiting: (() => void)[] = []
  const wake = (): void => {
    for (const resolve of waiting.splice(0)) resolve()
  }
  const actor = new DatafeedActor(settings, {
    clock,
    log,
    outbound: OWN_MACHINE,
    stores: new FixStores(fixDirectory),
    depth: (depth) => {
      depths.push(depth)
      wake()
    },
    news: (one, taken) => {
      news.push(one)
      untaken.push(taken)
      wake()
    },
    listed: (symbols) => {
      listed.push(...symbols)
      wake()
    },
    quote: (symbol, bid, ask) => {
      quotes.push(`${symbol} ${bid} ${ask}`)
      wake()
    },
    changed: () => {
      states.push(actor.lastError === '' ? actor.state : `${actor.state}: ${actor.lastError}`)
      wake()
    },
  })
  const until = async (claim: () => boolean): Promise<void> => {
    // A line that is hurt may tell nothing of what is waited for: claims that say it again are looked at all the same.
    const look = clock.every(LOOK_MS, wake)
    while (!claim()) await new Promise<void>((resolve) => waiting.push(resolve))
    look.cancel()
  }
  actor.start()
  return { actor, quotes, depths, news, untaken, listed, states, log, until }
}
