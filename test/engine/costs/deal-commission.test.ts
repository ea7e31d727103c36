import t from 'tap'
import { moneyOf } from '../../../engine/account/money/money.js'
import type { Refusal } from '../../../engine/code.js'
import { wholeCommission } from '../../../engine/config/kinds/commission.js'
import type { CommissionTier, GroupCommission } from '../../../engine/config/records/group.js'
import { type BookChanges, HEDGING, NETTING } from '../../given/book.js'
import { type AcceptedTrade, Floor, positionOf } from '../../given/floors/floor.js'

/** 3.50 a lot unless told. */
function charging(
  given: Partial<Omit<GroupCommission, 'tiers'>> = {},
  tier: Partial<CommissionTier> = { value: '3.5' },
) {
  const tiers = [tier] as unknown as readonly CommissionTier[]
  const row = { mask: '*', mode: 'per_lot', charge: 'per_side', tiers, ...given } as const
  const commissions = [wholeCommission(row)]
  return { groups: { [HEDGING]: { commissions }, [NETTING]: { commissions } } }
}

function floorOf(path: string, deposit: string, changes: BookChanges = charging()): Floor {
  const floor = new Floor(changes).profile({ group: path })
  floor.balance('deposit', deposit)
  return floor
}

/** The deals of a decision: the entry, the commission, and the commission that is gathered. */
function charged(decision: AcceptedTrade | Refusal): (string | number)[][] {
  if (!decision.ok) throw new Error(`refused: ${decision.code} ${decision.message}`)
  return decision.events.flatMap((event) =>
    event.type === 'deal' ? [[event.entry, event.commission, event.commissionDue]] : [],
  )
}

const codeOf = (decision: AcceptedTrade | Refusal) => (decision.ok ? 'ok' : decision.code)

for (const path of [HEDGING, NETTING]) {
  t.test(`${path}: each deal is charged, and its balance falls by it at once`, async (t) => {
    const floor = floorOf(path, '10000')
    const opened = floor.open('EURUSD', 'buy', '2')
    t.same(charged(opened), [['in', -7_00, 0]])
    t.equal(floor.account.balance, 9993_00)
    const id = positionOf(opened)
    t.same(charged(floor.close(id, '0.5')), [['out', -1_75, 0]])
    t.same(charged(floor.close(id)), [['out', -5_25, 0]])
    t.equal(floor.account.balance, 10000_00 - 20_00 - 14_00, 'the spread and 4 lots')
    floor.settle()
  })

  t.test(`${path}: an opening must leave its margin covered after its commission`, async (t) => {
    for (const charge of ['per_side', 'per_deal', 'daily'] as const) {
      for (const [deposit, code] of [
        ['1173.60', 'ok'],
        ['1173.59', 'trade.no_money'],
      ] as const) {
        const floor = floorOf(path, deposit, charging({ charge }))
        t.equal(codeOf(floor.open('EURUSD', 'buy', '1')), code, `${charge} ${deposit}`)
        floor.settle()
      }
    }
    const floor = floorOf(path, '1173.59')
    t.match(floor.open('EURUSD', 'buy', '1'), {
      message:
        'The order needs 1170.10 USD of margin and 3.50 of commission, and 1173.59 are free.',
    })
  })

  t.test(`${path}: a daily commission is gathered, and equity falls by it`, async (t) => {
    const floor = floorOf(path, '10000', charging({ charge: 'daily' }))
    const opened = floor.open('EURUSD', 'buy', '2')
    t.same(charged(opened), [['in', 0, -7_00]])
    t.equal(floor.account.balance, 10000_00)
    t.same(charged(floor.close(positionOf(opened), '1')), [['out', 0, -3_50]])
    t.equal(floor.account.commissionDue, -10_50)
    const money = moneyOf(floor.account, floor.book, floor.prices)
    t.match(money, { commission: -10_50, equity: 10000_00 - 20_00 - 10_50 })
    t.equal(money.marginFree, 10000_00 - 20_00 - 10_50 - 1170_10)
    floor.settle()
  })

  t.test(`${path}: without a price to convert the commission nothing is traded`, async (t) => {
    const floor = floorOf(path, '100000', charging({ mode: 'points' }))
    floor.prices.set('EURGBP', '0.86650', '0.86670')
    const id = positionOf(floor.open('EURGBP', 'buy', '1'))
    floor.prices.remove('GBPUSD')
    const opening = floor.open('EURGBP', 'buy', '1')
    t.equal(codeOf(opening), 'trade.off_quotes')
    t.equal(codeOf(floor.close(id)), 'trade.off_quotes')
    floor.settle()
  })
}

