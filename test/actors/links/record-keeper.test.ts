import t from 'tap'
import { FeedsClient } from '../../../actors/links/feeds/feeds-client.js'
import { GatewaysClient } from '../../../actors/links/gateways/gateway-statuses.js'
import { type DeskAsk, RecordKeeper } from '../../../actors/links/record-keeper.js'
import { accept, type Outcome } from '../../../actors/thread/ask.js'
import { refuse } from '../../../engine/code.js'
import type { RecordBatch } from '../../../wire/thread/provider-records.js'
import { givenBatch, givenTransaction } from '../../given/records/provider-records.js'
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

/** Sources and a desk whose answers the test gives, one after the other. */
function answered() {
  const answers: ((answer: unknown) => void)[] = []
  const asked: string[] = []
  const pending = (what: string) => {
    asked.push(what)
    return new Promise<never>((resolve) => answers.push(resolve as (answer: unknown) => void))
  }
  const clock = new ManualClock()
  const [gateways, feeds] = [new GatewaysClient(), new FeedsClient()]
  const ask = (async (_: string, { number }: RecordBatch) => pending(`keep ${number}`)) as DeskAsk
  const keeper = new RecordKeeper({ ask, clock, logger: writtenLog(), gateways, feeds })
  const source = (name: string) => ({
    ask: async (_: 'records.take', { done }: { done: number }) => pending(`${name} ${done}`),
  })
  const answer = async (outcome: unknown): Promise<readonly string[]> => {
    answers.shift()?.(outcome)
    await settled()
    return asked.splice(0)
  }
  return { keeper, source, clock, answer, asked }
}

t.test('what a thread said that is gone is neither kept nor counted for the next', async (t) => {
  const { keeper, source, clock, answer, asked } = answered()
  const later = async (): Promise<readonly string[]> => {
    clock.advance(1_000)
    await settled()
    return asked.splice(0)
  }
  keeper.attach(source('A'))
  t.same(asked.splice(0), ['A 0'])
  t.same(await answer(refuse('unavailable', 'away')), [])
  t.same(await later(), ['A 0'], 'what was refused is asked for again')
  keeper.attach(source('B'))
  t.same(await answer(accept(givenBatch({ number: 1 }))), [], 'the batch is of another thread')
  t.same(await later(), ['B 0'])
  t.same(await answer(accept(givenBatch({ number: 1 }))), ['keep 1'])
  keeper.attach(source('C'))
  t.same(await answer(accept(null)), [])
  t.same(await later(), ['C 0'], 'it has kept nothing of this one')
})

t.test('an end does not wait for a desk that keeps nothing', async (t) => {
  const { keeper, source, waiting, kept, floor, clock } = given()
  floor.isAway = true
  keeper.attach(source)
  await settled()
  waiting.push(givenBatch({ number: 1 }))
  await keeper.settle()
  t.same([kept, clock.timers], [[], 0])
})

t.test('records that are left out are said again after a minute', async (t) => {
  const { keeper, source, waiting, log, clock } = given()
  keeper.attach(source)
  await settled()
  const said = async (number: number): Promise<number> => {
    waiting.push(givenBatch({ number, transactionsDropped: [[1, number]] }))
    keeper.wake()
    await settled()
    return log.lines.length
  }
  t.equal(await said(1), 1)
  clock.advance(59_999)
  t.equal(await said(2), 1)
  clock.advance(1)
  await settled()
  clock.advance(200)
  await settled()
  t.equal(await said(3), 2)
})

t.test('who wakes it while its work ends is not passed over', async (t) => {
  for (let turns = 0; turns < 12; turns++) {
    const { keeper, source, asked } = given()
    keeper.attach(source)
    for (let turn = 0; turn < turns; turn++) await Promise.resolve()
    keeper.wake()
    await settled()
    t.same(asked, [0, 0], `${turns} turns later`)
  }
})

t.test('what was left out is counted and said where nothing else waits, too', async (t) => {
  const { keeper, source, gateways, feeds, log, clock } = given()
  const began = clock.now()
  let left = 0
  source.ask = async () => {
    left++
    return accept(
      givenBatch({ number: 0, transactionsDropped: [[1, left]], newsDropped: [[3, left]] }),
    )
  }
  const gateway = 'transactions came faster than they are kept, and some were left out'
  const feed = 'news came faster than they are kept, and some were left out'
  const said = async () => {
    keeper.wake()
    await settled()
    return log.lines.length
  }
  keeper.attach(source)
  await settled()
  t.same([gateways.records.dropped, feeds.records.dropped], [1, 1])
  t.same(gateways.lines(1), [{ at: began, level: 'warn', text: gateway }])
  t.same(feeds.lines(3), [{ at: began, level: 'warn', text: feed }])
  clock.advance(59_999)
  t.equal(await said(), 2)
  clock.advance(1)
  t.equal(await said(), 4, 'a minute later it is said again')
  t.same([gateways.records.dropped, feeds.records.dropped], [3, 3])
})
