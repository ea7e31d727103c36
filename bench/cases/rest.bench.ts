import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench, BenchCase } from '../harness.js'
import { Histogram } from '../histogram.js'
import { startBare } from '../limits/bare.js'
import { sqliteQueriesPerSecond } from '../limits/sqlite-query.js'
import { getRequest, type HttpResult } from '../load/http-client.js'
import type { LoadCommands } from '../load/main.js'
import { startLoad } from '../load/start-load.js'
import { besidePeers, type Peer } from '../peers.js'
import type { Remote } from '../remote.js'
import { bearer, PATHS, type Product, productWithTraders, type StaffSession } from '../server.js'

/**
 * REST answers from memory against a bare constant answer of the same bytes, and a page of accounts
 * against only its SQLite query. Requests are limited per session, so they are spread over many.
 */
export const rest: BenchCase = {
  name: 'rest',
  goals: ['P8'],
  async run(bench) {
    const { product, staff, traders } = await productWithTraders(bench, bench.size(100, 4))
    const load = startLoad(bench)
    const more = await product.signInAgain(traders, bench.size(TRADER_SESSIONS, 24))
    const heads = [...traders, ...more].map((trader) => [bearer(trader)])
    for (const [what, path] of FROM_MEMORY) {
      await fromMemory(bench, load, product, what, path, heads)
    }
    await accountsPage(bench, load, product, staff)
  },
}

const FROM_MEMORY = [
  ['me', PATHS.traderMe],
  ['account with money', PATHS.traderAccount],
] as const

const CONNECTIONS = 50
/** The sessions that are needed at 200 requests a second and a burst of 400 each. */
const TRADER_SESSIONS = 400
const STAFF_SESSIONS = 20

async function fromMemory(
  bench: Bench,
  load: Remote<LoadCommands>,
  product: Product,
  what: string,
  path: string,
  heads: readonly string[][],
): Promise<void> {
  const first = heads[0]?.[0]?.replace('Authorization: ', '') ?? ''
  const body = await product.getText(path, { Authorization: first })
  const bare = await startBare(bench, { body, topics: 0 })
  const sides = { ours: new Side('ours'), limit: new Side('bare') }
  const ours = heads.map((head) => getRequest(product.port, path, head))
  const constant = heads.map((head) => getRequest(bare.port, '/constant', head))
  const values = await bench.interleave({
    limit: () => requestsPerSecond(bench, load, bare.port, constant, sides.limit),
    ours: () => requestsPerSecond(bench, load, product.port, ours, sides.ours),
  })
  bench.report({
    name: `P8 REST ${what}`,
    unit: 'requests/s',
    better: 'higher',
    values: values.ours,
    limits: [
      { name: 'bare uWebSockets.js, constant answer of the same bytes', values: values.limit },
    ],
    judged: 'ratio',
    floor: 0.25,
    goal: 0.6,
    latency: sides.ours.latency.summary(),
    mix: `GET ${path}, ${CONNECTIONS} connections, ${heads.length} sessions`,
    notes: `${sides.ours.text}, ${sides.limit.text}`,
  })
}

async function accountsPage(
  bench: Bench,
  load: Remote<LoadCommands>,
  product: Product,
  staff: StaffSession,
): Promise<void> {
  const sessions = [staff]
  while (sessions.length < bench.size(STAFF_SESSIONS, 2)) {
    sessions.push(await product.signInStaff())
  }
  const requests = sessions.map(({ headers }) => {
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    return getRequest(product.port, PATHS.accounts, head)
  })
  const side = new Side('ours')
  const ours = (): Promise<number> => requestsPerSecond(bench, load, product.port, requests, side)
  const file = join(product.dataDir, 'openfloor.sqlite')
  const query = { file, statements: PAGE_STATEMENTS, seconds: bench.size(2, 0.1) }
  const alone: Peer = existsSync(file)
    ? { name: 'the SQLite query alone, one thread', rate: () => sqliteQueriesPerSecond(query) }
    : { missing: 'the product keeps no SQLite file' }
  bench.report({
    name: 'P8 REST accounts?limit=100',
    unit: 'requests/s',
    better: 'higher',
    ...(await besidePeers(bench, [alone], ours)),
    judged: 'ratio',
    floor: 0.5,
    goal: 0.8,
    latency: side.latency.summary(),
    notes: side.text,
    mix: `GET ${PATHS.accounts}, ${CONNECTIONS} connections, ${sessions.length} sessions`,
  })
}

/** The statements of the route: the page and the number of matches. */
const PAGE_STATEMENTS = [
  { sql: 'SELECT * FROM accounts ORDER BY login LIMIT ? OFFSET ?', params: [100, 0] },
  { sql: 'SELECT count(*) FROM accounts', params: [] },
]

/** The figures of one side of a ratio, besides its rate. */
class Side {
  readonly latency = new Histogram()
  readonly #who: string
  #clientCpu = 0

  constructor(who: string) {
    this.#who = who
  }

  add(result: HttpResult): void {
    this.latency.add(result.latency)
    this.#clientCpu = Math.max(this.#clientCpu, result.clientCpu)
  }

  /** A client at a whole core was the limit itself. */
  get text(): string {
    return `load client at ${Math.round(this.#clientCpu * 100)} % of a core (${this.#who})`
  }
}

/** Fails when requests were refused: a rate of refusals is not a figure. */
async function requestsPerSecond(
  bench: Bench,
  load: Remote<LoadCommands>,
  port: number,
  requests: readonly string[],
  side: Side,
): Promise<number> {
  const result = await load.call('http', {
    port,
    connections: CONNECTIONS,
    requests,
    warmUpSec: bench.size(0.5, 0.05),
    seconds: bench.size(2, 0.2),
  })
  if (result.failed > 0) {
    throw new Error(`${result.failed} of ${result.answers} failed: ${result.firstFailure}`)
  }
  if (result.answers === 0) throw new Error('no request was answered in time')
  side.add(result)
  return result.answers / result.seconds
}
