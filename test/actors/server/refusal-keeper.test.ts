import t from 'tap'
import { RefusalKeeper } from '../../../actors/server/refusal-keeper.js'
import { accept } from '../../../actors/thread/ask.js'
import { refuse } from '../../../engine/code.js'
import type { RefusedBatch, RefusedNews, RefusedOf } from '../../../wire/thread/refused-request.js'
import { ManualClock } from '../links/manual-clock.js'

// Refused requests on their way to the desk, also while it is away.

const ROW = { login: 7, at: 5, code: 'trade.no_money', request: '{}' } as unknown as RefusedOf

function news(rows: number, over: Partial<RefusedNews> = {}): RefusedNews {
  return { rows: Array(rows).fill(ROW), more: [], codes: [], rules: [], ...over }
}

function given() {
  const clock = new ManualClock()
  const batches: RefusedBatch[] = []
  const desk = { isAway: false }
  const keeper = new RefusalKeeper({
    clock,
    keep: async (batch) => {
      batches.push(batch)
      return desk.isAway ? refuse('unavailable', 'away') : accept(null)
    },
  })
  return { clock, batches, desk, keeper }
}

t.test('a batch that was not kept comes again, the same', async (t) => {
  const { keeper, batches, desk } = given()
  desk.isAway = true
  keeper.heard(news(2))
  await keeper.flush()
  keeper.heard(news(1))
  desk.isAway = false
  await keeper.flush()
  await keeper.flush()
  await keeper.flush()
  t.same(
    batches.map(({ number, rows }) => [number, rows.length]),
    [
      [1, 2],
      [1, 2],
      [2, 1],
    ],
  )
})

t.test('rows beyond those that may wait are counted', async (t) => {
  const { keeper, batches } = given()
  keeper.heard(news(5_003, { codes: [['trade.no_money', 5_003]], rules: [[4, 2]] }))
  t.equal(keeper.byCode.get('trade.no_money'), 5_003)
  t.equal(keeper.byRule.get(4), 2)
  await keeper.flush()
  t.equal(batches[0]?.rows.length, 1_000)
  t.match(batches[0]?.more, [{ login: 7, code: 'trade.no_money', count: 3 }])
  await keeper.settle()
  t.equal(batches.length, 5)
})
