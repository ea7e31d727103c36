import type { Bench, BenchCase } from '../harness.js'
import { Histogram } from '../histogram.js'
import { FixQuoter } from '../load/fix-quoter.js'
import { textFrame, WebSocketConnection } from '../load/websocket.js'
import { CLOCK_START, PATHS, SYMBOLS, subscribeText, tradingProduct } from '../server.js'

/**
 * The time from a provider's quote to the trader's socket: sent over FIX at a steady rate by the
 * clock, read by the links thread, priced, and published. Each quote has another price, which
 * identifies its frame.
 */
export const fixQuotes: BenchCase = {
  name: 'fix-quotes',
  goals: ['X3'],
  async run(bench) {
    const quoter = await FixQuoter.start(Date.parse(CLOCK_START))
    bench.defer(() => quoter.stop())
    const { product, staff, traders } = await tradingProduct(bench, 1, {
      OUTBOUND_ALLOW: '127.0.0.1',
      DEMO_TICKS_PER_SEC: '1',
    })
    await takeOver(quoter, (path, method, body) => product.send(method, path, body, staff.headers))
    const connection = await WebSocketConnection.open({
      port: product.port,
      path: PATHS.traderSocket,
      protocol: 'openfloor.json',
      token: traders[0]?.token ?? '',
    })
    bench.defer(() => connection.close())
    const stream = new QuoteStream(quoter, connection)
    const { p99, p50 } = await bench.interleave({
      p99: () => stream.round(bench),
      p50: () => stream.latest.p50,
    })
    const conditions = {
      unit: 'ms',
      better: 'lower',
      limits: [{ missing: 'nothing compares' }],
    } as const
    const mix = `${PER_SECOND} quotes/s over ${SYMBOLS.length} symbols, whole (W)`
    bench.report({ ...conditions, name: 'X3 p99 from quote to socket', values: p99, goal: 5, mix })
    bench.report({ ...conditions, name: 'p50 of the same', values: p50, mix })
  },
}

const PER_SECOND = 2_000
const BEAT_MS = 5
const POINTS = 20_000

type Send = (path: string, method: 'POST' | 'PATCH', body: object) => Promise<unknown>

/** All prices come from the bench from now on. */
async function takeOver(quoter: FixQuoter, send: Send): Promise<void> {
  await send('/admin/v1/datafeeds/1', 'PATCH', { version: 1, enabled: false })
  const params = { SenderCompID: 'OPENFLOOR', TargetCompID: 'BENCH', ResetSeqNumFlag: 'true' }
  await send('/admin/v1/datafeeds', 'POST', {
    module: 'fix44',
    name: 'Bench',
    server: quoter.address,
    symbols: ['*'],
    params: Object.entries(params).map(([name, value]) => ({ name, value })),
  })
  await quoter.subscribed(SYMBOLS.length)
}

class QuoteStream {
  readonly #quoter: FixQuoter
  readonly #sentAt = new Map<string, number>()
  #heard = new Histogram()
  #number = 0
  latest = { p50: 0, p99: 0 }

  constructor(quoter: FixQuoter, connection: WebSocketConnection) {
    this.#quoter = quoter
    connection.receive({
      frame: (bytes, start, end) => this.#read(bytes.toString('utf8', start, end)),
      turn: () => undefined,
      closed: () => undefined,
    })
    connection.push(textFrame(subscribeText(SYMBOLS)))
    connection.flush()
  }

  /** The p99 of a round. */
  async round(bench: Bench): Promise<number> {
    this.#heard = new Histogram()
    this.#sentAt.clear()
    const begun = performance.now()
    const total = bench.size(10, 1) * PER_SECOND
    for (let sent = 0; sent < total; ) {
      const due = Math.min(total, Math.floor(((performance.now() - begun) / 1_000) * PER_SECOND))
      if (due > sent) this.#quoter.quote(Array.from({ length: due - sent }, () => this.#next()))
      sent = Math.max(sent, due)
      await new Promise((resolve) => setTimeout(resolve, BEAT_MS))
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
    if (this.#heard.count === 0) throw new Error(`none of ${total} quotes was heard`)
    this.latest = this.#heard.summary()
    return this.latest.p99
  }

  #next(): readonly [symbol: string, bid: string, ask: string] {
    const number = this.#number++
    const symbol = SYMBOLS[number % SYMBOLS.length] as string
    const points = 100_000 + (Math.floor(number / SYMBOLS.length) % POINTS)
    const text = (value: number): string => (value / 100).toFixed(2)
    this.#sentAt.set(`${symbol} ${points}`, performance.now())
    return [symbol, text(points), text(points + 10)]
  }

  #read(text: string): void {
    const now = performance.now()
    if (!text.startsWith('{"event":"quote"')) return
    const { s, b } = (JSON.parse(text) as { data: { s: string; b: string } }).data
    const at = this.#sentAt.get(`${s} ${Math.round(Number(b) * 100)}`)
    if (at !== undefined) this.#heard.record(now - at)
  }
}
