import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { freePort } from '../../bench/free-port.js'
import { Histogram, type LatencySummary } from '../../bench/histogram.js'
import { getRequest, runHttp } from '../../bench/load/http-client.js'
import type { SocketProtocol } from '../../bench/load/order-frames.js'
import { QuoteReaders } from '../../bench/load/quote-readers.js'
import { SocketClient } from '../../bench/load/socket-client.js'
import type { TrafficResult, TrafficSpec } from '../../bench/load/traffic.js'

const port = await freePort()
const script = fileURLToPath(new URL('./spec-server.js', import.meta.url))
const server = spawn(process.execPath, [script, 'start'], {
  env: { ...process.env, PORT: String(port) },
  stdio: 'inherit',
})
t.teardown(() => server.kill('SIGKILL'))
const url = `http://127.0.0.1:${port}`
while (!(await fetch(`${url}/health`).catch(() => undefined))?.ok) {
  if (server.exitCode !== null) throw new Error('the test server ended')
}

const AGAIN_MAX = 50

const traffic: TrafficSpec = {
  mix: 'orders',
  inFlight: 4,
  rate: 0,
  warmUpSec: 0.02,
  seconds: 0.15,
}

async function run(
  spec: TrafficSpec,
  { sockets = 3, protocol = 'openfloor.json' as SocketProtocol, query = '' } = {},
): Promise<TrafficResult> {
  const client = await SocketClient.open({
    port,
    path: `/trader/v1/socket${query}`,
    protocol,
    tokens: Array.from({ length: sockets }, (_, i) => `token-${i}`),
    signIn: protocol === 'openfloor.json' ? 'frame' : 'header',
  })
  try {
    return await client.run(spec)
  } finally {
    client.close()
  }
}

function latencyOf(result: TrafficResult): LatencySummary {
  const histogram = new Histogram()
  histogram.add(result.latency)
  return histogram.summary()
}

/** The machine may be busy with something else: what depends on its time is measured until it fits. */
async function measured<T>(measure: () => Promise<T>, fits: (result: T) => boolean): Promise<T> {
  let result = await measure()
  for (let again = 0; again < AGAIN_MAX && !fits(result); again++) result = await measure()
  return result
}

async function left(): Promise<{ open: number; orders: number }> {
  const answer = (await (await fetch(`${url}/open-positions`)).json()) as {
    data: { open: number; orders: number }
  }
  return answer.data
}

for (const protocol of ['openfloor.json', 'openfloor.msgpack'] as const) {
  t.test(`closed loop in ${protocol}: every order is answered once and closed again`, async (t) => {
    const before = await left()
    const result = await run(traffic, { protocol })
    t.ok(result.answers > 0, `${result.answers} answers`)
    t.equal(result.refused, 0, result.firstRefusal)
    const apart = Math.abs(result.events - result.answers)
    t.ok(apart <= 3 * traffic.inFlight, 'the events beside the answers are told apart')
    t.equal(latencyOf(result).count, result.answers)
    const after = await left()
    t.equal(after.open, 0, 'no position stays open')
    t.ok(after.orders - before.orders >= result.answers, 'no client order id is used twice')
  })
}

t.test('many in flight arrive in few reads, and frames cut between reads are whole', async (t) => {
  const many = { ...traffic, inFlight: 1000 }
  const result = await measured(
    () => run(many, { sockets: 1 }),
    ({ answers }) => answers > 1000,
  )
  t.ok(result.answers > 1000)
  t.equal(result.refused, 0, result.firstRefusal)
  t.equal((await left()).open, 0)
})

t.test('refusals are counted, and the first one is kept to be shown', async (t) => {
  const result = await run(traffic, { query: '?mode=refuse' })
  t.equal(result.refused, result.answers)
  t.match(result.firstRefusal, /trade\.no_money/)
})

t.test('open loop keeps its rate', async (t) => {
  const open = { ...traffic, rate: 500, inFlight: 64, seconds: 0.4 }
  const isKept = ({ answers, seconds }: TrafficResult) =>
    Math.abs(answers / seconds / 500 - 1) < 0.2
  const result = await measured(() => run(open), isKept)
  t.ok(isKept(result), `${result.answers} answers in ${result.seconds} s`)
  t.equal(result.refused, 0, result.firstRefusal)
  t.equal((await left()).open, 0)
})

t.test('open loop charges a stall of the server to all that were due in it', async (t) => {
  const spec = { ...traffic, rate: 1000, inFlight: 2, warmUpSec: 0, seconds: 0.6 }
  const stalled = () => run(spec, { sockets: 2, query: '?mode=stall' })
  // 200 of the 600 were due while the server stood still, though only 4 could be in flight.
  const isCharged = ({ p50, p95, max }: LatencySummary) => max >= 150 && p95 >= 100 && p50 < 100
  const latency = await measured(async () => latencyOf(await stalled()), isCharged)
  t.ok(isCharged(latency), JSON.stringify(latency))
})

t.test('a socket that the server closes or never opens fails the run and says why', async (t) => {
  await t.rejects(run(traffic, { query: '?mode=drop' }), { message: 'closed with 4001 dropped' })
  await t.rejects(run(traffic, { query: '/nowhere' }), {
    message: /upgrade was refused: HTTP.*404/,
  })
})

t.test('http: answers are counted, refusals are kept apart', async (t) => {
  const good = getRequest(port, '/trader/v1/auth/me', ['Authorization: Bearer token-1'])
  const bad = getRequest(port, '/trader/v1/auth/me', [])
  const spec = { port, connections: 4, warmUpSec: 0.02, seconds: 0.1 }
  const result = await runHttp({ ...spec, requests: [good, good, good, bad] })
  t.ok(result.answers > 0, `${result.answers} answers`)
  const ofAll = (result.failed + result.answers) / 4
  t.ok(Math.abs(result.failed - ofAll) <= spec.connections, `${result.failed} of ${4 * ofAll}`)
  t.match(result.firstFailure, /^HTTP\/1\.1 401/)
})

t.test('readers count what every socket is sent', async (t) => {
  const { readers, opened } = await QuoteReaders.open({
    port,
    path: '/trader/v1/socket',
    protocol: 'openfloor.json',
    tokens: ['token-1'],
    count: 120,
    subscribe: '{"id":1,"op":"subscribe","args":{"symbols":["EURUSD","BTCUSD"]}}',
    burst: 0,
  })
  t.teardown(() => readers.close())
  t.same(opened, { count: 120, note: '' })
  const result = await measured(
    () => readers.read(0.2),
    ({ silent }) => silent === 0,
  )
  t.equal(result.silent, 0)
  t.ok(result.frames >= 120, `${result.frames} frames`)
  t.ok(result.bytes / result.frames > 60)
})
