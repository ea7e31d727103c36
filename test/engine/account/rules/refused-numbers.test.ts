import t from 'tap'
import {
  distanceNumbers,
  partNumbers,
  tickNumbers,
} from '../../../../engine/account/rules/refused-numbers.js'
import { isRefusal } from '../../../../engine/code.js'
import { wholeCommission } from '../../../../engine/config/kinds/commission.js'
import type { SymbolRecord } from '../../../../engine/config/records/symbol.js'
import { findErrors } from '../../../../wire/check/validate.js'
import { REFUSAL_NUMBERS } from '../../../../wire/schema/shared/refusals.js'
import { givenBook, HEDGING, symbolIn } from '../../../given/book.js'
import { Floor, orderOf, positionOf } from '../../../given/floors/floor.js'

// Goal: a refusal says in numbers what the request came up against, and what it says would do does.

type Numbers = Readonly<Record<string, string | number | null>>

function funded(symbol: Partial<SymbolRecord> = {}, amount = '10000'): Floor {
  const floor = new Floor({ symbols: { EURUSD: symbol } })
  floor.balance('deposit', amount)
  return floor
}

/** The numbers of a refusal with that code, which has their schema. */
function numbersOf(decision: unknown, code: keyof typeof REFUSAL_NUMBERS): Numbers {
  if (!isRefusal(decision)) throw new Error('it was done')
  t.equal(decision.code, code, decision.message)
  t.equal(findErrors(REFUSAL_NUMBERS[code], decision.numbers, 0), null, code)
  return (decision.numbers ?? {}) as Numbers
}

const isDone = (decision: { readonly ok: boolean }): boolean => decision.ok

t.test('no money: what is needed and what is free, in the currency', (t) => {
  const floor = funded({}, '100')
  const numbers = numbersOf(floor.open('EURUSD', 'buy', '1'), 'trade.no_money')
  t.same(numbers, { needed: '1170.10', free: '100.00', currency: 'USD' })
  floor.balance('deposit', '1070.09')
  t.notOk(isDone(floor.open('EURUSD', 'buy', '1')), 'a cent less')
  floor.balance('deposit', '0.01')
  t.ok(isDone(floor.open('EURUSD', 'buy', '1')), 'that much')
  t.match(numbersOf(floor.balance('withdraw', '5000.00'), 'trade.no_money'), { needed: '5000.00' })
  floor.settle()
  t.end()
})

t.test('no money for more: what it needs beside what is held, its commission included', (t) => {
  const tiers = [{ from: '0', to: '0', value: '3.5', min: '0', max: '0' }]
  const row = { mask: '*', mode: 'per_lot', charge: 'per_side', tiers } as const
  const commissions = [wholeCommission(row)]
  const floor = new Floor({ groups: { [HEDGING]: { commissions } } })
  floor.balance('deposit', '1300')
  positionOf(floor.open('EURUSD', 'buy', '1'))
  // 1,300.00 less 3.50, and 10.00 of spread, of which 1,170.10 are held.
  const numbers = numbersOf(floor.open('EURUSD', 'buy', '1'), 'trade.no_money')
  t.same(numbers, { needed: '1173.60', free: '116.40', currency: 'USD' })
  floor.balance('deposit', '1057.19')
  t.notOk(isDone(floor.open('EURUSD', 'buy', '1')), 'a cent less')
  floor.balance('deposit', '0.01')
  t.ok(isDone(floor.open('EURUSD', 'buy', '1')), 'that much')
  floor.settle()
  t.end()
})

t.test('volumes: the nearest that is traded is', (t) => {
  const symbol = { volume_min: '0.02', volume_max: '5', volume_step: '0.03', volume_limit: '7' }
  for (const [asked, nearest] of [
    ['0.01', '0.02'],
    ['0.03', '0.02'],
    ['0.035', '0.02'],
    ['0.036', '0.05'],
    ['0.07', '0.08'],
    ['9', '5'],
  ] as const) {
    const floor = funded(symbol, '1000000')
    const numbers = numbersOf(floor.open('EURUSD', 'buy', asked), 'trade.invalid_volume')
    t.same(numbers, { min: '0.02', max: '5', step: '0.03', nearest }, asked)
    t.ok(isDone(floor.open('EURUSD', 'buy', nearest)), nearest)
    const id = [...floor.account.positions.values()][0]?.id ?? 0
    const part = numbersOf(floor.close(id, '0.001'), 'trade.invalid_volume')
    t.match(part, { max: nearest, nearest: '0.02' })
    t.match(numbersOf(floor.close(id, '6'), 'trade.invalid_volume'), { nearest })
    t.ok(isDone(floor.close(id, '0.02')))
    floor.settle()
  }
  t.end()
})

