import { spawnSync } from 'node:child_process'
import { SmtpPeer } from '../../test/given/peers/smtp-peer.js'
import { Bench } from '../harness.js'
import { Histogram } from '../histogram.js'
import type { LoadCommands } from '../load/main.js'
import { startLoad, startOthers } from '../load/start-load.js'
import { checkRefusals } from '../load/traffic-rate.js'
import type { Remote } from '../remote.js'
import { PATHS, Product, SOCKET_PROTOCOL, type StaffSession, type Trader } from '../server.js'
import { shebangFlags } from '../shebang-flags.js'
import {
  compareThirds,
  processFigures,
  type SoakSample,
  sampleText,
  whoseRise,
} from './soak-samples.js'
import { makeReports, readRequests, sendMails, setUpMail, type Until } from './soak-work.js'
import { threadBytes } from './thread-memory.js'

/**
 * The whole server under a mixed load for a long time: traders who trade over sockets, candles, reads of staff, reports
 * of every module in every format, and mail. Its memory, its files and the time of its orders must be flat, and its
 * books in order at the end.
 */
export interface SoakOptions {
  /** The built command. */
  readonly product: string
  readonly minutes: number
  readonly minuteSec: number
  /**
   * The rate of orders before the first counted minute. They fill the caches, whose size is
   * bounded.
   */
  readonly warmUpSec: number
  readonly warmUpRate: number
  readonly traders: number
  /** Orders a second, open loop. */
  readonly rate: number
  readonly say: (text: string) => void
}

/** The interval in minutes at which sessions and sockets are opened again, because sessions end. */
const MINUTES_OF_SESSION = 5
const IN_FLIGHT = 16

export interface SoakResult {
  readonly isFlat: boolean
  readonly isInOrder: boolean
  readonly samples: readonly SoakSample[]
}

export async function runSoak(options: SoakOptions): Promise<SoakResult> {
  const { product: script, say } = options
  const bench = new Bench({ smoke: false, product: script, print: () => undefined, say })
  try {
    const soak = await Soak.start(bench, options)
    const samples = await soak.run()
    const verdicts = compareThirds(samples)
    for (const { text } of verdicts) say(text)
    say(whoseRise(samples))
    const isInOrder = await soak.verified()
    return { isFlat: verdicts.every(({ isFlat }) => isFlat), isInOrder, samples }
  } finally {
    await bench.finish()
  }
}

class Soak {
  readonly #options: SoakOptions
  readonly #product: Product
  readonly #load: Remote<LoadCommands>
  readonly #readers: Remote<LoadCommands>
  readonly #peer: SmtpPeer
  #staff: StaffSession
  #traders: readonly Trader[]
  #reports = 0
  #isOver = false

  private constructor(
    bench: Bench,
    options: SoakOptions,
    product: Product,
    peer: SmtpPeer,
    staff: StaffSession,
    traders: readonly Trader[],
  ) {
    this.#options = options
    this.#product = product
    this.#peer = peer
    this.#staff = staff
    this.#traders = traders
    this.#load = startLoad(bench)
    this.#readers = startOthers(bench)
  }

  static async start(bench: Bench, options: SoakOptions): Promise<Soak> {
    const product = await Product.prepare(bench, { OUTBOUND_ALLOW: '127.0.0.1' })
    await product.start()
    const staff = await product.signInStaff()
    const traders = await product.openTraders(staff, options.traders)
    await product.firstQuote(traders[0] as Trader, 'EURUSD')
    const peer = await SmtpPeer.start({ teardown: (undo) => bench.defer(undo) })
    return new Soak(bench, options, product, peer, staff, traders)
  }

  async run(): Promise<SoakSample[]> {
    const { minutes, minuteSec, rate, warmUpSec, warmUpRate, say } = this.#options
    const until: Until = { isOver: () => this.#isOver, staff: () => this.#staff }
    const server = await setUpMail(this.#product, this.#staff, this.#peer)
    const { login } = this.#traders[0] as Trader
    await this.#openSockets()
    say(sampleText(0, await this.#minute(warmUpSec, warmUpRate)))
    // Reports are refused as long as the tables are behind what the caches were filled with.
    await this.#product.tablesCaughtUp()
    const beside = [
      makeReports(this.#product, login, until, () => this.#reports++),
      sendMails(this.#product, server, until),
    ]
    const broken = new Promise<never>((_, reject) => {
      for (const one of beside) one.catch(reject)
    })
    const samples: SoakSample[] = []
    const run = async (): Promise<SoakSample[]> => {
      for (let minute = 1; minute <= minutes; minute++) {
        if (minute > 1 && minute % MINUTES_OF_SESSION === 1) await this.#signInAgain()
        const sample = await this.#minute(minuteSec, rate)
        samples.push(sample)
        say(sampleText(minute, sample))
      }
      return samples
    }
    try {
      return await Promise.race([run(), broken])
    } finally {
      this.#isOver = true
      await Promise.allSettled(beside)
    }
  }

  /** Stops the server and has its command compare the logs with the tables. */
  async verified(): Promise<boolean> {
    await this.#product.tablesCaughtUp()
    await this.#product.stop()
    const { product: script, say } = this.#options
    const { DATA_DIR, ...rest } = process.env
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [...shebangFlags(script), script, 'verify'],
      { env: { ...rest, DATA_DIR: this.#product.dataDir }, encoding: 'utf8' },
    )
    say(`${stdout}${stderr}`.trim())
    return status === 0
  }

  async #minute(seconds: number, rate: number): Promise<SoakSample> {
    const reportsBefore = this.#reports
    const requests = readRequests(this.#product, this.#staff, this.#traders[0] as Trader)
    const [orders, reads] = await Promise.all([
      this.#load.call('traffic', {
        mix: 'orders',
        inFlight: IN_FLIGHT,
        rate,
        warmUpSec: 0,
        seconds,
      }),
      this.#readers.call('http', {
        port: this.#product.port,
        connections: 2,
        requests,
        pauseMs: 50,
        warmUpSec: 0,
        seconds,
      }),
    ])
    checkRefusals(orders)
    if (reads.failed > 0) throw new Error(`${reads.failed} reads failed: ${reads.firstFailure}`)
    const latency = new Histogram()
    latency.add(orders.latency)
    const metrics = await this.#product.getText('/metrics', {})
    const heap = Number(/^openfloor_nodejs_heap_size_used_bytes (\S+)$/m.exec(metrics)?.[1])
    return {
      ...processFigures(this.#product.pid, this.#product.dataDir),
      heap,
      threads: threadBytes(metrics),
      p50: latency.quantile(0.5),
      p99: latency.quantile(0.99),
      orders: orders.answers,
      reads: reads.answers,
      reports: this.#reports - reportsBefore,
      mails: this.#peer.taken.splice(0).length,
    }
  }

  async #signInAgain(): Promise<void> {
    this.#staff = await this.#product.signInStaff()
    this.#traders = await this.#product.signInAgain(this.#traders, this.#traders.length)
    await this.#openSockets()
  }

  #openSockets(): Promise<void> {
    const tokens = this.#traders.map(({ token }) => token)
    const { port } = this.#product
    const path = PATHS.traderSocket
    return this.#load.call('openSockets', {
      port,
      path,
      protocol: SOCKET_PROTOCOL,
      tokens,
      signIn: 'header',
    })
  }
}