t.test('without a price for the commission alone nothing is traded either', async (t) => {
  // It costs pounds; margin and profit are in dollars.
  const pounds = { base_currency: 'GBP', margin_currency: 'USD' }
  const given = charging({ mode: 'percent' })
  const floor = floorOf(HEDGING, '100000', { ...given, symbols: { GIVEN: pounds } })
  floor.prices.set('GIVEN', '1.35000', '1.35010')
  const id = positionOf(floor.open('GIVEN', 'buy', '0.1'))
  floor.prices.remove('GBPUSD')
  const says = /convert the commission to USD/
  t.match(floor.open('GIVEN', 'buy', '0.1'), { code: 'trade.off_quotes', message: says })
  t.match(floor.close(id), { code: 'trade.off_quotes', message: says })
  floor.settle()
})

t.test('per deal charges what opens and not what closes', async (t) => {
  const floor = floorOf(HEDGING, '10000', charging({ charge: 'per_deal' }))
  const opened = floor.open('EURUSD', 'buy', '2')
  t.same(charged(opened), [['in', -7_00, 0]])
  t.same(charged(floor.close(positionOf(opened))), [['out', 0, 0]])
  floor.settle()
})

t.test('a reversal is charged once: per side its volume, per deal what is new of it', async (t) => {
  for (const [charge, add, take, reverse] of [
    ['per_side', -3_50, -7_00, -10_50],
    ['per_deal', -3_50, 0, -7_00],
  ] as const) {
    const floor = floorOf(NETTING, '20000', charging({ charge }))
    positionOf(floor.open('EURUSD', 'buy', '2'))
    t.same(charged(floor.open('EURUSD', 'buy', '1')), [['in', add, 0]])
    t.same(charged(floor.open('EURUSD', 'sell', '2')), [['out', take, 0]])
    t.same(charged(floor.open('EURUSD', 'sell', '3')), [['inout', reverse, 0]])
    floor.settle()
  }
})

t.test('a reversal must leave its margin covered after its commission', async (t) => {
  // Selling 2 lots needs 2,340.00; 10.00 are lost to the spread, 3.50 were and 7.00 are charged.
  for (const [deposit, code] of [
    ['2360.50', 'ok'],
    ['2360.49', 'trade.no_money'],
  ] as const) {
    const floor = floorOf(NETTING, deposit)
    positionOf(floor.open('EURUSD', 'buy', '1'))
    t.equal(codeOf(floor.open('EURUSD', 'sell', '2')), code)
    floor.settle()
  }
})

t.test('what raises no margin is taken whatever it costs', async (t) => {
  const floor = floorOf(HEDGING, '1173.60')
  const id = positionOf(floor.open('EURUSD', 'buy', '1'))
  t.equal(codeOf(floor.open('EURUSD', 'sell', '1')), 'ok', 'a hedge')
  t.equal(codeOf(floor.close(id)), 'ok')
  floor.settle()
  const netting = floorOf(NETTING, '1173.60')
  positionOf(netting.open('EURUSD', 'buy', '1'))
  t.equal(codeOf(netting.open('EURUSD', 'sell', '1')), 'ok', 'a close')
  netting.settle()
})

t.test('a close by another position is free', async (t) => {
  const floor = floorOf(HEDGING, '10000', charging({}, { value: '3.5', min: '5' }))
  const buy = positionOf(floor.open('EURUSD', 'buy', '1'))
  const sell = positionOf(floor.open('EURUSD', 'sell', '2'))
  const by = { kind: 'close_by', positionId: buy, byPositionId: sell } as const
  const decision = floor.ask({ ...by, comment: '', reason: 'client', dealer: 0 })
  t.same(charged(decision), [
    ['out_by', 0, 0],
    ['out_by', 0, 0],
  ])
  floor.settle()
})

t.test('a commission is of the price of its deal', async (t) => {
  // 0.1 % of 100 ounces at the ask of 2,400.30.
  const floor = floorOf(HEDGING, '100000', charging({ mode: 'percent' }, { value: '0.1' }))
  const opened = floor.open('XAUUSD', 'buy', '1')
  t.same(charged(opened), [['in', -240_03, 0]])
  floor.prices.set('XAUUSD', '2500.00', '2500.30')
  t.same(charged(floor.close(positionOf(opened))), [['out', -250_00, 0]])
  floor.settle()
})

t.test('an order that rests is charged when it fills, not before', async (t) => {
  const floor = floorOf(HEDGING, '1170.10')
  t.equal(codeOf(floor.place('EURUSD', 'buy limit', '1', '1.16')), 'ok')
  t.equal(floor.account.balance, 1170_10)
  floor.settle()
})
