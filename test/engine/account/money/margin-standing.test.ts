import { equal } from 'node:assert/strict'
import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import t from 'tap'
import {
  type MarginStanding,
  marginStanding,
} from '../../../../engine/account/money/margin-standing.js'
import type { GroupRecord } from '../../../../engine/config/records/group.js'
import { givenBook, groupIn, HEDGING } from '../../../given/book.js'

function standing(
  equity: number,
  margin: number,
  group: Partial<GroupRecord> = {},
  hasPositions = true,
): MarginStanding {
  const book = givenBook({ groups: { [HEDGING]: group } })
  return marginStanding(groupIn(book), { equity, margin, hasPositions })
}

t.test('a percentage at a level is as below it, by the exact quotient', (t) => {
  t.equal(standing(1000_01, 1000_00), 'fine')
  t.equal(standing(1000_00, 1000_00), 'margin_call', 'at 100 percent')
  t.equal(standing(500_01, 1000_00), 'margin_call')
  t.equal(standing(500_00, 1000_00), 'stop_out', 'at 50 percent')
  t.equal(standing(-1, 1000_00), 'stop_out', 'equity below zero')
  const odd = { margin_call_level: '33.34', stop_out_level: '33.33' }
  t.equal(standing(33_333_4, 100_000_0, odd), 'margin_call', '33.3334 percent shows as 33.33')
  t.equal(standing(33_330_0, 100_000_0, odd), 'stop_out')
  t.equal(standing(1_00, 1_00), 'margin_call', 'small figures')
  t.equal(standing(1_01, 1_00), 'fine')
  const large = 1_000_000_000_000_000
  t.equal(standing(large, large), 'margin_call', 'products beyond 2^53')
  t.equal(standing(large + 1, large), 'fine')
  // A ten-thousandth of a cent above the level.
  const close = { margin_call_level: '99.99', stop_out_level: '99.98' }
  t.equal(standing(999_900_000_000_001, large + 1, close), 'fine')
  t.equal(standing(999_900_000_000_000, large + 1, close), 'margin_call')
  t.end()
})

t.test('a level in money looks at the equity alone', (t) => {
  const money = {
    stop_out_mode: 'money',
    margin_call_level: '200.50',
    stop_out_level: '100',
  } as const
  t.equal(standing(200_51, 5_000_00, money), 'fine')
  t.equal(standing(200_50, 1, money), 'margin_call')
  t.equal(standing(100_01, 1, money), 'margin_call')
  t.equal(standing(100_00, 1, money), 'stop_out')
  t.equal(standing(100_00, 0, money), 'stop_out', 'hedged free of margin')
  t.equal(standing(0, 0, money, false), 'fine', 'nothing held, nothing to judge')
  t.equal(standing(0, 1, money, false), 'stop_out', 'orders alone')
  t.end()
})

t.test('without margin there is no level in percent to fall to', (t) => {
  t.equal(standing(-5_00, 0), 'fine')
  t.equal(standing(0, 0, {}, false), 'fine')
  t.equal(standing(-5_00, -1), 'fine', 'nor with one below zero')
  t.end()
})

t.test('levels of zero: there is nothing left', (t) => {
  const zero = { margin_call_level: '0', stop_out_level: '0' }
  t.equal(standing(1, 1000_00, zero), 'fine')
  t.equal(standing(0, 1000_00, zero), 'stop_out')
  t.end()
})

t.test('property: the percentage is judged exactly, also beyond 2^53', (t) => {
  const amounts = fc.oneof(
    fc.integer({ min: -1_000_000, max: 1_000_000 }),
    fc.maxSafeInteger(),
    fc.integer({ min: -3, max: 3 }).map((off) => 9_000_000_000_000_000 + off),
  )
  const levels = fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 100)
  fc.assert(
    fc.property(amounts, amounts, levels, levels, (equity, charged, one, other) => {
      const margin = Math.abs(charged)
      const [low, high] = [Math.min(one, other), Math.max(one, other)]
      const group = { margin_call_level: high.toFixed(2), stop_out_level: low.toFixed(2) }
      const Wide = Decimal.clone({ precision: 60 })
      const isAtMost = (level: number) =>
        new Wide(equity).mul(100).lte(new Wide(level.toFixed(2)).mul(margin))
      const held = isAtMost(low) ? 'stop_out' : isAtMost(high) ? 'margin_call' : 'fine'
      equal(standing(equity, margin, group), margin === 0 ? 'fine' : held)
    }),
  )
  t.end()
})
