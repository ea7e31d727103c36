import t, { type Test } from 'tap'
import { FeedsClient } from '../../../actors/links/feeds/feeds-client.js'
import { GatewayPorts } from '../../../actors/links/gateways/gateway-ports.js'
import { GatewaysClient } from '../../../actors/links/gateways/gateway-statuses.js'
import { LinksClient, type LinksWiring } from '../../../actors/links/links-client.js'
import type { DeskAsk } from '../../../actors/links/record-keeper.js'
import { LinksKeeper } from '../../../actors/server/links-keeper.js'
import { createSharedBuffers } from '../../../actors/shared/shared-state.js'
import { systemClock } from '../../../actors/thread/clock.js'
import { silentLogger } from '../../../actors/thread/logger.js'
import { compileBook } from '../../../engine/book/book.js'
import { say } from '../../../engine/reasons/reasons.js'
import { givenBatch } from '../../given/records/provider-records.js'
import { settled } from '../../given/timed-clock.js'
import { bookRecords } from '../links/feeds/given-feed.js'
import { ManualClock } from '../links/manual-clock.js'

t.test('a start is over when the thread has the settings that changed meanwhile', async (t) => {
  const bookOf = (version: number) => compileBook(bookRecords([['EURUSD', 5]], version))
  let book = bookOf(1)
  const asked: string[] = []
  const waiting: (() => void)[] = []
  let wake: () => void = () => undefined
  const ask = async (_: string, { kind }: { kind: string }) => {
    asked.push(kind)
    // The thread is about to start: what it starts with is read.
    if (asked.length === 2) book = bookOf(2)
    if (asked.length > 2) {
      const answer = new Promise<void>((resolve) => waiting.push(resolve))
      wake()
      await answer
    }
    return { ok: true, value: { kind, records: [] } }
  }
  const keeper = new LinksKeeper({
    data: {
      shared: createSharedBuffers(),
      shards: 1,
      clockOffsetMs: 0,
      demo: false,
      outboundAllow: [],
      fixDirectory: '/nonexistent',
    },
    clock: systemClock(),
    logger: silentLogger,
    ports: new GatewayPorts([]),
    feeds: new FeedsClient(),
    gateways: new GatewaysClient(),
    book: () => book,
    ask: ask as unknown as DeskAsk,
    moved: () => undefined,
    prices: () => undefined,
    trouble: (why) => t.equal(why, ''),
    later: () => t.fail('nothing has failed'),
    starts: () => undefined,
    isStopping: () => false,
  })
  t.teardown(() => keeper.stop())
  let isOver = false
  const started = keeper.start().then(() => {
    isOver = true
  })
  while (waiting.length < 2) {
    await new Promise<void>((resolve) => {
      wake = resolve
    })
  }
  t.same(asked, ['datafeeds', 'gateways', 'datafeeds', 'gateways'])
  await settled()
  t.equal(isOver, false)
  for (const resolve of waiting) resolve()
  await started
  t.equal(isOver, true)
})

/** A keeper whose thread is one that writes down what it is told, and what its others hear. */
function given(t: Test) {
  const told: unknown[][] = []
  const heard: unknown[][] = []
  const note = (who: string) => (what: unknown) => void heard.push([who, what])
  const floor = {
    version: 1,
    isStopping: false,
    isNews: true,
    fails: '',
    later: [] as [string, () => void][],
    wiring: undefined as LinksWiring | undefined,
    stopped: (): void => undefined,
    opens: undefined as Promise<void> | undefined,
  }
  const links = {
    config: (change: unknown) => told.push(['config', change]),
    book: ({ version }: { readonly version: number }) => told.push(['book', version]),
    opened: ({ kind }: { readonly kind: string }) => told.push(['opened', kind]),
    known: (prices: unknown) => told.push(['known', prices]),
    ask: async (name: string) => {
      told.push(['ask', name])
      return { ok: true, value: givenBatch({ number: 0 }) }
    },
    stop: () =>
      new Promise<void>((resolve) => {
        floor.stopped = resolve
      }),
  }
  const start = LinksClient.start
  t.teardown(() => {
    LinksClient.start = start
  })
  LinksClient.start = async (data, wiring) => {
    told.push(['start', data.book.version, Object.keys(data.opened)])
    if (floor.fails !== '') throw new Error(floor.fails)
    floor.wiring = wiring
    return links as unknown as LinksClient
  }
  const client = (who: string) => ({
    take: (report: unknown) => {
      heard.push([who, report])
      return floor.isNews
    },
    takeLine: (id: number, line: string) => heard.push([`${who} line`, id, line]),
    attach: (to: unknown) => heard.push([`${who} attached`, to === links]),
    keep: (records: unknown) => heard.push([`${who} keep`, records]),
    records: { begin: () => heard.push([`${who} records`]), take: () => [] },
  })
  const logged: string[] = []
  const log = (_: object, what: string) => logged.push(what)
  const keeper = new LinksKeeper({
    data: {
      shared: createSharedBuffers(),
      shards: 1,
      clockOffsetMs: 0,
      demo: false,
      outboundAllow: [],
      fixDirectory: '/nonexistent',
    },
    clock: new ManualClock(),
    logger: { info: log, warn: log, error: log } as never,
    ports: {
      heard: note('ports'),
      attach: (to: unknown) => heard.push(['ports attached', to === links]),
    } as never,
    feeds: client('feeds') as never,
    gateways: client('gateways') as never,
    book: () => compileBook(bookRecords([['EURUSD', 5]], floor.version)),
    ask: (async (_: string, { kind }: { kind: string }) => {
      await floor.opens
      return { ok: true, value: { kind, records: [] } }
    }) as unknown as DeskAsk,
    moved: () => heard.push(['moved']),
    prices: note('prices'),
    trouble: note('trouble'),
    later: (part, run) => floor.later.push([part, run]),
    starts: () => heard.push(['starts']),
    isStopping: () => floor.isStopping,
  })
  const take = (of: unknown[][]) => of.splice(0)
  return { keeper, floor, logged, told: () => take(told), heard: () => take(heard) }
}

const ATTACHED = (is: boolean) => [
  ['feeds attached', is],
  ['gateways attached', is],
  ['ports attached', is],
  ['gateways records'],
  ['feeds records'],
]

t.test('a thread that ends is started again later, until it starts', async (t) => {
  const { keeper, floor, logged, told, heard } = given(t)
  await keeper.start()
  heard()
  told()
  floor.wiring?.died(new Error('out of memory'))
  const trouble = (why: string) => ['trouble', say('health.links', { why })]
  t.same(heard(), [...ATTACHED(false), trouble('out of memory')])
  t.same(logged.splice(0), ['links ended; starting them again'])
  keeper.known([])
  t.same(told(), [])
  floor.fails = 'no room'
  const again = async () => {
    const [[part, run] = ['', () => undefined]] = floor.later.splice(0)
    t.equal(part, 'links')
    run()
    await settled()
  }
  await again()
  t.same(heard(), [['starts'], ...ATTACHED(false), trouble('no room')])
  floor.fails = ''
  await again()
  t.same(heard(), [['starts'], ...ATTACHED(true), ['trouble', null]])
  t.equal(floor.later.length, 0)
  floor.isStopping = true
  floor.wiring?.died(new Error('it was stopped'))
  t.same([heard(), floor.later], [[], []])
})
