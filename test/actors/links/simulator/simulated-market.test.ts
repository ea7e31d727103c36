import t from 'tap'
import {
  SIMULATED_SYMBOLS,
  SimulatedMarket,
} from '../../../../actors/links/simulator/simulated-market.js'
import { isMarket, pointsFromText } from '../../../../engine/pricing/points.js'
import { isSymbol } from '../../../../wire/dde/codec.js'

const START = Date.UTC(2026, 10, 20)
const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS

function mids(market: SimulatedMarket, now: number): Record<string, number> {
  const found: Record<string, number> = {}
  market.snapshot(now, (symbol, bid, ask) => {
    found[symbol] = (Number(bid) + Number(ask)) / 2
  })
  return found
}

t.test('the same seed gives the same market', async (t) => {
  const run = (seed: number): string[] => {
    const market = new SimulatedMarket(seed)
    const seen: string[] = []
    for (let i = 0; i < 200; i++) {
      market.move(START + i * 50, (symbol, bid, ask) => seen.push(`${symbol} ${bid} ${ask}`))
    }
    return seen
  }
  t.same(run(5), run(5))
  t.notSame(run(5), run(6))
})

t.test('a seed and a moment make these prices, and a move and a look at depth these', async (t) => {
  const seen: string[] = []
  const tell = (...quote: string[]): number => seen.push(quote.join(' '))
  const taken = (): string[] => seen.splice(0)
  const market = new SimulatedMarket(7)
  market.snapshot(START, tell)
  t.same(taken(), [
    'EURUSD 1.16836 1.16843',
    'GBPUSD 1.32101 1.32110',
    'USDJPY 154.378 154.388',
    'USDCHF 0.80614 0.80626',
    'AUDUSD 0.64704 0.64713',
    'USDCAD 1.40201 1.40213',
    'NZDUSD 0.57021 0.57034',
    'EURGBP 0.88439 0.88449',
    'EURJPY 180.373 180.389',
    'XAUUSD 4107.96 4108.20',
    'US500 6737.5 6738.0',
    'BTCUSD 93852.63 93867.67',
  ])
  const { symbol, bids, asks } = market.depth('BTCUSD', '93852.63', '93867.67')
  const told = (levels: typeof bids): string[] =>
    levels.map(({ price, lots }) => `${price} ${lots}`)
  t.equal(symbol, 'BTCUSD')
  t.same(told(bids), [
    '93852.63 1.9',
    '93847.06 4.4',
    '93843.89 3.6',
    '93839.90 6.8',
    '93834.95 3.5',
  ])
  t.same(told(asks), [
    '93867.67 1.5',
    '93873.53 3.2',
    '93878.09 4.5',
    '93881.33 5.2',
    '93885.83 2.5',
  ])
  t.same(told(market.depth('XAUUSD', '0.03', '4108.20').bids), ['0.03 1.5'], 'none is below 0')
  for (let i = 0; i < 3; i++) market.move(START, tell)
  t.same(taken(), [
    'EURUSD 1.16834 1.16842',
    'EURGBP 0.88438 0.88449',
    'EURJPY 180.370 180.387',
    'NZDUSD 0.57020 0.57034',
    'USDCAD 1.40203 1.40214',
  ])
  new SimulatedMarket(8).snapshot(START + 3 * DAY_MS, (...quote) => {
    if (quote[0] === 'US500') tell(...quote)
  })
  t.same(taken(), ['US500 6686.4 6687.0'])
})

t.test('a snapshot quotes every demo symbol as a market with its decimals', async (t) => {
  const seen: string[] = []
  new SimulatedMarket(1).snapshot(START, (symbol, bid, ask) => {
    seen.push(symbol)
    const decimals = bid.split('.')[1]?.length ?? 0
    t.ok(isSymbol(symbol))
    t.equal(ask.split('.')[1]?.length, decimals, symbol)
    t.ok(isMarket(pointsFromText(bid, decimals) ?? 0, pointsFromText(ask, decimals) ?? 0), symbol)
  })
  t.same(seen, SIMULATED_SYMBOLS)
  t.same(
    seen.join(' '),
    'EURUSD GBPUSD USDJPY USDCHF AUDUSD USDCAD NZDUSD EURGBP EURJPY XAUUSD US500 BTCUSD',
  )
})

t.test('crosses agree with their majors after every move', async (t) => {
  const market = new SimulatedMarket(2)
  const last: Record<string, number> = mids(market, START)
  let worst = 0
  for (let i = 0; i < 20_000; i++) {
    market.move(START, (symbol, bid, ask) => {
      last[symbol] = (Number(bid) + Number(ask)) / 2
    })
    const { EURUSD = 0, GBPUSD = 1, EURGBP = 0, USDJPY = 0, EURJPY = 0 } = last
    worst = Math.max(worst, Math.abs(EURUSD / GBPUSD - EURGBP) / 1e-5)
    worst = Math.max(worst, Math.abs(EURUSD * USDJPY - EURJPY) / 1e-3)
  }
  t.ok(worst < 4, `${worst.toFixed(2)} points apart at most`)
})

t.test('prices stay sensible for weeks and move all the time', async (t) => {
  const market = new SimulatedMarket(3)
  const first = mids(new SimulatedMarket(3), START)
  const low: Record<string, number> = { ...first }
  const high: Record<string, number> = { ...first }
  // The swing runs through its four weeks; the walk is bounded, and 300,000 moves are four hours of it.
  const moves = 300_000
  for (let i = 0; i < moves; i++) {
    const now = START + (4 * WEEK_MS * i) / moves
    market.move(
      now,
      i % 100 === 0
        ? (symbol, bid) => {
            low[symbol] = Math.min(low[symbol] as number, Number(bid))
            high[symbol] = Math.max(high[symbol] as number, Number(bid))
          }
        : () => undefined,
    )
  }
  for (const symbol of SIMULATED_SYMBOLS) {
    const range = (high[symbol] as number) / (low[symbol] as number) - 1
    t.ok(range > 0.005 && range < 0.16, `${symbol} moved within ${(range * 100).toFixed(1)} %`)
  }
})

t.test('after a restart prices go on near where they were', async (t) => {
  const market = new SimulatedMarket(4)
  for (let i = 0; i < 100_000; i++) market.move(START + WEEK_MS, () => undefined)
  const before = mids(market, START + WEEK_MS)
  const after = mids(new SimulatedMarket(5), START + WEEK_MS)
  for (const symbol of SIMULATED_SYMBOLS) {
    const jump = Math.abs((after[symbol] as number) / (before[symbol] as number) - 1)
    t.ok(jump < 0.05, `${symbol} jumped ${(jump * 100).toFixed(2)} %`)
  }
})
