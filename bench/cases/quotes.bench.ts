import { numberText } from '../figure.js'
import type { Bench, BenchCase } from '../harness.js'
import { startBare } from '../limits/bare.js'
import type { LoadCommands } from '../load/main.js'
import type { ReadersResult } from '../load/quote-readers.js'
import { startLoad } from '../load/start-load.js'
import { cpuSeconds, mainThreadCpuSeconds } from '../process-cost.js'
import type { Remote } from '../remote.js'
import { PATHS, SOCKET_PROTOCOL, SYMBOLS, subscribeText, tradingProduct } from '../server.js'
import { median } from '../stats.js'

/**
 * Quotes to many sockets that are subscribed to all demo symbols. The feed limits the rate, so the
 * judged figure is messages per CPU second of the publishing thread. The limit is uWebSockets.js,
 * which publishes the same bytes in the same amounts as fast as the readers take them.
 */
export const quotes: BenchCase = {
  name: 'quotes',
  goals: ['P7'],
  async run(bench) {
    const sockets = bench.size(10_000, 50)
    const { product, traders, quote } = await tradingProduct(bench, bench.size(20, 2), {
      DEMO_TICKS_PER_SEC: String(TICKS_PER_SEC),
    })
    const bare = await startBare(bench, { body: '', topics: SYMBOLS.length })
    const load = startLoad(bench)
    const ourSide = {
      pid: product.pid,
      open: () =>
        load.call('openReaders', {
          port: product.port,
          path: PATHS.traderSocket,
          protocol: SOCKET_PROTOCOL,
          tokens: traders.map((trader) => trader.token),
          count: sockets,
          subscribe: subscribeText(SYMBOLS),
          burst: 0,
        }),
      begin: async () => undefined,
      end: async () => undefined,
    }
    const ourCost = await measureSide(bench, load, ourSide)
    const atOnce = Math.min(SYMBOLS.length, Math.max(1, Math.round(ourCost.atOnce)))
    const bareCost = await measureSide(bench, load, {
      pid: bare.server.pid,
      open: () =>
        load.call('openReaders', {
          port: bare.port,
          path: '/topics',
          protocol: SOCKET_PROTOCOL,
          tokens: [],
          count: sockets,
          subscribe: '',
          burst: sockets * atOnce,
        }),
      begin: () => {
        const frames = SYMBOLS.slice(0, atOnce).map(() => quote)
        return bare.server.call('publish', { frames, burstsAhead: 3 })
      },
      end: () => bare.server.call('stopPublishing', null),
    })
    reportQuotes(bench, sockets, bareCost, ourCost)
  },
}

/** More than the front can send to all: it conflates, and sends as fast as it can. */
const TICKS_PER_SEC = 10_000

interface Side {
  readonly pid: number
  open(): Promise<{ readonly count: number; readonly note: string }>
  begin(): Promise<unknown>
  end(): Promise<unknown>
}

interface SideCost {
  readonly note: string
  readonly sockets: number
  readonly perSecond: number[]
  readonly perThreadCpuSecond: number[]
  readonly processCpu: number[]
  readonly bytesEach: number
  /** Messages that a socket found in one read. */
  readonly atOnce: number
  readonly silent: number
  readonly clientCpu: number
}

async function measureSide(
  bench: Bench,
  load: Remote<LoadCommands>,
  side: Side,
): Promise<SideCost> {
  const opened = await side.open()
  await side.begin()
  const perSecond: number[] = []
  const perThreadCpuSecond: number[] = []
  const processCpu: number[] = []
  let last: ReadersResult | undefined
  await load.call('readQuotes', { seconds: bench.size(2, 0.1) })
  for (let round = 0; round < bench.rounds; round++) {
    const thread = mainThreadCpuSeconds(side.pid)
    const all = cpuSeconds(side.pid)
    last = await load.call('readQuotes', { seconds: bench.size(4, 0.3) })
    // The clock behind /proc steps by 10 ms.
    const used = Math.max(0.01, mainThreadCpuSeconds(side.pid) - thread)
    processCpu.push((cpuSeconds(side.pid) - all) / last.seconds)
    perSecond.push(last.frames / last.seconds)
    perThreadCpuSecond.push(last.frames / used)
  }
  await side.end()
  await load.call('closeReaders', null)
  const frames = Math.max(1, last?.frames ?? 0)
  return {
    note: opened.note,
    sockets: opened.count,
    perSecond,
    perThreadCpuSecond,
    processCpu,
    bytesEach: (last?.bytes ?? 0) / frames,
    atOnce: frames / Math.max(1, last?.reads ?? 0),
    silent: last?.silent ?? 0,
    clientCpu: last?.clientCpu ?? 0,
  }
}

function reportQuotes(bench: Bench, sockets: number, bare: SideCost, ours: SideCost): void {
  const common = {
    better: 'higher',
    mix: `${ours.sockets} of ${sockets} sockets, ${SYMBOLS.length} symbols each`,
    notes: [
      `${Math.round(ours.bytesEach)} bytes a message, ${numberText(ours.atOnce)} at a time`,
      `${ours.silent} sockets heard nothing`,
      `of a core: load client ${percent(ours.clientCpu)} (ours), ${percent(bare.clientCpu)} (bare)`,
      `server ${percent(median(ours.processCpu))} (ours)`,
      `${percent(median(bare.processCpu))} (bare)`,
      ours.note,
    ]
      .filter((text) => text !== '')
      .join('; '),
  } as const
  const limitName = 'bare uWebSockets.js publish of the same bytes'
  bench.report({
    name: 'P7 quotes per CPU second of the front',
    unit: 'messages/CPU s',
    values: ours.perThreadCpuSecond,
    limits: [{ name: limitName, values: bare.perThreadCpuSecond }],
    judged: 'ratio',
    floor: 0.5,
    goal: 0.9,
    ...common,
  })
  bench.report({
    name: 'P7 quotes',
    unit: 'messages/s',
    values: ours.perSecond,
    limits: [{ name: limitName, values: bare.perSecond }],
    ...common,
  })
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
