import t from 'tap'
import {
  decideCorrect,
  deletedRow,
  type PositionCorrection,
} from '../../../../engine/account/audit/correct.js'
import { because } from '../../../../engine/reasons/reasons.js'
import { givenBook, HEDGING } from '../../../given/book.js'
import { Floor, positionOf } from '../../../given/floors/floor.js'

/** A lot of EURUSD, bought at 1.17010 or sold at 1.17000. */
function given(side: 'buy' | 'sell' = 'buy') {
  const floor = new Floor()
  floor.balance('deposit', '100000')
  const stops = { stopLoss: side === 'buy' ? '1.1' : '1.2' }
  const id = positionOf(floor.open('EURUSD', side, '1', stops))
  const nothing = { version: 0, priceOpen: '', stopLoss: '', takeProfit: '', comment: undefined }
  const correct = (change: Partial<PositionCorrection>) => {
    return decideCorrect(floor.context(), floor.account, { positionId: id, ...nothing, ...change })
  }
  const held = () => {
    const position = floor.account.positions.get(id)
    if (position === undefined) throw new Error('it is open')
    return position
  }
  return { floor, id, correct, held }
}

t.test('a position of an archived account is not corrected until the account is back', (t) => {
  const floor = new Floor()
  floor.balance('deposit', '1000')
  const positionId = positionOf(floor.open('EURUSD', 'buy', '0.10'))
  const [stopLoss, takeProfit] = ['1.16000', '1.18000']
  const asked = { positionId, version: 0, priceOpen: '', stopLoss, takeProfit, comment: 'agreed' }
  const corrected = () => decideCorrect(floor.context(), floor.account, asked)
  floor.profile({ archived: true })
  t.match(corrected(), {
    ok: false,
    code: 'conflict',
    message: 'The account is archived and cannot be changed. Restore it first.',
  })
  floor.profile({})
  t.match(corrected(), [
    { type: 'correction', id: positionId, stopLoss: 116_000, takeProfit: 118_000 },
  ])
  floor.settle()
  t.end()
})

t.test('a correction is the row one version on, with what was given of it', (t) => {
  const { floor, correct, held } = given()
  floor.record([
    { ...held(), type: 'position', openRest: 7, version: 2, priceClose: 0, closedAt: 0 },
  ])
  const row = { ...held(), type: 'correction', version: 3, priceClose: 0, closedAt: 0 }
  t.same(correct({}), [row])
  for (const [change, after] of [
    [{ priceOpen: '1.16000' }, { priceOpen: 116_000, openRest: 0 }],
    [{ priceOpen: '1.17010' }, {}],
    [{ stopLoss: '1.3' }, { stopLoss: 130_000 }],
    [{ stopLoss: '0' }, { stopLoss: 0 }],
    [{ takeProfit: '1.1' }, { takeProfit: 110_000 }],
    [{ comment: 'agreed' }, { comment: 'agreed' }],
    [{ comment: '' }, { comment: '' }],
    [{ version: 2, comment: 'x' }, { comment: 'x' }],
  ] as const) {
    t.same(correct(change), [{ ...row, ...after }], JSON.stringify(change))
  }
  t.end()
})

t.test('what is not there, or is another one by now, is not corrected', (t) => {
  const { id, correct } = given()
  t.same(
    correct({ positionId: id + 1 }),
    because('trade.position_unknown.position', { id: id + 1 }),
  )
  t.match(correct({ version: 2 }), {
    ok: false,
    code: 'conflict',
    message:
      'The position has changed: it is now at version 1. Read it again, then repeat the change.',
  })
  t.end()
})

t.test(
  'a price is one of the symbol’s, and near the price that closes or else the held one',
  (t) => {
    for (const [side, least, most, market] of [
      ['buy', '0.01170', '117.00000', '1.17000'],
      ['sell', '0.01171', '117.01000', '1.17010'],
    ] as const) {
      const { floor, correct } = given(side)
      const wrong = (code: 'trade.invalid_price' | 'trade.invalid_stops', field: string) =>
        because(`${code}.far_field`, { field, factor: 100, market })
      const beyond = (Number(most) + 0.00001).toFixed(5)
      const below = (Number(least) - 0.00001).toFixed(5)
      for (const far of [beyond, below, '-1.17']) {
        t.same(correct({ priceOpen: far }), wrong('trade.invalid_price', 'price_open'), far)
        t.same(correct({ stopLoss: far }), wrong('trade.invalid_stops', 'stop_loss'), far)
        t.same(correct({ takeProfit: far }), wrong('trade.invalid_stops', 'take_profit'), far)
      }
      t.same(correct({ priceOpen: '0' }), wrong('trade.invalid_price', 'price_open'))
      for (const near of [least, most]) {
        t.match(correct({ stopLoss: near, takeProfit: near }), [{ type: 'correction' }], near)
      }
      t.match(correct({ priceOpen: least }), [{ priceOpen: side === 'buy' ? 1170 : 1171 }])
      for (const field of ['priceOpen', 'stopLoss', 'takeProfit']) {
        t.same(
          correct({ [field]: '1.170001' }),
          because('trade.invalid_price.digits', { symbol: 'EURUSD', digits: 5 }),
        )
      }
      floor.prices.remove('EURUSD')
      const held = side === 'buy' ? 'within 100 times 1.17010 ' : 'within 100 times 1.17000 '
      t.match(correct({ priceOpen: '200' }), { message: new RegExp(held) })
      floor.settle()
    }
    t.end()
  },
)

t.test('a price at which it would be worth too much is not taken', (t) => {
  const { floor, correct } = given()
  const symbols = { EURUSD: { contract_size: '100000000000' } }
  floor.book = givenBook({ symbols, groups: { [HEDGING]: { currency_digits: 2 } } })
  t.match(correct({ priceOpen: '100' }), [{ priceOpen: 10_000_000 }])
  t.match(correct({ priceOpen: '113' }), { code: 'trade.limit_volume' })
  floor.prices.set('EURUSD', '113.00000', '113.00010')
  t.match(correct({ comment: 'x' }), [{ comment: 'x' }], 'whatever it is worth by now')
  t.end()
})

t.test('what the position has it keeps, however far the market has gone from it', (t) => {
  const { floor, correct } = given()
  floor.prices.set('EURUSD', '0.00100', '0.00101')
  t.match(correct({ comment: 'x', priceOpen: '1.17010', stopLoss: '1.1' }), [
    { comment: 'x', priceOpen: 117_010, stopLoss: 110_000 },
  ])
  t.match(correct({ stopLoss: '1.2' }), { code: 'trade.invalid_stops' })
  floor.settle()
  t.end()
})

t.test('a position that is taken out is closed at that moment, at no price', (t) => {
  const { floor, held } = given()
  t.same(deletedRow(floor.context(), held()), {
    ...held(),
    type: 'correction',
    version: 2,
    volume: 0,
    priceClose: 0,
    closedAt: floor.now,
  })
  floor.settle()
  t.end()
})
