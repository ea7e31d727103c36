import t from 'tap'
import { accountDrift, accountMargin } from '../../../engine/account/money/margin.js'
import { compileBook } from '../../../engine/book/book.js'
import type { SymbolRecord } from '../../../engine/config/records/symbol.js'
import { driftRates, driftWithin } from '../../../engine/margin-watch/margin-drift.js'
import { Prng } from '../../../engine/numbers/prng.js'
import { type GivenPosition, givenAccount } from '../../given/account.js'
import {
  givenBook,
  groupIn,
  HEDGING,
  leverageProfile,
  symbolIn,
  tierRule,
} from '../../given/book.js'
import { PointPrices, TIERS, WatchedWorld } from './given-watch.js'

/** `DRIFT_CASES=100000 node dist/test/engine/margin-watch/margin-drift.test.js` for a long run. */
const CASES = Number(process.env['DRIFT_CASES'] ?? 400)

t.test('property: a margin by the rates of now moves within its drift', (t) => {
  const world = new WatchedWorld(5, 0)
  const { book, prices } = world
  const group = groupIn(book, TIERS)
  const prng = new Prng(9)
  let [drifting, widest] = [0, 0]
  for (let i = 0; i < CASES; i++) {
    const account = givenAccount(book, { group: TIERS })
    for (let n = 1 + prng.below(5); n > 0; n--) world.openPosition(account)
    const drift = accountDrift(account, book, group)
    const margin = accountMargin(account, book, group, prices)
    if (drift === undefined || margin === undefined) continue
    drifting++
    const part = prng.unit() / 3
    for (let moves = 0; moves < 5; moves++) {
      const moved = new PointPrices()
      for (const [id, { bid, ask }] of prices.quotes) {
        // Two legs go together at most: each of them by less than half of the part.
        const by = 1 + (prng.unit() * 2 - 1) * 0.45 * part
        moved.quotes.set(id, { bid: Math.round(bid * by), ask: Math.round(ask * by), at: 0 })
      }
      const then = accountMargin(account, book, group, moved)
      const change = Math.abs((then ?? Number.NaN) - margin)
      const bound = drift.perPart * part + drift.symbols
      if (!(change <= bound)) t.fail(`${change} is more than ${bound}, case ${i}`)
      widest = Math.max(widest, change / bound)
    }
  }
  t.ok(drifting > CASES / 4, `${drifting} of them drift`)
  t.ok(widest > 0.05, `the bound is ${(1 / widest).toFixed(1)} times the widest move`)
  t.end()
})

t.test('a margin drifts only where a rule counts values in a third currency', (t) => {
  const { book } = new WatchedWorld(5, 0)
  const position = { symbol: 'EURUSD', side: 'buy', volume: '1', open: '1.17000' } as const
  const held = (group: string) => {
    const account = givenAccount(book, { group, positions: [position] })
    return accountDrift(account, book, groupIn(book, group))
  }
  t.equal(held(HEDGING), undefined, 'no profile')
  t.same(held(TIERS)?.conversions, [{ from: 'EUR', to: 'GBP' }])
  t.equal(held(TIERS)?.symbols, 1)
  const pounds = book.records.groups.map((group) => {
    return group.path === TIERS ? { ...group, currency: 'GBP' } : group
  })
  const own = compileBook({ ...book.records, groups: pounds }, book)
  const account = givenAccount(own, { group: TIERS, positions: [position] })
  t.equal(accountDrift(account, own, groupIn(own, TIERS)), undefined, 'the stored rates')
  t.end()
})

