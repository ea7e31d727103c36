import t from 'tap'
import { MarginWatch } from '../../../engine/margin-watch/margin-watch.js'
import { givenAccount, givenPosition } from '../../given/account.js'
import { givenBook, HEDGING } from '../../given/book.js'
import { PointPrices } from './given-watch.js'

/** EURUSD is symbol 1; the group pays 100,000 points beside its spread. */
function watched(spread_diff_pts: number, listed: readonly [bid: number, ask: number]) {
  const book = givenBook({
    symbols: { EURUSD: { margin_hedged: '100000' } },
    groups: { [HEDGING]: { symbols: [{ mask: 'EURUSD', spread_diff_pts }] } },
  })
  const prices = new PointPrices()
  const watch = new MarginWatch(book, prices)
  const account = givenAccount(book, {})
  const tick = (bid: number, ask: number): string => {
    prices.quotes.set(1, { bid, ask, at: 0 })
    watch.tick(1)
    for (const _ of watch.due());
    return watch.standingOf(account.login)
  }
  tick(...listed)
  for (const [id, side] of [
    [1, 'buy'],
    [2, 'sell'],
  ] as const) {
    givenPosition(book, account, { id, symbol: 'EURUSD', side, volume: '1', open: '0.50000' })
  }
  // Each point of the spread costs a dollar.
  account.balance = 10_000_00
  watch.update(account)
  return { account, watch, tick }
}

t.test('what is hedged goes by the spread that the group sees', (t) => {
  const { account, watch, tick } = watched(40, [50_000, 50_010])
  for (const _ of watch.due());
  t.equal(watch.standingOf(account.login), 'fine')
  // 1,000 a lot and side of margin at a leverage of 100: called at equity of 1,000.
  account.balance = 1_000_00 + 50_00
  watch.update(account)
  t.equal(tick(50_000, 50_009), 'fine', 'one point above')
  t.equal(tick(50_000, 50_010), 'margin_call', '50 points of spread, where 10 are listed')
  t.equal(tick(50_000, 50_009), 'fine')
  t.end()
})

t.test('a group that sees less spread than is listed is told apart by the point as well', (t) => {
  const { account, watch, tick } = watched(-40, [50_000, 50_100])
  for (const _ of watch.due());
  t.equal(watch.standingOf(account.login), 'fine')
  account.balance = 1_000_00 + 60_00
  watch.update(account)
  t.equal(tick(50_000, 50_099), 'fine', 'one point above')
  t.equal(tick(50_000, 50_100), 'margin_call', '60 points of spread, where 100 are listed')
  t.equal(tick(50_000, 50_099), 'fine')
  t.end()
})

t.test('a bid that is no lower than a point narrows what the group sees', (t) => {
  const { account, watch, tick } = watched(100_000, [50_001, 50_011])
  for (const _ of watch.due());
  // The group sees 1 / 100,011.
  account.balance = 1_000_01 + 100_009_00
  watch.update(account)
  t.equal(tick(50_001, 50_011), 'margin_call')
  t.equal(tick(50_000, 50_010), 'fine', '1 / 100,010: the listed spread is the same')
  t.equal(tick(50_001, 50_011), 'margin_call')
  t.end()
})

t.test('in money what is hedged at no margin is watched, too', (t) => {
  const levels = { stop_out_mode: 'money', margin_call_level: '80', stop_out_level: '50' } as const
  const book = givenBook({
    symbols: { EURUSD: { margin_hedged: '0' } },
    groups: { [HEDGING]: levels },
  })
  const prices = new PointPrices()
  const watch = new MarginWatch(book, prices)
  // Each point of the spread costs a dollar.
  const account = givenAccount(book, { balance: '100' })
  for (const side of ['buy', 'sell'] as const) {
    givenPosition(book, account, { symbol: 'EURUSD', side, volume: '1', open: '1.10000' })
  }
  const tick = (spread: number): string => {
    prices.quotes.set(1, { bid: 110_000, ask: 110_000 + spread, at: 0 })
    watch.tick(1)
    for (const _ of watch.due());
    return watch.standingOf(account.login)
  }
  tick(10)
  watch.update(account)
  t.same([10, 20, 50, 19, 49].map(tick), ['fine', 'margin_call', 'stop_out', 'fine', 'margin_call'])
  t.end()
})
