import { parameterValue } from '../../../engine/config/kinds/connection.js'
import { QUANTITY_MODE } from '../../../engine/config/kinds/fix-parameters.js'
import { DEPTH_LEVELS } from '../../../engine/limits/sockets.js'
import { parseAddress, type ServerAddress } from '../../../engine/names/server-address.js'
import type { FixSessionStore } from '../../../storage/fix/session-store.js'
import type { FixMessage } from '../../../wire/fix/codec/message.js'
import { TAG } from '../../../wire/fix/codec/tags.js'
import {
  FixMarketData,
  type FixMarketTerms,
  reasonOf,
} from '../../../wire/fix/market-data/market-data.js'
import { newsIn } from '../../../wire/fix/market-data/news.js'
import type { FixPriceLevel } from '../../../wire/fix/market-data/price-book.js'
import { securitiesIn, securityListRequest } from '../../../wire/fix/market-data/security-list.js'
import type { FixSessionSettings } from '../../../wire/fix/session/settings.js'
import type { Timer } from '../../thread/clock.js'
import { OWN_MACHINE } from '../../thread/outbound.js'
import { FixConnection } from '../fix/fix-connection.js'
import { fixSettingsOf, tlsTermsOf, withFreshNumbers } from '../fix/fix-terms.js'
import { NO_ADDRESS } from './dde-price-session.js'
import type {
  FeedSettings,
  OpenPriceSession,
  PriceSession,
  PriceSessionSink,
  PriceSessionTools,
} from './price-session.js'

const TICK_MS = 1_000
const SPOKEN: ReadonlySet<string> = new Set(['W', 'X', 'Y', 'y', 'B', 'j'])
/** Texts that a FIX value can contain. */
const PLAIN = /^[\x20-\x7e\xa0-\xff]*$/
const LINES_MAX = 100

export const openFixSession: OpenPriceSession = (settings, tools, sink) => {
  const { record } = settings
  const address = parseAddress(record.server)
  if (address === undefined) return NO_ADDRESS
  const own = fixSettingsOf(record, 'initiator')
  const said = [own.sender, own.senderSub, own.target, own.targetSub, record.login, record.password]
  if (own.sender === '' || own.target === '') return 'SenderCompID and TargetCompID need a value'
  if (!said.every((text) => PLAIN.test(text))) {
    return 'CompIDs, login and password must be one line of Latin letters, digits and signs'
  }
  try {
    const store = tools.stores.storeOf(`datafeed-${record.id}`, own)
    return new FixPriceSession(settings, { address, own, store }, tools, sink)
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    return `the numbers of the session cannot be read or stored (${code})`
  }
}

/** The parts of a session: its address, FIX settings and sequence numbers. */
interface PriceLine {
  readonly address: ServerAddress
  readonly own: FixSessionSettings
  readonly store: FixSessionStore
}

class FixPriceSession implements PriceSession {
  readonly #tools: PriceSessionTools
  readonly #sink: PriceSessionSink
  readonly #connection: FixConnection
  readonly #market: FixMarketData
  readonly #ticker: Timer
  readonly #countsLots: boolean
  #settings: FeedSettings
  #isOver = false
  #lines = 0
  #heardAt: number
  #heardBytes = 0
  #now: number