t.test('a limit of volume: as much as there is room for', (t) => {
  const floor = funded({ volume_limit: '1', volume_step: '0.1', volume_min: '0.1' }, '1000000')
  t.ok(isDone(floor.open('EURUSD', 'buy', '0.6')))
  const numbers = numbersOf(floor.open('EURUSD', 'buy', '0.7'), 'trade.limit_volume')
  t.same(numbers, { min: '0.1', max: '0.4', step: '0.1', nearest: '0.4' })
  t.ok(isDone(floor.open('EURUSD', 'buy', '0.3')))
  const least = numbersOf(floor.open('EURUSD', 'buy', '0.4'), 'trade.limit_volume')
  t.same(least, { min: '0.1', max: '0.1', step: '0.1', nearest: '0.1' })
  t.ok(isDone(floor.open('EURUSD', 'buy', '0.1')))
  const full = numbersOf(floor.open('EURUSD', 'buy', '0.1'), 'trade.limit_volume')
  t.same(full, { min: '0.1', max: '0', step: '0.1', nearest: null })
  floor.settle()
  t.end()
})

t.test('stops and prices: the field, its distance, and the nearest that would do', (t) => {
  const symbol = { stops_level_pts: 13, tick_size: '0.00005' }
  for (const side of ['buy', 'sell'] as const) {
    for (const field of ['stopLoss', 'takeProfit'] as const) {
      const floor = funded(symbol)
      const wrong = floor.open('EURUSD', side, '0.1', { [field]: '1.17000' })
      const numbers = numbersOf(wrong, 'trade.invalid_stops')
      const name = field === 'stopLoss' ? 'stop_loss' : 'take_profit'
      t.match(numbers, { field: name, distance_pts: 13 })
      t.ok(isDone(floor.open('EURUSD', side, '0.1', { [field]: String(numbers['nearest']) })))
      const odd = floor.open('EURUSD', side, '0.1', { [field]: '1.100026' })
      t.same(numbersOf(odd, 'trade.invalid_stops'), {
        field: name,
        distance_pts: null,
        nearest: '1.10005',
      })
      floor.settle()
    }
    for (const kind of ['limit', 'stop'] as const) {
      const floor = funded(symbol)
      const what = `${side} ${kind}`
      const numbers = numbersOf(
        floor.place('EURUSD', what, '0.1', '1.17000'),
        'trade.invalid_price',
      )
      t.match(numbers, { field: 'price', distance_pts: 13 })
      t.ok(isDone(floor.place('EURUSD', what, '0.1', String(numbers['nearest']))), what)
      floor.settle()
    }
  }
  const floor = funded(symbol)
  const trailing = floor.open('EURUSD', 'buy', '0.1', { trailingPts: 5 })
  t.same(numbersOf(trailing, 'trade.invalid_stops'), {
    field: 'trailing_pts',
    distance_pts: 13,
    nearest: '13',
  })
  const inverted = floor.place('EURUSD', 'buy stop_limit', '0.1', '1.19000', {
    triggerPrice: '1.18000',
  })
  t.same(numbersOf(inverted, 'trade.invalid_price'), {
    field: 'price',
    distance_pts: 0,
    nearest: '1.18000',
  })
  for (const [text, nearest] of [
    ['0', '0.00005'],
    ['-1', '0.00005'],
    ['0.00002', '0.00005'],
    ['999999999999999999', null],
  ] as const) {
    const odd = floor.place('EURUSD', 'buy limit', '0.1', text)
    t.match(numbersOf(odd, 'trade.invalid_price'), { field: 'price', nearest }, text)
  }
  floor.settle()
  t.end()
})

