import { Pricer } from '../../actors/links/pricing/pricer.js'
import { SimulatedMarket } from '../../actors/links/simulator/simulated-market.js'
import { PRICE_BOARD_BYTES, PriceBoard } from '../../actors/shared/price-board.js'
import { datafeedKind } from '../../engine/config/kinds/datafeed.js'
import { FixFrameReader } from '../../wire/fix/codec/frame-reader.js'
import { FixMessage, readFixMessage } from '../../wire/fix/codec/message.js'
import { type FixField, fieldsText, frameText } from '../../wire/fix/codec/write.js'
import { fixTimeText } from '../../wire/fix/dictionary/time.js'
import { FixMarketData } from '../../wire/fix/market-data/market-data.js'
import { FixSession } from '../../wire/fix/session/session.js'
import { FIX_SESSION_DEFAULTS } from '../../wire/fix/session/settings.js'
import { demoBook } from '../demo-market.js'
import type { Bench, BenchCase } from '../harness.js'

/**
 * Market data messages on one core, from bytes to what they say: frames, fields, dictionary, session, book of the
 * symbol; and with the pricer and the price board behind it, as on the links thread. No socket, no disk.
 */
export const fixMarketData: BenchCase = {
  name: 'fix-market-data',
  goals: ['P12'],
  async run(bench) {
    const messages = bench.size(100_000, 1_000)
    const line = new RecordedLine(messages)
    const priced = new PricedMarket()
    const { session, board } = await bench.interleave({
      session: () => line.perSecond(() => undefined),
      board: () => line.perSecond((symbol, bid, ask) => priced.quote(symbol, bid, ask)),
    })
    report(bench, 'P12 market data messages through the session', session)
    report(bench, 'quotes through FIX session, pricer and price board', board)
  },
}

function report(bench: Bench, name: string, values: readonly number[]): void {
  bench.report({
    name,
    values,
    unit: 'messages/s',
    better: 'higher',
    limits: [{ missing: 'jspurefix is no dependency of this project' }],
    mix: 'whole quotes (W) of one bid and one ask with sizes, 12 symbols, chunks of 64 KiB',
    durability: 'none: what is received is written once a second',
  })
}

const NOW = Date.UTC(2026, 0, 5, 12)
const CHUNK_BYTES = 65_536
const TIME = { wall: NOW, steady: 0 }

/** The messages of a provider after its Logon, in the pieces in which a socket brings them. */
class RecordedLine {
  readonly #messages: number
  readonly #names: readonly string[] = demoBook().records.symbols.map(({ path }) => nameIn(path))
  readonly #chunks: readonly Buffer[]

  constructor(messages: number) {
    this.#messages = messages
    const market = new SimulatedMarket(7)
    const told: string[] = []
    const tell = (symbol: string, bid: string, ask: string): void => {
      if (told.length < messages) told.push(this.#quote(told.length + 2, symbol, bid, ask))
    }
    for (let at = NOW; told.length < messages; at += 10) market.move(at, tell)
    const bytes = Buffer.from(told.join(''), 'latin1')
    const chunks: Buffer[] = []
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      chunks.push(bytes.subarray(at, at + CHUNK_BYTES))
    }
    this.#chunks = chunks
  }

  /** Another connection reads the whole stream. */
  perSecond(quoted: (symbol: string, bid: string, ask: string) => void): number {
    const reader = new FixFrameReader()
    const parties = { sender: 'OF', target: 'LP', role: 'initiator' } as const
    const session = new FixSession(
      { ...FIX_SESSION_DEFAULTS, ...parties, strictness: 'tolerant' },
      { nextIn: 1, nextOut: 1 },
      () => undefined,
    )
    let quotes = 0
    const market = new FixMarketData({ names: this.#names, depth: 1, updateType: '0' }, 'q', 5, {
      send: () => undefined,
      levels: () => undefined,
      refused: fail,
      broken: fail,
      quote: (symbol, bid, ask) => {
        quotes++
        quoted(symbol, bid, ask)
      },
    })
    market.begin()
    session.opened(TIME)
    const read = (chunk: Buffer): void => {
      reader.push(chunk)
      for (let frame = reader.next(); frame !== undefined; frame = reader.next()) {
        const message = readFixMessage(frame)
        if (!(message instanceof FixMessage)) throw new Error('a message cannot be read')
        for (const decision of session.received(message, TIME)) {
          if (decision.do === 'deliver') market.take(decision.message)
        }
      }
    }
    read(Buffer.from(said('A', 1, [...LOGON]), 'latin1'))
    const begun = performance.now()
    for (const chunk of this.#chunks) read(chunk)
    const seconds = (performance.now() - begun) / 1_000
    if (quotes !== this.#messages) throw new Error(`${quotes} of ${this.#messages} were quoted`)
    return this.#messages / seconds
  }

  #quote(seq: number, symbol: string, bid: string, ask: string): string {
    return said('W', seq, [
      [262, `q-${this.#names.indexOf(symbol) + 1}`],
      [55, symbol],
      [268, '2'],
      [269, '0'],
      [270, bid],
      [271, '1000000'],
      [269, '1'],
      [270, ask],
      [271, '1000000'],
    ])
  }
}

const LOGON: readonly FixField[] = [
  [98, '0'],
  [108, '30'],
]

function said(type: string, seq: number, body: readonly FixField[]): string {
  const fields: FixField[] = [
    [35, type],
    [49, 'LP'],
    [56, 'OF'],
    [34, String(seq)],
    [52, fixTimeText(NOW)],
  ]
  return frameText(fieldsText([...fields, ...body]))
}

function fail(why: string): never {
  throw new Error(why)
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('\\') + 1)
}

/** The demo symbols on a board, with one feed. */
class PricedMarket {
  readonly #pricer: Pricer
  #now = NOW

  constructor() {
    const board = new PriceBoard(new SharedArrayBuffer(PRICE_BOARD_BYTES))
    this.#pricer = new Pricer(board, 10_000, () => undefined)
    const stored = { id: 1, version: 1, created_at: '', updated_at: '' }
    const feed = { ...datafeedKind.defaults({ module: 'fix44', name: 'feed' }), ...stored }
    this.#pricer.replaceBook(demoBook(), [feed])
    this.#pricer.setOnline(1, true)
  }

  quote(symbol: string, bid: string, ask: string): void {
    this.#now++
    this.#pricer.quote(1, symbol, bid, ask, this.#now)
  }
}
