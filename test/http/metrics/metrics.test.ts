import { statfsSync } from 'node:fs'
import { Registry } from 'prom-client'
import t from 'tap'
import type { FeedStatus } from '../../../actors/links/feeds/feeds-client.js'
import type { GatewayStatus } from '../../../actors/links/gateways/gateway-statuses.js'
import type { Supervisor } from '../../../actors/server/supervisor.js'
import { createSharedBuffers, SharedCounters } from '../../../actors/shared/shared-state.js'
import { connectionMetrics } from '../../../http/metrics/connection-metrics.js'
import { diskMetrics } from '../../../http/metrics/disk-metrics.js'
import { type FrontFigures, frontMetrics } from '../../../http/metrics/front-metrics.js'
import { type JobParts, jobMetrics } from '../../../http/metrics/job-metrics.js'
import { FrontMetrics } from '../../../http/metrics/metrics.js'
import { scheduleMetrics } from '../../../http/metrics/schedule-metrics.js'
import { serverMetrics } from '../../../http/metrics/server-metrics.js'
import type { Route } from '../../../http/pipeline/route.js'
import type { SessionStore } from '../../../http/sessions/session-store.js'

/** The lines of the page that have a figure, without what all of their names begin with. */
async function figuresOf(registry: Registry): Promise<string[]> {
  const lines = (await registry.metrics()).split('\n')
  return lines.filter((line) => /^[^#]/.test(line)).map((line) => line.replace('openfloor_', ''))
}

/** Bounds in the order of the page, with the running total of each. */
function totalsOf(pairs: readonly (readonly [bound: string, total: number])[]) {
  return (name: string, labels: string) =>
    pairs.map(([bound, total]) => `${name}_bucket{${labels},le="${bound}"} ${total}`)
}

t.test('requests are counted by their times, a bound belonging to what is below it', async (t) => {
  const metrics = new FrontMetrics()
  t.teardown(() => metrics.registry.clear())
  const own = async () =>
    (await figuresOf(metrics.registry)).filter((line) => line.startsWith('http_request'))
  t.same(await own(), [])
  const list = { path: '/trader/v1/trades', method: 'GET' } as Route
  const times = [0.25, 0.5, 1.5, 10_000, 10_250]
  for (const ms of times) metrics.observe(list, 200, ms)
  metrics.observe(list, 429, 5_000)
  metrics.observe(null, 404, 2.5)
  const name = 'http_request_seconds'
  const bounds = [
    '0.0005',
    '0.001',
    '0.0025',
    '0.005',
    '0.01',
    '0.025',
    '0.05',
    '0.1',
    '0.25',
    '0.5',
    '1',
    '2.5',
    '5',
    '10',
    '+Inf',
  ]
  const totals = (counts: readonly number[]) =>
    totalsOf(bounds.map((bound, i) => [bound, counts[i] ?? 0]))
  const one = 'route="/trader/v1/trades",method="GET",status="200"'
  const refused = 'route="/trader/v1/trades",method="GET",status="429"'
  const none = 'route="none",method="none",status="404"'
  const page = [
    ...totals([2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 5])(name, one),
    `${name}_sum{${one}} 20.25225`,
    `${name}_count{${one}} 5`,
    ...totals([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1])(name, refused),
    `${name}_sum{${refused}} 5`,
    `${name}_count{${refused}} 1`,
    ...totals([0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])(name, none),
    `${name}_sum{${none}} 0.0025`,
    `${name}_count{${none}} 1`,
  ]
  t.same(await own(), page)
  t.match(
    await metrics.text(),
    '# HELP openfloor_http_request_seconds Time from the head of a request to its answer, by route and status.\n# TYPE openfloor_http_request_seconds histogram\n',
  )
  t.equal(metrics.mediaType, 'text/plain; version=0.0.4; charset=utf-8')
  metrics.registry.resetMetrics()
  t.same(await own(), [])
})

t.test('what ends in _total is a counter', async (t) => {
  const text = await new FrontMetrics().text()
  t.match(text, /^openfloor_nodejs_all_active_handles \d+$/m)
  t.same(text.match(/^# TYPE \w+_total gauge$/gm), null)
})

t.test('the front tells what it holds, and whom it turned away', async (t) => {
  const figures = {
    connections: { open: 1, refused: 2 },
    floods: { ended: 12, barred: 13 },
    addresses: { unreadNames: 14 },
    counts: { all: 3, unsigned: 4 },
    unsent: { held: 5, cut: 6 },
    packed: { held: 7, packed: 8, passed: 9 },
    rates: { refused: 10, size: 11 },
  } as FrontFigures
  const registry = new Registry()
  frontMetrics(registry, figures)
  const alone = [
    'http_connections 1',
    'http_connections_refused 2',
    'flooding_connections 12',
    'flooding_addresses 13',
    'http_unread_forwarded 14',
    'http_unsent_bytes 5',
    'http_answers_cut 6',
    'http_packing_bytes 7',
    'http_answers_packed 8',
    'http_answers_passed 9',
  ]
  const live = ['live_sockets 3', 'live_sockets_unsigned 4']
  const rated = ['http_rate_refused 10', 'http_rate_callers 11']
  t.same(await figuresOf(registry), [...alone, ...rated, ...live])
  const unrated = new Registry()
  frontMetrics(unrated, { ...figures, rates: undefined })
  const off = ['http_rate_refused 0', 'http_rate_callers 0']
  t.same(await figuresOf(unrated), [...alone, ...off, ...live])
  t.equal(
    await registry.getSingleMetricAsString('openfloor_live_sockets'),
    '# HELP openfloor_live_sockets Live sockets of both sides\n# TYPE openfloor_live_sockets gauge\nopenfloor_live_sockets 3',
  )
})

t.test('jobs, their results and the files that come in are told', async (t) => {
  const registry = new Registry()
  const parts = {
    jobs: { figures: { open: 1, resultBytes: 3 }, slices: 2 },
    results: { open: 4 },
    uploads: { open: 5 },
  } as JobParts
  jobMetrics(registry, parts)
  t.same(await figuresOf(registry), [
    'jobs_open 1',
    'job_slices 2',
    'job_result_bytes 3',
    'job_results_read 4',
    'uploads_open 5',
  ])
})

t.test('the schedule tells of each of its jobs, times in seconds', async (t) => {
  const registry = new Registry()
  const backup = { done: 1, failed: 2, doneAt: 3_000, dueAt: 4_500, isUnwell: true }
  const figures = [
    { job: 'backup', ...backup },
    { job: 'file_retention', ...backup, doneAt: 0, isUnwell: false },
  ] as const
  scheduleMetrics(registry, { figures }, { failing: 2 })
  const of = (job: string, doneAt: number, unwell: number) => [
    `schedule_runs_done{job="${job}"} 1`,
    `schedule_runs_failed{job="${job}"} 2`,
    `schedule_done_at_seconds{job="${job}"} ${doneAt}`,
    `schedule_due_at_seconds{job="${job}"} 4.5`,
    `schedule_unwell{job="${job}"} ${unwell}`,
  ]
  const lines = of('backup', 3, 1).flatMap((line, i) => [line, of('file_retention', 0, 0)[i]])
  t.same(await figuresOf(registry), [...lines, 'report_schedules_failing 2'])
})

t.test('room is told of each disk that is there', async (t) => {
  const registry = new Registry()
  const path = t.testdir()
  const { bavail, bsize, blocks } = statfsSync(path)
  diskMetrics(registry, [
    { keeps: 'data', path },
    { keeps: 'backups', path: `${path}/away` },
  ])
  const [free = '', size = '', ...others] = await figuresOf(registry)
  t.match(free, /^disk_free_bytes\{keeps="data"\} \d+$/)
  // Others write to it meanwhile.
  t.ok(Math.abs(Number(free.split(' ')[1]) / (bavail * bsize) - 1) < 0.2)
  t.equal(size, `disk_size_bytes{keeps="data"} ${blocks * bsize}`)
  t.same(others, [])
})

const FEED: FeedStatus = {
  state: 'online',
  lastError: '',
  quotesPerSec: 1.5,
  lastQuoteAt: 2_500,
  bytesIn: 3,
  bytesOut: 4,
}
const GATEWAY: GatewayStatus = {
  instance: 'one',
  state: 'online',
  lastError: '',
  since: 90,
  lastLogonAt: 91,
  logons: 1,
  answerMs: 92,
  latencyP50Ms: 93,
  latencyP99Ms: 94,
  bytesIn: 9,
  bytesOut: 10,
  seqIn: 7,
  seqOut: 8,
  instruments: 95,
  symbols: 96,
  orders: 2,
  fills: 4,
  rejects: 5,
  outbox: 6,
  openOrders: 3,
  profile: null,
  fillCounts: [1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 3],
  fillSeconds: 200.5,
}

/** The lines of a gateway that reports nothing or `GATEWAY`, in the order of the page. */
function gatewayLines(id: number, figures: readonly number[]): string[] {
  const names = [
    'online',
    'logons',
    'orders_sent',
    'orders_open',
    'fills',
    'rejects',
    'outbox',
    'messages_in',
    'messages_out',
    'bytes_in',
    'bytes_out',
  ]
  return names.map((name, i) => `gateway_${name}{gateway="${id}"} ${figures[i]}`)
}

const FILL_BOUNDS = [
  '0.001',
  '0.0025',
  '0.005',
  '0.01',
  '0.025',
  '0.05',
  '0.1',
  '0.25',
  '0.5',
  '1',
  '2.5',
  '5',
  '10',
  '30',
  '60',
  '+Inf',
]

function fillLines(id: number, totals: readonly number[], seconds: number): string[] {
  const name = 'gateway_fill_seconds'
  const pairs = FILL_BOUNDS.map((bound, i) => [bound, totals[i] ?? 0] as const)
  return [
    ...totalsOf(pairs)(name, `gateway="${id}"`),
    `${name}_sum{gateway="${id}"} ${seconds}`,
    `${name}_count{gateway="${id}"} ${totals.at(-1)}`,
  ]
}

/** By name of a figure, as the page has them: both connections of one, then of the next. */
const inTurn = (one: readonly string[], other: readonly string[]) =>
  one.flatMap((line, i) => [line, other[i]])

t.test('connections are told by their ids, and one that is deleted no more', async (t) => {
  const registry = new Registry()
  const records = { datafeeds: [{ id: 1 }, { id: 2 }], gateways: [{ id: 3 }, { id: 4 }] }
  const still: GatewayStatus = {
    ...GATEWAY,
    state: 'stopped',
    logons: 0,
    orders: 0,
    openOrders: 0,
    fills: 0,
    rejects: 0,
    outbox: 0,
    seqIn: 0,
    seqOut: 0,
    bytesIn: 0,
    bytesOut: 0,
    fillCounts: [],
    fillSeconds: 0,
  }
  const asked: unknown[] = []
  const supervisor = {
    book: { records },
    feeds: {
      status: ({ id }: { id: number }) =>
        id === 1 ? FEED : { ...FEED, state: 'connecting', quotesPerSec: 0, lastQuoteAt: 0 },
    },
    gateways: {
      status: ({ id }: { id: number }, now: number) => {
        asked.push(now)
        return id === 3 ? GATEWAY : still
      },
    },
  } as unknown as Supervisor
  connectionMetrics(registry, supervisor, () => 77)
  const feed = (id: number, figures: readonly number[]) =>
    ['online', 'quotes_per_second', 'last_quote_seconds', 'bytes_in', 'bytes_out'].map(
      (name, i) => `datafeed_${name}{datafeed="${id}"} ${figures[i]}`,
    )
  const silent = Array.from(FILL_BOUNDS, () => 0)
  const second = feed(2, [0, 0, 0, 3, 4])
  const fourth = gatewayLines(4, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  t.same(await figuresOf(registry), [
    ...inTurn(feed(1, [1, 1.5, 2.5, 3, 4]), second),
    ...inTurn(gatewayLines(3, [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), fourth),
    ...fillLines(3, [1, 1, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 7], 200.5),
    ...fillLines(4, silent, 0),
  ])
  t.same([...new Set(asked)], [77], 'as they are now')
  t.match(
    await registry.metrics(),
    '# HELP openfloor_gateway_fill_seconds Time from sending an order to its first fill.\n# TYPE openfloor_gateway_fill_seconds histogram\n',
  )
  records.datafeeds.shift()
  records.gateways.shift()
  t.same(await figuresOf(registry), [...second, ...fourth, ...fillLines(4, silent, 0)])
  registry.resetMetrics()
})

t.test('the trading side tells of its threads, queues and what it could not keep', async (t) => {
  const registry = new Registry()
  const counters = new SharedCounters(createSharedBuffers(), 2)
  const supervisor = {
    counters,
    book: { version: 5 },
    board: { offQuotes: 13 },
    shards: [
      { shard: 0, ready: true, waitingBytes: 100 },
      { shard: 1, ready: false, waitingBytes: 20 },
    ],
    accountsSetAside: new Map([
      [0, 3],
      [1, 4],
    ]),
    gateways: { records: { kept: 14, dropped: 15 } },
    feeds: { records: { kept: 16, dropped: 17 } },
    condition: { troubles: ['one', 'two'] },
    refusals: { byCode: new Map([['trade.no_money', 18]]), byRule: new Map([[3, 19]]) },
  } as unknown as Supervisor
  const queues = { passwords: { waiting: 8 }, queries: { waiting: 9 } }
  const sessions = { size: 10, keys: { size: 11 }, guesses: { count: 12 } } as SessionStore
  serverMetrics(registry, supervisor, sessions, 40, queues as Parameters<typeof serverMetrics>[4])
  const told = async () => Object.fromEntries((await figuresOf(registry)).map((l) => l.split(' ')))
  const fresh = {
    log_seq: '0',
    projection_seq: '0',
    projection_lag: '0',
    intake_pause_seconds: '0',
    'config_version{thread="front"}': '5',
    'config_version{thread="links"}': '0',
    'config_version{thread="shard-0"}': '0',
    'config_version{thread="shard-1"}': '0',
    passwords_waiting: '8',
    queries_waiting: '9',
    sessions: '10',
    api_keys: '11',
    api_keys_unknown: '12',
    shards_ready: '1',
    accounts_set_aside: '7',
    shard_waiting_bytes: '120',
    provider_fills_held: '0',
    symbols_off_quotes: '13',
    gateway_transactions_kept: '14',
    gateway_transactions_dropped: '15',
    news_kept: '16',
    news_dropped: '17',
    troubles: '2',
    log_lines_dropped_total: '0',
    'trade_refusals_total{code="trade.no_money"}': '18',
    'rule_refusals_total{rule="3"}': '19',
  }
  t.same(await told(), fresh)
  for (let i = 0; i < 30; i++) counters.nextSequence()
  counters.setProjectionSeq(5)
  counters.setConfigOfLinks(6)
  counters.setConfigOfShard(1, 7)
  counters.setHeldFillsOfShard(1, 8)
  t.same(await told(), {
    ...fresh,
    log_seq: '30',
    projection_seq: '5',
    projection_lag: '25',
    // Halfway from the free quarter to the bound.
    intake_pause_seconds: '0.0005',
    'config_version{thread="links"}': '6',
    'config_version{thread="shard-1"}': '7',
    provider_fills_held: '8',
  })
})