  constructor(
    settings: FeedSettings,
    { address, own, store }: PriceLine,
    tools: PriceSessionTools,
    sink: PriceSessionSink,
  ) {
    const { clock } = tools
    const { record, isBuiltIn } = settings
    this.#settings = settings
    this.#tools = tools
    this.#sink = sink
    this.#now = clock.now()
    this.#heardAt = clock.monotonic()
    this.#countsLots = parameterValue(record.params, QUANTITY_MODE) === 'Lots'
    this.#market = new FixMarketData(
      termsOf(settings),
      `q${this.#now.toString(36)}`,
      DEPTH_LEVELS,
      {
        send: (requests) => void this.#connection.sendAll(requests),
        quote: (symbol, bid, ask) => sink.quote(symbol, bid, ask, this.#now),
        levels: (symbol, bids, asks) => this.#levels(symbol, bids, asks),
        refused: (what) => this.#say(what, true),
        broken: (why) => this.#end(why),
      },
    )
    const heartBtSec = heartBeat(own.heartBtSec, record.idle_timeout_sec)
    const endpoint = {
      settings: {
        ...withFreshNumbers(own, store),
        heartBtSec,
        speaks: (type: string) => SPOKEN.has(type),
        mayRepeat,
      },
      store,
    }
    const outbound = isBuiltIn === true ? OWN_MACHINE : tools.outbound
    const timeoutMs = record.timeout_sec * 1_000
    const tls = tlsTermsOf(record.params)
    this.#connection = FixConnection.dial({ address, timeoutMs, outbound, tls }, endpoint, clock, {
      online: () => this.#online(),
      delivered: (message, mark) => this.#delivered(message, mark),
      ended: (why, code) => this.#ended(why, code),
    })
    this.#ticker = clock.every(TICK_MS, () => this.#tick())
  }

  get bytesIn(): number {
    return this.#connection.bytesIn
  }

  get bytesOut(): number {
    return this.#connection.bytesOut
  }

  renew(settings: FeedSettings): void {
    this.#settings = settings
    if (this.#connection.isOnline) this.#market.renew(termsOf(settings))
  }

  close(why: string): void {
    if (this.#isOver) return
    this.#over()
    // The Logout leaves with other waiting data. Nobody waits for its answer.
    this.#connection.logout(why)
    this.#connection.close(why)
  }

  #online(): void {
    this.#sink.online()
    this.#market.renew(termsOf(this.#settings))
    this.#connection.send('x', securityListRequest(`l${this.#now.toString(36)}`))
  }

  #tick(): void {
    const { clock } = this.#tools
    const { bytesIn } = this.#connection
    const monotonic = clock.monotonic()
    this.#now = clock.now()
    if (bytesIn !== this.#heardBytes) {
      this.#heardBytes = bytesIn
      this.#heardAt = monotonic
    } else if (monotonic - this.#heardAt >= this.#settings.record.idle_timeout_sec * 1_000) {
      if (this.#connection.isOnline) this.#end('the provider fell silent')
    }
    this.#market.tick()
  }

  #delivered(message: FixMessage, mark: number): boolean {
    this.#now = this.#tools.clock.now()
    if (this.#isOver) return false
    if (message.type === 'B') return this.#news(message, mark)
    if (message.type === 'y') this.#securities(message)
    else if (!this.#market.take(message)) this.#refused(message)
    return true
  }

  #news(message: FixMessage, mark: number): boolean {
    if (!this.#settings.record.news_enabled) return true
    this.#sink.news(newsIn(message, this.#now), () => {
      if (!this.#isOver) this.#connection.taken(mark)
    })
    return false
  }

  #securities(message: FixMessage): void {
    const symbols = securitiesIn(message)
    if (symbols !== undefined) this.#sink.listed(symbols)
    else this.#say('the provider gives no list of its symbols', false)
  }

  #refused(message: FixMessage): void {
    const type = message.text(TAG.refMsgType)
    const why = reasonOf(message, message.type === 'j' ? TAG.businessReason : TAG.rejectReason, {})
    this.#say(`the provider refuses a message of type ${type || 'unknown'}: ${why}`, type === 'V')
  }

  #levels(symbol: string, bids: readonly FixPriceLevel[], asks: readonly FixPriceLevel[]): void {
    const lots = ({ price, size }: FixPriceLevel) => ({ price, lots: size })
    const counts = this.#countsLots ? 'lots' : 'units'
    this.#sink.depth({ symbol, bids: bids.map(lots), asks: asks.map(lots), counts }, this.#now)
  }

  /**
   * Writes a line for the log, up to a limit: a provider that refuses everything must not fill it.
   */
  #say(line: string, isAmiss: boolean): void {
    this.#lines++
    if (this.#lines <= LINES_MAX) this.#sink.said(line, isAmiss)
  }

  /** Ends the session; later messages and ticks are ignored. */
  #end(why: string): void {
    this.#over()
    this.#connection.logout(why)
    this.#connection.close(why)
    this.#sink.ended(why)
  }

  #ended(why: string, code: string | undefined): void {
    if (this.#isOver) return
    this.#over()
    this.#sink.ended(why, code)
  }

  #over(): void {
    this.#isOver = true
    this.#ticker.cancel()
  }
}

/**
 * Decides if a message may be repeated on a resend request. Each connection makes new
 * subscriptions, so requests of an earlier one are never repeated. Messages of this connection are
 * sent again, because the provider may have missed them.
 */
function mayRepeat(_type: string, isOfThisConnection: boolean): boolean {
  return isOfThisConnection
}

/**
 * The heartbeat interval: short enough that a quiet provider sends twice before it counts as
 * silent.
 */
function heartBeat(asked: number, idleSec: number): number {
  return asked === 0 ? 0 : Math.max(1, Math.min(asked, Math.floor(idleSec / 2)))
}

function termsOf({ record, names = [] }: FeedSettings): FixMarketTerms {
  return {
    names: record.quotes_enabled ? names.filter((name) => name !== '' && PLAIN.test(name)) : [],
    depth: Number(parameterValue(record.params, 'Market Depth') || 1),
    updateType: parameterValue(record.params, 'MD Update Type') === '1' ? '1' : '0',
  }
}
