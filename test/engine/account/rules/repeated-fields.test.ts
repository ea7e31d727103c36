import t from 'tap'
import type { RepeatedFields, TradeRequest } from '../../../../engine/account/request.js'
import { checkRepeatedFields } from '../../../../engine/account/rules/repeated-fields.js'
import { isRefusal } from '../../../../engine/code.js'
import { refuseField } from '../../../../engine/reasons/fault.js'
import { say } from '../../../../engine/reasons/reasons.js'
import { Floor, orderOf, positionOf } from '../../../given/floors/floor.js'
import { PLAIN_CHANGE, PLAIN_CLOSE, PLAIN_OPEN, PLAIN_STOPS } from '../../../given/plain.js'

const NOTHING: RepeatedFields = { symbol: '', side: 0, orderKind: '' }

function given() {
  const floor = new Floor()
  floor.balance('deposit', '100000')
  const position = positionOf(floor.open('EURUSD', 'buy', '1'))
  const other = positionOf(floor.open('EURUSD', 'sell', '1'))
  const order = orderOf(floor.place('USDJPY', 'sell limit', '1', '160'))
  const kinds: Readonly<Record<'position' | 'order', readonly TradeRequest[]>> = {
    position: [
      { kind: 'close', positionId: position, volume: 0, ...PLAIN_CLOSE },
      {
        kind: 'close_by',
        positionId: position,
        byPositionId: other,
        comment: '',
        reason: 'client',
        dealer: 0,
      },
      { kind: 'stops', positionId: position, ...PLAIN_STOPS },
    ],
    order: [
      { kind: 'change', orderId: order, ...PLAIN_CHANGE },
      { kind: 'delete', orderId: order, comment: '', reason: 'client', dealer: 0 },
    ],
  }
  /** What the request is refused with that says so much, or that nothing is wrong. */
  const told = (request: TradeRequest, said: Partial<RepeatedFields>): string => {
    const refusal = checkRepeatedFields(floor.book, floor.account, {
      ...request,
      said: { ...NOTHING, ...said },
    })
    return refusal === undefined ? 'right' : `${refusal.code}: ${refusal.message}`
  }
  return { floor, position, order, kinds, told }
}

t.test('what is said of a position is what the position has', (t) => {
  const { position, kinds, told } = given()
  for (const request of kinds.position) {
    const { kind } = request
    t.equal(told(request, {}), 'right', kind)
    t.equal(told(request, { symbol: 'eurUSD', orderKind: 'market', side: 1 }), 'right', kind)
    t.equal(
      told(request, { symbol: 'EURGBP' }),
      `invalid_input: symbol: must be EURUSD, the symbol of position ${position}`,
    )
    t.equal(
      told(request, { side: -1 }),
      kind === 'stops'
        ? `invalid_input: side: must be buy, the side of position ${position}`
        : 'right',
      'a close is either side',
    )
    t.equal(
      told(request, { orderKind: 'limit' }),
      `invalid_input: order_kind: must match the kind of position ${position}: market`,
    )
  }
  t.end()
})

t.test('what is said of an order is what the order has', (t) => {
  const { floor, order, kinds, told } = given()
  for (const request of kinds.order) {
    t.equal(told(request, {}), 'right')
    t.equal(told(request, { symbol: 'usdjpy', side: -1, orderKind: 'limit' }), 'right')
    t.equal(
      told(request, { symbol: 'EURUSD' }),
      `invalid_input: symbol: must be USDJPY, the symbol of order ${order}`,
    )
    t.equal(
      told(request, { side: 1 }),
      `invalid_input: side: must be sell, the side of order ${order}`,
    )
    t.equal(
      told(request, { orderKind: 'stop' }),
      `invalid_input: order_kind: must match the kind of order ${order}: limit`,
    )
  }
  const id = orderOf(floor.place('EURUSD', 'buy stop_limit', '1', '1.19', { triggerPrice: '1.2' }))
  const wrong = `invalid_input: order_kind: must match the kind of order ${id}: stop limit`
  const request = { kind: 'delete', orderId: id, comment: '', reason: 'client', dealer: 0 } as const
  t.equal(told(request, { orderKind: 'stop' }), wrong)
  t.equal(told(request, { side: -1 }), `invalid_input: side: must be buy, the side of order ${id}`)
  t.end()
})

t.test('of what is not there, or names no row, nothing said is wrong', (t) => {
  const { floor, kinds, told } = given()
  const wrong = { symbol: 'XAUUSD', side: -1, orderKind: 'stop' } as const
  for (const request of [...kinds.position, ...kinds.order]) {
    t.equal(
      told({ ...request, positionId: 9999, orderId: 9999 } as unknown as TradeRequest, wrong),
      'right',
    )
    t.equal(
      checkRepeatedFields(floor.book, floor.account, request),
      undefined,
      'nor where nothing is said',
    )
  }
  const open = { kind: 'open', symbol: 'EURUSD', side: 1, volume: 1, ...PLAIN_OPEN } as const
  t.equal(told(open, wrong), 'right')
  t.end()
})

t.test('it is said before anything is decided, also of a symbol that is gone', (t) => {
  const { floor, position } = given()
  const said = { ...NOTHING, symbol: 'XAUUSD' }
  const told = (): unknown => {
    const decided = floor.close(position, '999', { said })
    return isRefusal(decided) && [decided.code, decided.message]
  }
  t.same(told(), ['invalid_input', `symbol: must be EURUSD, the symbol of position ${position}`])
  const gone = { ...floor.book, symbolsById: new Map() }
  t.same(
    checkRepeatedFields(gone, floor.account, {
      kind: 'close',
      positionId: position,
      volume: 0,
      ...PLAIN_CLOSE,
      said,
    }),
    refuseField('symbol', say('field.position_symbol', { id: position, symbol: '' })),
  )
  t.end()
})
