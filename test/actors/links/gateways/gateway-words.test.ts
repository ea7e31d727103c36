import t from 'tap'
import {
  type GatewaySettings,
  reportBody,
  sessionOrder,
  termsNamed,
  termsOf,
} from '../../../../actors/links/gateways/gateway-words.js'
import type { SessionReport } from '../../../../actors/links/gateways/provider-session.js'
import { VOLUME_SCALE as LOT } from '../../../../engine/units.js'
import type { ProviderOrder } from '../../../../wire/thread/provider-messages.js'
import { givenBook } from '../../../given/book.js'
import { gatewayRecord } from '../../../given/floors/provider-floor.js'

// An order in a provider's words and back: its own names, its decimals, what it counts, and our markups.

const EURUSD = 1
const TRANSLATED = {
  symbol_id: EURUSD,
  source: 'EUR/USD',
  source_digits: 4,
  bid_markup_pts: 2,
  ask_markup_pts: 3,
}

function settings(over: object = {}, mode = 'Units'): GatewaySettings {
  const record = gatewayRecord({ translates: [TRANSLATED], ...over } as never)
  const params = record.params.map((param) =>
    param.name === 'FIX Quantity Mode' ? { ...param, value: mode } : param,
  )
  return { record: { ...record, params } as never, book: givenBook() }
}

const ORDER = {
  id: '1001-7-2',
  symbolId: EURUSD,
  side: 1,
  volume: LOT / 2,
  limit: 0,
  filling: 'ioc',
} as unknown as ProviderOrder

t.test(
  'terms are of the symbol, by our number or by the name that the provider has for it',
  (t) => {
    const own = settings()
    const terms = termsOf(own, EURUSD)
    t.match(terms, { symbolId: EURUSD, source: 'EUR/USD', sourceDigits: 4, digits: 5 })
    t.same(termsNamed(own, 'EUR/USD'), terms)
    t.same(termsNamed(own, 'EURUSD'), terms, 'and by our own')
    t.match(termsNamed(own, 'USDJPY'), {
      symbolId: 2,
      source: 'USDJPY',
      digits: 3,
      sourceDigits: 3,
    })
    t.equal(termsNamed(own, 'EUR-USD'), undefined)
    t.equal(termsOf(own, 999), undefined)
    const gone = settings({ translates: [{ ...TRANSLATED, symbol_id: 999 }] })
    t.equal(termsNamed(gone, 'EUR/USD'), undefined)
    t.end()
  },
)

t.test('an order is said in the provider’s quantity, price and time in force', (t) => {
  const terms = termsOf(settings(), EURUSD)
  const lots = termsOf(settings({}, 'Lots'), EURUSD)
  if (terms === undefined || lots === undefined) throw new Error('it is given')
  const said = { id: '1001-7-2', symbol: 'EUR/USD', side: 'buy', quantity: '50000', limit: '' }
  t.strictSame(sessionOrder(ORDER, terms), { ...said, timeInForce: 'ioc' })
  t.match(sessionOrder(ORDER, lots), { quantity: '0.5' })
  t.match(sessionOrder({ ...ORDER, side: -1, filling: 'fok' }, terms), {
    side: 'sell',
    timeInForce: 'fok',
  })
  // The provider's ask is three points below what is shown; it has one decimal less.
  t.match(sessionOrder({ ...ORDER, limit: 110_013, filling: 'return' }, terms), {
    limit: '1.1001',
    timeInForce: 'day',
  })
  const rest = { kind: 'limit', price: 110_013, trigger: 0, expires_at: 7 } as const
  t.strictSame(sessionOrder({ ...ORDER, rest, replaces: '1001-7-1' }, terms), {
    ...said,
    timeInForce: 'ioc',
    replaces: '1001-7-1',
    rest: { kind: 'limit', price: '1.1001', trigger: '', expiresAt: 7 },
  })
  t.match(sessionOrder({ ...ORDER, rest: { ...rest, kind: 'stop' } }, terms), {
    rest: { kind: 'stop', price: '', trigger: '1.1001' },
  })
  const both = { ...rest, kind: 'stop_limit', trigger: 110_023 } as const
  t.match(sessionOrder({ ...ORDER, rest: both }, terms), {
    rest: { kind: 'stop_limit', price: '1.1001', trigger: '1.1002' },
  })
  t.end()
})

t.test('a report is said in our volumes and prices, of a symbol that is gone in none', (t) => {
  const terms = termsOf(settings(), EURUSD)
  const report: SessionReport = {
    order: '1001-7-2',
    symbol: 'EUR/USD',
    side: 'buy',
    state: 'filled',
    externalId: 'P1',
    execution: { id: 'E1', quantity: '50000', price: '1.1001' },
    total: '60000',
    average: '1.1002',
    text: 'done',
  }
  const plain = {
    gateway: 3,
    order: '1001-7-2',
    state: 'filled',
    external_id: 'P1',
    text: 'done',
  }
  const execution = { id: 'E1', volume: LOT / 2, price: 110_013 }
  const said = { ...plain, execution, total: 0.6 * LOT, average: 110_023 }
  t.strictSame(reportBody(3, report, terms), said)
  t.match(reportBody(3, { ...report, side: 'sell' }, terms), { execution: { price: 110_012 } })
  t.strictSame(reportBody(3, { ...report, execution: null, average: '' }, terms), {
    ...said,
    execution: null,
    average: 0,
  })
  const undoes = { execution: 'E0', quantity: '10000', price: '1.1' }
  t.strictSame(reportBody(3, { ...report, undoes }, terms), {
    ...said,
    undoes: { execution: 'E0', volume: 0.1 * LOT, price: 110_003 },
  })
  t.match(reportBody(3, { ...report, undoes: { ...undoes, quantity: '0' } }, terms), {
    undoes: { volume: 0, price: 0 },
  })
  t.strictSame(reportBody(3, { ...report, undoes }, undefined), {
    ...plain,
    execution: { id: 'E1', volume: 0, price: 0 },
    total: 0,
    average: 0,
    undoes: { execution: 'E0', volume: 0, price: 0 },
  })
  t.end()
})