t.test('what a rule charges without those rates is no part of the drift', (t) => {
  const { book } = new WatchedWorld(5, 0)
  const euros = { symbol: 'EURUSD', side: 'buy', volume: '1', open: '1.17000' } as const
  // Its rule counts dollars, and so is its margin.
  const yen = { symbol: 'USDJPY', side: 'buy', volume: '3', open: '150.000' } as const
  const held = (...positions: GivenPosition[]) => {
    return accountDrift(givenAccount(book, { group: TIERS, positions }), book, groupIn(book, TIERS))
  }
  const alone = held(euros)
  t.ok((alone?.perPart ?? 0) > 0)
  t.same(held(euros, yen), { ...alone, symbols: 2 })
  t.equal(held(yen), undefined)
  t.end()
})

t.test('a rate that is hardly more than its last digit moves a margin by its rounding', (t) => {
  // A yen that is worth about 0.000000007 pounds: 7,000 units of the last of the rate's digits.
  const tiny: Partial<SymbolRecord> = {
    path: 'Given\\GBPYYY',
    base_currency: 'GBP',
    profit_currency: 'YYY',
    digits: 2,
    margin_currency: 'GBP',
    calc_mode: 'forex',
  }
  const traded: Partial<SymbolRecord> = {
    path: 'Given\\YYYUSD',
    base_currency: 'YYY',
    profit_currency: 'USD',
    digits: 5,
    margin_currency: 'YYY',
    contract_size: '1000000000',
    volume_max: '1000000',
  }
  // The whole margin goes by one tier's edge: a little more value is a lot more margin.
  const tiers = tierRule(
    'YYYUSD',
    'value',
    [
      ['7', '1'],
      ['0', '1000'],
    ],
    'GBP',
  )
  const book = givenBook({
    symbols: { GBPYYY: tiny, YYYUSD: traded },
    groups: { [HEDGING]: { leverage_profile_id: 1 } },
    profiles: [leverageProfile(tiers)],
  })
  const [pair, own] = [symbolIn(book, 'GBPYYY').id, symbolIn(book, 'YYYUSD').id]
  const prices = new PointPrices()
  const quote = (bid: number) => prices.quotes.set(pair, { bid, ask: bid, at: 0 })
  prices.quotes.set(own, { bid: 100_000, ask: 100_000, at: 0 })
  const group = groupIn(book)
  const position = { symbol: 'YYYUSD', side: 'buy', volume: '1', open: '1.00000' } as const
  const account = givenAccount(book, { positions: [{ ...position, rate: '0.001' }] })
  const drift = accountDrift(account, book, group)
  if (drift === undefined) return t.fail('it drifts')
  let widest = 0
  for (let bid = 14_000_000_000; bid < 15_000_000_000; bid += 7_654_321) {
    quote(bid)
    const rates = driftRates(drift, book, prices)
    const margin = accountMargin(account, book, group, prices) ?? Number.NaN
    for (const by of [-1, 1]) {
      quote(bid + by * 1_000_000)
      const change = Math.abs((accountMargin(account, book, group, prices) ?? Number.NaN) - margin)
      const bound = driftWithin(rates, 1_000_000 / bid)
      if (!(change <= bound)) t.fail(`${change} is more than ${bound} at ${bid}`)
      widest = Math.max(widest, change / driftWithin({ ...rates, rounding: 0 }, 1_000_000 / bid))
    }
  }
  t.ok(widest > 1, `without the rounding it would be ${widest} times the bound`)
  return t.end()
})

t.test('the bound holds up to a half of the rates, and nowhere without a way between them', (t) => {
  const { book, prices } = new WatchedWorld(5, 0)
  const drift = { perPart: 100, symbols: 3, conversions: [{ from: 'EUR', to: 'XXX' }] }
  const rates = { drift, conversions: [], rounding: 0.25 }
  t.equal(driftWithin(rates, 0.25), 53)
  t.equal(driftWithin(rates, 0.2501), Number.POSITIVE_INFINITY)
  const none = driftRates(drift, book, prices)
  t.same(none, { drift, conversions: [[]], rounding: Number.POSITIVE_INFINITY })
  t.equal(driftWithin(none, 0), Number.POSITIVE_INFINITY)
  t.end()
})
