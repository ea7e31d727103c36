import t from 'tap'
import { refuse } from '../../../../engine/code.js'
import type { Side } from '../../../../engine/units.js'
import type { FrontServices } from '../../../../http/routes/route.js'
import { withLiveFigures, withLivePrices } from '../../../../http/routes/trades/live-positions.js'
import { inLines, jsonFields } from '../../../../wire/format/json-parts.js'
import type { OpenOrderItem, PositionItem } from '../../../../wire/row/trade-items.js'
import { givenBook, HEDGING, symbolIn } from '../../../given/book.js'
import { GivenPrices } from '../../../given/prices.js'

// Stored rows with what is live in them, without a server.

const item = (login: number, id: number): PositionItem => ({
  login,
  id,
  symbolId: 1,
  fields: jsonFields({ id }),
})

/** Two shards, by the parity of logins; the odd one refuses the question of this number. */
function givenShards(refused = 0) {
  const asked: (readonly [shard: number, positions: string])[] = []
  const shards = [0, 1].map((index) => {
    let questions = 0
    return {
      ask: async (name: string, { positions }: { positions: readonly (readonly number[])[] }) => {
        t.equal(name, 'live_positions')
        asked.push([index, positions.map((one) => one.join('/')).join(' ')])
        if (index === 1 && ++questions === refused) return refuse('unavailable', 'away')
        return { ok: true, value: inLines(positions.map(([, id]) => jsonFields({ profit: id }))) }
      },
    }
  })
  const trading = { shardOf: (login: number) => shards[login % 2] }
  return { services: { trading } as unknown as FrontServices, asked }
}

t.test('positions have the figures of their shards, in the order of the list', async (t) => {
  const { services, asked } = givenShards()
  const rows = await withLiveFigures(services, [item(3, 30), item(2, 20), item(1, 10), item(3, 31)])
  t.same(
    rows.map((row) => JSON.parse(row)),
    [30, 20, 10, 31].map((id) => ({ id, profit: id })),
  )
  t.same(asked, [
    [1, '3/30 1/10 3/31'],
    [0, '2/20'],
  ])
})

t.test('a shard is asked for a hundred at a time, and no more once it refuses', async (t) => {
  const { services, asked } = givenShards(2)
  const items = Array.from({ length: 201 }, (_, i) => item(1, i + 1))
  const rows = await withLiveFigures(services, items)
  const counts = asked.map(([, positions]) => positions.split(' ').length)
  t.same(counts, [100, 100])
  t.same(JSON.parse(rows[99] ?? ''), { id: 100, profit: 100 })
  for (const i of [100, 200]) {
    const none = { price_current: null, profit: null, margin: null, point_value: null }
    t.same(JSON.parse(rows[i] ?? ''), { id: i + 1, ...none })
  }
  t.equal(rows.length, 201)
  const hundred = givenShards()
  await withLiveFigures(hundred.services, items.slice(0, 100))
  t.equal(hundred.asked.length, 1)
  const all = givenShards()
  await withLiveFigures(all.services, items)
  const [, second, third] = all.asked.map(([, positions]) => positions.split(' '))
  t.same([second?.[0], second?.length, third], ['1/101', 100, ['1/201']])
})

t.test(
  'an order that rests has the price at which it would fill, null while there is none',
  (t) => {
    const book = givenBook()
    const board = new GivenPrices(book, { EURUSD: ['1.17000', '1.17010'] })
    const services = { settings: { book }, board } as unknown as FrontServices
    const order = (name: string, side: Side): OpenOrderItem => ({
      group: HEDGING,
      symbolId: symbolIn(book, name).id,
      side,
      fields: jsonFields({ symbol: name }),
    })
    const orders = [order('EURUSD', 1), order('EURUSD', -1), order('USDJPY', 1)]
    t.same(
      withLivePrices(services, orders).map((row) => JSON.parse(row)),
      [
        { symbol: 'EURUSD', price_current: '1.17010' },
        { symbol: 'EURUSD', price_current: '1.17000' },
        { symbol: 'USDJPY', price_current: null },
      ],
    )
    t.end()
  },
)
