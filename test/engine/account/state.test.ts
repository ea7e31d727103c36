import t from 'tap'
import {
  type AccountProfile,
  applyProfile,
  emptyAccount,
  NO_ORDERS,
  NO_POSITIONS,
} from '../../../engine/account/state.js'

const PROFILE: AccountProfile = {
  login: 7,
  group: 'real\\a',
  leverage: 50,
  enabled: true,
  trading_enabled: false,
  limit_positions: 3,
  limit_orders: 4,
  archived: false,
}
const SETTINGS = {
  login: 7,
  groupPath: 'real\\a',
  leverage: 50,
  enabled: true,
  tradingEnabled: false,
  limitPositions: 3,
  limitOrders: 4,
  archived: false,
  selfOpened: false,
}
const NOTHING = {
  balance: 0,
  credit: 0,
  seq: 0,
  lastRecordSeq: 0,
  firstAt: 0,
  commissionDue: 0,
  inMarginCall: false,
  day: 0,
  nightThrough: 0,
  balancePrevDay: 0,
  balancePrevMonth: 0,
}

t.test('a new account has its settings, and nothing of its own', (t) => {
  const { positions, exposures, orders, pending, ...rest } = emptyAccount(PROFILE)
  t.strictSame(rest, { ...SETTINGS, ...NOTHING })
  t.same([positions.size, exposures.size, orders.size, pending.size], [0, 0, 0, 0])
  t.equal(positions, NO_POSITIONS)
  t.equal(orders, NO_ORDERS)
  for (const held of [orders, pending]) {
    t.throws(() => held.set(1, undefined as never), /is given maps of its own first/)
  }
  t.end()
})

t.test('settings that change leave the trading state as it is', (t) => {
  const account = emptyAccount(PROFILE)
  Object.assign(account, { balance: 5, seq: 6, inMarginCall: true })
  applyProfile(account, {
    login: 7,
    group: 'real\\b',
    leverage: 51,
    enabled: false,
    trading_enabled: true,
    limit_positions: 5,
    limit_orders: 6,
    archived: true,
  })
  const { positions: _p, exposures: _e, orders: _o, pending: _l, ...rest } = account
  t.strictSame(rest, {
    ...NOTHING,
    selfOpened: false,
    login: 7,
    groupPath: 'real\\b',
    leverage: 51,
    enabled: false,
    tradingEnabled: true,
    limitPositions: 5,
    limitOrders: 6,
    archived: true,
    balance: 5,
    seq: 6,
    inMarginCall: true,
  })
  t.end()
})
