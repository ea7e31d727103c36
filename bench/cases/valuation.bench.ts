import { numberText } from '../figure.js'
import type { Bench, BenchCase } from '../harness.js'
import type { LoadCommands } from '../load/main.js'
import { startOthers, startTraders } from '../load/start-load.js'
import { orderP99 } from '../load/traffic-rate.js'
import { textFrame, WebSocketConnection } from '../load/websocket.js'
import { cpuSeconds } from '../process-cost.js'
import type { Remote } from '../remote.js'
import {
  PATHS,
  type Product,
  SOCKET_PROTOCOL,
  SYMBOLS,
  type Trader,
  tradingProduct,
} from '../server.js'

/**
 * The cost of `valuation`: the additional CPU time of the server, and the change in the time of an
 * order, while every account gets the figures of its positions once a second.
 */
export const valuation: BenchCase = {
  name: 'valuation',
  goals: ['X2'],
  async run(bench) {
    const accounts = bench.size(ACCOUNTS, 4)
    const others = bench.size(TRADING, 2)
    const { product, traders: all } = await tradingProduct(bench, accounts + others, {
      DEMO_TICKS_PER_SEC: String(TICKS_PER_SEC),
    })
    const traders = all.slice(0, accounts)
    // Their orders go to no other socket, because frames of orders are no cost of the figures.
    const trading = all.slice(accounts)
    for (const trader of traders) await hold(product, trader, bench.size(POSITIONS_EACH, 4))
    const load = await startTraders(bench, product, trading)
    // A thousand readers would run on other machines. Here they must delay neither the clock of the
    // orders nor the server.
    const side = { bench, product, load, readers: startOthers(bench), traders }
    const { heard, silent, ...orders } = await bench.interleave({
      alone: () => closed(side).then(() => orderTime(side)),
      silent: () => coreShare(side, ''),
      besideSilent: () => orderTime(side),
      heard: () => coreShare(side, VALUATION),
      beside: () => orderTime(side),
    })
    const mix = `${numberText(accounts * SOCKETS_EACH)} sockets on ${accounts} accounts of ${POSITIONS_EACH} positions over 12 symbols, ${numberText(TICKS_PER_SEC)} ticks/s`
    bench.report({
      name: 'X2 figures of positions',
      unit: '% of a core',
      better: 'lower',
      values: heard.map((share, i) => share - (silent[i] ?? 0)),
      judged: 'value',
      floor: 30,
      goal: 10,
      mix,
      less: 'what they take with the same sockets, which do not hear of them',
      notes: 'all threads of the server',
    })
    const orderMix = `${numberText(RATE)} orders/s of ${others} other accounts, open loop; ${mix}`
    bench.report({
      name: 'X2 order latency p99 beside it',
      unit: 'ms',
      better: 'lower',
      values: orders.beside,
      limits: [
        {
          name: 'beside the same sockets, which do not hear of them',
          values: orders.besideSilent,
        },
      ],
      judged: 'ratio',
      floor: 1.2,
      goal: 1.05,
      mix: orderMix,
    })
    bench.report({
      name: 'X2 order latency p99 beside sockets that hear of money alone',
      unit: 'ms',
      better: 'lower',
      values: orders.besideSilent,
      limits: [{ name: 'without them', values: orders.alone }],
      judged: 'ratio',
      floor: 1.2,
      goal: 1.05,
      mix: orderMix,
    })
  },
}

const TICKS_PER_SEC = 1_000
const ACCOUNTS = 200
const SOCKETS_EACH = 5
const POSITIONS_EACH = 50
const TRADING = 50
const RATE = 2_000
const VALUATION = JSON.stringify({ id: 1, op: 'subscribe', args: { valuation: true } })

interface Side {
  readonly bench: Bench
  readonly product: Product
  readonly load: Remote<LoadCommands>
  readonly readers: Remote<LoadCommands>
  readonly traders: readonly Trader[]
}

/** Percent of a core while all readers receive the events of `subscribe`. They stay subscribed. */
async function coreShare(side: Side, subscribe: string): Promise<number> {
  const { bench, product, readers, traders } = side
  await readers.call('closeReaders', null)
  const { count } = await readers.call('openReaders', {
    port: product.port,
    path: PATHS.traderSocket,
    protocol: SOCKET_PROTOCOL,
    tokens: traders.map(({ token }) => token),
    count: traders.length * SOCKETS_EACH,
    subscribe,
    burst: 0,
  })
  if (count < traders.length * SOCKETS_EACH) throw new Error('every reader has a socket')
  await readers.call('readQuotes', { seconds: bench.size(1, 0.2) })
  const before = cpuSeconds(product.pid)
  const begun = performance.now()
  const { silent } = await readers.call('readQuotes', { seconds: bench.size(4, 0.3) })
  // In less than a second some are not due.
  if (silent > 0 && !bench.smoke) throw new Error(`${silent} readers heard nothing`)
  return (100_000 * (cpuSeconds(product.pid) - before)) / (performance.now() - begun)
}

async function closed({ bench, readers }: Side): Promise<void> {
  await readers.call('closeReaders', null)
  // The server sees to sockets that ended.
  await new Promise((resolve) => setTimeout(resolve, bench.size(1000, 50)))
}

function orderTime({ bench, load }: Side): Promise<number> {
  return orderP99(load, {
    rate: bench.size(RATE, 50),
    warmUpSec: bench.size(0.5, 0.05),
    seconds: bench.size(4, 0.2),
  })
}

/** Opens that number of positions, over all symbols with a price. */
async function hold(product: Product, trader: Trader, positions: number): Promise<void> {
  const connection = await WebSocketConnection.open({
    port: product.port,
    path: PATHS.traderSocket,
    protocol: SOCKET_PROTOCOL,
    token: trader.token,
  })
  await new Promise<void>((resolve, reject) => {
    let left = positions
    connection.receive({
      frame: (bytes, start, end) => {
        const text = bytes.toString('utf8', start, Math.min(end, start + 200))
        if (!text.startsWith('{"id":')) return
        if (!text.includes('"code":"ok"')) reject(new Error(text))
        else if (--left === 0) resolve()
      },
      turn: () => undefined,
      closed: (why) => reject(new Error(why)),
    })
    for (let i = 0; i < positions; i++) {
      const side = i % 2 === 0 ? 'buy' : 'sell'
      const symbol = SYMBOLS[i % SYMBOLS.length]
      const args = { kind: 'open', symbol, side, volume: '0.1', client_order_id: `hold-${i}` }
      connection.push(textFrame(JSON.stringify({ id: i + 1, op: 'trade', args })))
    }
    connection.flush()
  })
  connection.close()
}
