import { parameterValue } from '../../../engine/config/kinds/connection.js'
import type { OpenedDatafeed } from '../../../engine/config/records/datafeed.js'
import { parseAddress } from '../../../engine/names/server-address.js'
import { textDecoding, textEncoding } from '../../../wire/dde/encoding.js'
import { type DdeEnd, DdeSession, type DdeSessionTerms } from '../../../wire/dde/session.js'
import type { Timer } from '../../thread/clock.js'
import { OWN_MACHINE } from '../../thread/outbound.js'
import { TcpLink } from '../tcp-link.js'
import type {
  FeedSettings,
  OpenPriceSession,
  PriceSession,
  PriceSessionSink,
  PriceSessionTools,
} from './price-session.js'

interface Credentials {
  readonly login: string
  readonly password: string
  readonly token?: string
}

const TICK_MS = 1_000
/** A line break would start a new line of the protocol. */
const LINE_BREAKING = /\p{Cc}/u

export const NO_ADDRESS = 'the server is not host:port with a port from 1 to 65535'

export const openDdeSession: OpenPriceSession = (settings, tools, sink) => {
  const address = parseAddress(settings.record.server)
  if (address === undefined) return NO_ADDRESS
  const credentials = credentialsOf(settings.record)
  if (typeof credentials === 'string') return credentials
  return new DdePriceSession(settings, credentials, tools, sink)
}

class DdePriceSession implements PriceSession {
  readonly #tools: PriceSessionTools
  readonly #sink: PriceSessionSink
  readonly #link: TcpLink
  readonly #ticker: Timer
  #settings: FeedSettings
  #session: DdeSession | undefined
  #isOver = false
  #now = 0
  bytesIn = 0
  bytesOut = 0

  constructor(
    settings: FeedSettings,
    credentials: Credentials,
    tools: PriceSessionTools,
    sink: PriceSessionSink,
  ) {
    const { clock } = tools
    this.#settings = settings
    this.#tools = tools
    this.#sink = sink
    const { record, isBuiltIn } = settings
    const address = parseAddress(record.server)
    const outbound = isBuiltIn === true ? OWN_MACHINE : tools.outbound
    const timeoutMs = record.timeout_sec * 1_000
    this.#link = TcpLink.dial(
      { address: address ?? { host: '', port: 0 }, timeoutMs, outbound },
      clock,
      {
        opened: () => this.#opened(credentials),
        received: (bytes) => this.#received(bytes),
        closed: (why, code) => this.#closed(why, code),
      },
    )
    this.#ticker = clock.every(TICK_MS, () => this.#session?.tick(clock.monotonic()))
  }

  renew(settings: FeedSettings): void {
    this.#settings = settings
    this.#session?.renew(termsOf(settings))
  }

  close(why: string): void {
    this.#isOver = true
    this.#session = undefined
    this.#ticker.cancel()
    this.#link.close(why)
  }

  #opened(credentials: Credentials): void {
    const { clock } = this.#tools
    const loginTimeoutMs = this.#settings.record.timeout_sec * 1_000
    const asksForDepth = this.#settings.isBuiltIn === true
    this.#session = new DdeSession(
      { ...credentials, ...termsOf(this.#settings), loginTimeoutMs, asksForDepth },
      {
        send: (text) => {
          this.bytesOut += text.length
          this.#link.send(text)
        },
        online: () => this.#sink.online(),
        quote: (symbol, bid, ask) => this.#sink.quote(symbol, bid, ask, this.#now),
        depth: (depth) => this.#sink.depth(depth, this.#now),
        // DDE does not repeat news, whether they are stored or not.
        news: ({ at = this.#now, ...news }) => this.#sink.news({ ...news, at }, () => undefined),
        ended: (end: DdeEnd) => this.#link.close(end.why),
      },
      clock.monotonic(),
    )
  }

  #received(bytes: Uint8Array): void {
    const { clock } = this.#tools
    this.#now = clock.now()
    this.bytesIn += bytes.length
    this.#session?.receive(bytes, clock.monotonic())
  }

  #closed(why: string, code: string | undefined): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#session = undefined
    this.#ticker.cancel()
    this.#sink.ended(why, code)
  }
}

function termsOf({ record, symbols }: FeedSettings): DdeSessionTerms {
  const newsText = textDecoding(parameterValue(record.params, 'Encoding'))
  return {
    idleTimeoutMs: record.idle_timeout_sec * 1_000,
    ...(symbols === undefined ? {} : { symbols }),
    ...(record.news_enabled ? { newsText } : {}),
  }
}

/** The credentials as bytes, or why they cannot be encoded. */
function credentialsOf(record: OpenedDatafeed): Credentials | string {
  const encoding = parameterValue(record.params, 'Encoding')
  const encode = textEncoding(encoding)
  if (encode === undefined) return 'the Encoding is not known; leave it empty or name one'
  const login = encode(record.login)
  const password = encode(record.password)
  const given = parameterValue(record.params, 'Token')
  const token = encode(given)
  if (login === undefined || password === undefined || token === undefined) {
    return 'login, password or Token has characters that the Encoding cannot say'
  }
  if (LINE_BREAKING.test(record.login + record.password + given)) {
    return 'login, password and Token must be one line without control characters'
  }
  return token === '' ? { login, password } : { login, password, token }
}
