import t from 'tap'
import { keptNews } from '../../../actors/links/feeds/feed-news.js'
import { WaitingRecords } from '../../../actors/links/waiting-records.js'
import {
  NEWS_PER_BATCH,
  NEWS_WAITING_MAX,
  TRANSACTIONS_PER_BATCH,
  TRANSACTIONS_WAITING_MAX,
} from '../../../engine/limits/providers.js'
import type { RecordBatch } from '../../../wire/thread/provider-records.js'
import { givenTransaction } from '../../given/records/provider-records.js'

// What waits in the links thread to be kept.

t.test('a batch is given again until it is kept, and the next one after it', async (t) => {
  let said = 0
  const buffer = new WaitingRecords(() => {
    said++
  })
  const empty = buffer.take(0)
  t.match(empty, { number: 0, transactionCount: 0 })
  for (let n = 0; n <= TRANSACTIONS_PER_BATCH; n++) {
    buffer.transaction(givenTransaction({ orderId: n }))
  }
  t.equal(said, 1, 'it is said once')
  const first = buffer.take(0)
  t.equal(first.transactionCount, TRANSACTIONS_PER_BATCH)
  t.same(buffer.take(0), first, 'it may not have come')
  t.equal(buffer.take(0).number, 1)
  const second = buffer.take(1)
  t.match(second, { number: 2, run: first.run, transactionCount: 1 })
  t.match(JSON.parse(second.transactions), [{ orderId: TRANSACTIONS_PER_BATCH }])
  t.equal(said, 1)
  t.equal(buffer.take(2).number, 0)
  buffer.transaction(givenTransaction())
  t.equal(said, 2, 'once more after all of it was taken')
  t.equal(buffer.take(2).number, 3)
})

t.test('one more than may wait is left out and counted, and who adds goes on', async (t) => {
  const buffer = new WaitingRecords(() => undefined)
  const row = givenTransaction({ gateway: 4 })
  for (let n = 0; n < TRANSACTIONS_WAITING_MAX; n++) {
    if (!buffer.transaction(row)) throw new Error('there is room')
  }
  t.notOk(buffer.transaction(row))
  t.same(buffer.take(0).transactionsDropped, [[4, 1]])
  t.ok(buffer.transaction(row), 'there is room for as many as were taken')
})

t.test('each news is in one batch, in their order, and is called taken once', async (t) => {
  const buffer = new WaitingRecords(() => undefined)
  const taken: string[] = []
  const keys = Array.from({ length: NEWS_PER_BATCH + 1 }, (_, n) => `N${n}`)
  for (const key of keys) {
    const said = { headline: 'Rates', text: 'up', at: 1_000, id: key }
    buffer.news(keptNews(4, said, 1_000), () => taken.push(key))
  }
  const keysOf = (batch: RecordBatch) => batch.news.map((news) => news.key)
  const named = keys.map((key) => `id:${key}`)
  t.same(keysOf(buffer.take(0)), named.slice(0, NEWS_PER_BATCH))
  t.same(taken, [])
  t.same(keysOf(buffer.take(1)), named.slice(NEWS_PER_BATCH))
  t.same(taken, keys.slice(0, NEWS_PER_BATCH))
  t.match(buffer.take(2), { number: 0, news: [] })
  t.same(taken, keys)
})

t.test('the first that waits is said, and one news more than may wait is left out', async (t) => {
  let said = 0
  let taken = 0
  const buffer = new WaitingRecords(() => {
    said++
  })
  const news = keptNews(4, { headline: 'Rates', text: 'up', at: 1_000, id: 'N' }, 1_000)
  const take = (): void => {
    taken++
  }
  for (let n = 0; n < NEWS_WAITING_MAX; n++) {
    if (!buffer.news(news, take)) throw new Error('there is room')
  }
  t.same([said, taken], [1, 0])
  t.notOk(buffer.news(news, take))
  t.same([said, taken], [1, 1], 'it need not come again')
  t.same(buffer.take(0).newsDropped, [[4, 1]])
})

t.test('as many news as transactions are a batch, and what was kept is called taken once', (t) => {
  let said = 0
  const buffer = new WaitingRecords(() => {
    said++
  })
  const taken: string[] = []
  const news = (id: string) => {
    const one = { headline: 'Rates', text: 'up', at: 1_000, id }
    buffer.news(keptNews(4, one, 1_000), () => taken.push(id))
  }
  news('a')
  t.equal(said, 1, 'news are said to wait')
  buffer.transaction(givenTransaction())
  t.match(buffer.take(0), { number: 1, transactionCount: 1, news: [{ key: 'id:a' }] })
  t.same(taken, [])
  t.match([buffer.take(1), buffer.take(1)], [{ number: 0 }, { number: 0 }])
  t.same(taken, ['a'])
  buffer.leaveOut(4, () => taken.push('b'))
  t.same([said, taken], [2, ['a', 'b']], 'what is left out is said, too')
  t.end()
})
