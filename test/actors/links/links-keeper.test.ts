import t from 'tap'
import { FeedsClient } from '../../../actors/links/feeds/feeds-client.js'
import { GatewayRelay } from '../../../actors/links/gateways/gateway-relay.js'
import { GatewaysClient } from '../../../actors/links/gateways/gateway-statuses.js'
import { LinksKeeper } from '../../../actors/links/links-keeper.js'
import type { DeskAsk } from '../../../actors/links/record-keeper.js'
import { createSharedBuffers } from '../../../actors/shared/shared-state.js'
import { systemClock } from '../../../actors/thread/clock.js'
import { silentLogger } from '../../../actors/thread/logger.js'
import { compileBook } from '../../../engine/book/book.js'
import { settled } from '../../given/timed-clock.js'
import { bookRecords } from './feeds/given-feed.js'

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
      ...{ shared: createSharedBuffers(), shards: 1, clockOffsetMs: 0, demo: false },
      ...{ outboundAllow: [], fixDirectory: '/nonexistent' },
    },
    ...{ clock: systemClock(), logger: silentLogger, relay: new GatewayRelay([]) },
    ...{ feeds: new FeedsClient(), gateways: new GatewaysClient() },
    ...{ book: () => book, ask: ask as unknown as DeskAsk },
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