t.test('frozen: which level the market is near to', (t) => {
  const floor = funded({ freeze_level_pts: 50 })
  const id = positionOf(floor.open('EURUSD', 'buy', '0.1', { takeProfit: '1.17040' }))
  t.same(numbersOf(floor.close(id), 'trade.frozen'), {
    field: 'take_profit',
    distance_pts: 50,
    nearest: null,
  })
  const order = orderOf(floor.place('EURUSD', 'buy limit', '0.1', '1.16990'))
  t.match(numbersOf(floor.delete(order), 'trade.frozen'), { field: 'price' })
  floor.settle()
  t.end()
})

t.test('limits of an account, and hours', (t) => {
  const floor = funded().profile({ limit_positions: 1, limit_orders: 1 })
  t.ok(isDone(floor.open('EURUSD', 'buy', '0.1')))
  t.ok(isDone(floor.place('EURUSD', 'buy limit', '0.1', '1.1')))
  t.same(numbersOf(floor.open('EURUSD', 'buy', '0.1'), 'trade.limit_positions'), { limit: 1 })
  t.same(numbersOf(floor.place('EURUSD', 'buy limit', '0.1', '1.1'), 'trade.limit_orders'), {
    limit: 1,
  })
  const day = new Date(floor.now).getUTCDay() || 7
  const next = (day % 7) + 1
  const session = { day: next, kind: 'trade', from_min: 60, to_min: 120 } as const
  const closed = funded({ sessions: [session] })
  const { opens_at } = numbersOf(closed.open('EURUSD', 'buy', '0.1'), 'trade.market_closed')
  closed.now = Date.parse(String(opens_at)) - 1
  t.match(closed.open('EURUSD', 'buy', '0.1'), { code: 'trade.market_closed' })
  closed.now++
  t.not((closed.open('EURUSD', 'buy', '0.1') as { code?: string }).code, 'trade.market_closed')
  floor.settle()
  t.end()
})

t.test('a part of a position: the nearest step, or the whole where that is nearer', (t) => {
  const terms = { volume_min: '0.3', volume_step: '0.2' }
  const symbol = symbolIn(givenBook({ symbols: { EURUSD: terms } }), 'EURUSD')
  for (const [asked, whole, nearest] of [
    [10, 100, '0.3'],
    [40, 100, '0.3'],
    [41, 100, '0.5'],
    [95, 100, '0.9'],
    [96, 100, '1'],
    [120, 100, '1'],
    [31, 40, '0.3'],
    [10, 20, '0.2'],
    [20, 20, '0.2'],
  ] as const) {
    const min = whole < 30 ? '0.2' : '0.3'
    const wanted = { min, max: String(whole / 100), step: '0.2', nearest }
    t.same(partNumbers(symbol, asked * 1e6, whole * 1e6), wanted, `${asked} of ${whole}`)
  }
  t.end()
})

t.test('a price on the ticks: the nearer one, the smaller of two as near, none of nothing', (t) => {
  const symbol = symbolIn(givenBook({ symbols: { EURUSD: { tick_size: '0.00005' } } }), 'EURUSD')
  for (const [text, nearest] of [
    ['1.17001', '1.17000'],
    ['1.170025', '1.17000'],
    ['1.1700250001', '1.17005'],
    ['1.17004', '1.17005'],
    ['0.00007', '0.00005'],
    ['0', '0.00005'],
    ['-1.17004', '0.00005'],
    ['x', '0.00005'],
  ] as const) {
    t.same(
      tickNumbers(symbol, 'price', text),
      { field: 'price', distance_pts: null, nearest },
      text,
    )
  }
  for (const [limit, side, nearest] of [
    [4, -1, null],
    [5, -1, '0.00005'],
    [4, 1, '0.00005'],
    [-4, 1, null],
  ] as const) {
    const numbers = distanceNumbers(symbol, 'stop_loss', 9, limit, side)
    t.same(numbers, { field: 'stop_loss', distance_pts: 9, nearest }, `${limit} ${side}`)
  }
  t.end()
})
