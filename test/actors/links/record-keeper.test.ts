import t from 'tap'
import { FeedsClient } from '../../../actors/links/feeds/feeds-client.js'
import { GatewaysClient } from '../../../actors/links/gateways/gateway-statuses.js'
import { type DeskAsk, RecordKeeper } from '../../../actors/links/record-keeper.js'
import { accept, type Outcome } from '../../../actors/thread/ask.js'
import { refuse } from '../../../engine/code.js'
import type { RecordBatch } from '../../../wire/thread/provider-records.js'
import { givenBatch, givenTransaction } from '../../given/provider-records.js'
import { writtenLog } from './feeds/given-feed.js'
import { ManualClock } from './manual-clock.js'

// Batches on their way from the links thread to the desk, when either is not there.

function given() {
  const clock = new ManualClock()
  const log = writtenLog()
  const gateways = new GatewaysClient()
  const feeds = new FeedsClient()
  const kept: number[] = []
  const asked: number[] = []
  const waiting: RecordBatch[] = []
  const floor = { isAway: false, clock, log, gateways, feeds, kept, asked, waiting }
  const ask = (async (_name: string, batch: RecordBatch) => {
    if (floor.isAway) return refuse('unavailable', 'away')
    kept.push(batch.number)
    return accept(null)
  }) as unknown as DeskAsk
  const source = {
    async ask(_name: 'records.take', { done }: { done: number }): Promise<Outcome<RecordBatch>> {
      asked.push(done)
      if (waiting[0]?.number === done) waiting.shift()
      return accept(waiting[0] ?? givenBatch({ number: 0 }))
    },
  }
  const keeper = new RecordKeeper({ ask, clock, logger: log, gateways, feeds })
  return { ...floor, floor, keeper, source }
}

const settled = async (): Promise<void> => {
  for (let n = 0; n < 50; n++) await Promise.resolve()
}

t.test('one batch after the other is kept, with a rest, and then nothing is asked', async (t) => {
  const { keeper, source, waiting, kept, asked, clock } = given()
  waiting.push(givenBatch({ number: 1, rows: [givenTransaction()] }))
  waiting.push(givenBatch({ number: 2 }))
  keeper.attach(source)
  await settled()
  t.same([kept, asked], [[1], [0]], 'it rests')
  clock.advance(200)
  await settled()
  clock.advance(200)
  await settled()
  t.same(
    [kept, asked],
    [
      [1, 2],
      [0, 1, 2],
    ],
  )
  clock.advance(60_000)
  await settled()
  t.equal(asked.length, 3)
  waiting.push(givenBatch({ number: 3 }))
  keeper.wake()
  await settled()
  t.same(kept, [1, 2, 3])
})

t.test(
  'what the desk does not keep is brought again, and an end waits for it no longer',
  async (t) => {
    const { keeper, source, waiting, kept, floor, clock } = given()
    floor.isAway = true
    waiting.push(givenBatch({ number: 1 }))
    keeper.attach(source)
    await settled()
    clock.advance(1_000)
    await settled()
    t.same(kept, [])
    floor.isAway = false
    clock.advance(1_000)
    await settled()
    t.same(kept, [1])
    waiting.push(givenBatch({ number: 2 }), givenBatch({ number: 3 }))
    const end = keeper.settle()
    clock.advance(200)
    await end
    t.same(kept, [1, 2, 3], 'the end takes all that waits, without rests')
  },
)

t.test(
  'an end takes one batch after the other until none is left, and asks nothing after',
  async (t) => {
    const { keeper, source, waiting, kept, asked, clock } = given()
    keeper.attach(source)
    await settled()
    waiting.push(...[1, 2, 3].map((number) => givenBatch({ number })))
    await keeper.settle()
    t.same(kept, [1, 2, 3])
    t.same(asked, [0, 0, 1, 2, 3])
    t.equal(clock.timers, 0, 'and rests nowhere')
    keeper.wake()
    await settled()
    t.equal(asked.length, 5)
  },
)

t.test('another thread has other numbers, and its counts are added', async (t) => {
  const { keeper, source, waiting, asked, gateways, feeds, log, clock } = given()
  waiting.push(givenBatch({ number: 1, transactionsDropped: [[1, 5]], newsDropped: [[3, 4]] }))
  keeper.attach(source)
  await settled()
  keeper.attach(undefined)
  clock.advance(200)
  await settled()
  waiting.splice(0)
  waiting.push(
    givenBatch({ number: 1, run: 'other', transactionsDropped: [[1, 2]], newsDropped: [[3, 1]] }),
  )
  asked.splice(0)
  keeper.attach(source)
  await settled()
  t.equal(asked[0], 0)
  t.same([gateways.records.dropped, feeds.records.dropped], [7, 5])
  t.equal(log.lines.length, 2, 'it is said once a minute of each connection')
  t.match(gateways.lines(1), [{ level: 'warn', text: /left out/ }])
  t.match(feeds.lines(3), [{ level: 'warn', text: /left out/ }])
})
