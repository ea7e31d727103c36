import { throws } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { apply, applyRecord } from '../../engine/account/apply.js'
import { checkAccount } from '../../engine/account/check.js'
import type {
  AccountEvent,
  AccountRecord,
  BalanceAction,
  DealEvent,
} from '../../engine/account/event.js'
import { HeldPositions } from '../../engine/account/holdings/held-positions.js'
import { Floor, positionOf } from '../given/floors/floor.js'
import { accountDigest, accountsDigest } from '../given/records/account-digest.js'
import { blankAccount, checkLedger, replay } from '../given/records/ledger.js'

const SYMBOLS = ['EURUSD', 'USDJPY', 'EURGBP', 'XAUUSD', 'BTCUSD']

const moves = fc.oneof(
  fc.record({
    kind: fc.constant('open' as const),
    symbol: fc.constantFrom(...SYMBOLS),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    hundredths: fc.integer({ min: 1, max: 60 }),
  }),
  fc.record({
    kind: fc.constant('close' as const),
    pick: fc.nat(10),
    hundredths: fc.option(fc.integer({ min: 1, max: 40 })),
  }),
  fc.record({
    kind: fc.constant('balance' as const),
    action: fc.constantFrom<BalanceAction>('deposit', 'withdraw', 'credit_in', 'credit_out'),
    cents: fc.integer({ min: 1, max: 500_000 }),
  }),
  fc.record({ kind: fc.constant('night' as const), cents: fc.integer({ min: -999, max: 999 }) }),
  fc.record({ kind: fc.constant('price' as const), points: fc.integer({ min: -900, max: 900 }) }),
)
type Move = typeof moves extends fc.Arbitrary<infer T> ? T : never

function play(history: readonly Move[]): Floor {
  const floor = new Floor()
  floor.balance('deposit', '20000')
  for (const move of history) {
    const open = [...floor.account.positions.keys()]
    if (move.kind === 'open') floor.open(move.symbol, move.side, (move.hundredths / 100).toFixed(2))
    else if (move.kind === 'balance') floor.balance(move.action, (move.cents / 100).toFixed(2))
    else if (move.kind === 'price') {
      const bid = 1.17 + move.points / 100_000
      floor.prices.set('EURUSD', bid.toFixed(5), (bid + 0.0001).toFixed(5))
    } else if (open.length > 0) {
      const id = open[move.kind === 'close' ? move.pick % open.length : 0] as number
      if (move.kind === 'night') floor.rollOver(id, (move.cents / 100).toFixed(2))
      else
        floor.close(id, move.hundredths === null ? undefined : (move.hundredths / 100).toFixed(2))
    }
  }
  return floor
}

t.test('whatever is traded, the books add up and a replay ends in the same state', (t) => {
  fc.assert(
    fc.property(fc.array(moves, { maxLength: 40 }), (history) => {
      play(history).settle()
    }),
    { numRuns: 150 },
  )
  t.end()
})

t.test('a replay may stop and go on anywhere', (t) => {
  fc.assert(
    fc.property(fc.array(moves, { maxLength: 25 }), fc.nat(25), (history, cut) => {
      const { records, account } = play(history)
      const half = replay(records.slice(0, cut), account.login)
      for (const record of records.slice(cut)) applyRecord(half, record)
      checkAccount(half)
      return accountDigest(half) === accountDigest(account)
    }),
    { numRuns: 50 },
  )
  t.end()
})

t.test('A1: seq rises by one with every event', (t) => {
  const floor = new Floor()
  floor.balance('deposit', '10000')
  t.equal(floor.account.seq, 1)
  const id = positionOf(floor.open('EURUSD', 'buy', '1'))
  t.equal(floor.account.seq, 4)
  floor.close(id)
  t.equal(floor.account.seq, 7)
  floor.settle()
  t.end()
})

t.test('V1: a position event is the whole row, so applying it again changes no figure', (t) => {
  const floor = new Floor()
  floor.balance('deposit', '10000')
  const decision = floor.open('EURUSD', 'buy', '1')
  const row = decision.ok ? decision.events[2] : undefined
  if (row?.type !== 'position') return t.fail('an opening has its position')
  const { seq } = floor.account
  apply(floor.account, row)
  checkAccount(floor.account)
  t.equal(floor.account.exposures.get(row.symbolId)?.count, 1)
  floor.account.seq = seq
  floor.settle()
  return t.end()
})

// The ledger stands behind every test that trades: it must see what is wrong.
t.test('the ledger check finds books that do not add up', (t) => {
  const played = () => {
    const floor = new Floor()
    floor.balance('deposit', '10000')
    const id = positionOf(floor.open('EURUSD', 'buy', '1'))
    floor.rollOver(id, '-7.77')
    floor.prices.set('EURUSD', '1.16000', '1.16010')
    floor.close(id, '0.40')
    return floor
  }
  played().settle()
  const last = (floor: Floor) => floor.records.at(-1) as AccountRecord
  const deal = (floor: Floor) => last(floor).events[1] as DealEvent
  const wrongs: Record<string, (floor: Floor) => void> = {
    'a cent more': (floor) => floor.account.balance++,
    'credit from nowhere': (floor) => floor.account.credit++,
    'a seq too many': (floor) => floor.account.seq++,
    'a forgotten record': (floor) => floor.records.pop(),
    'a record twice': (floor) => floor.records.push(last(floor)),
    'a deal id twice': (floor) => Object.assign(deal(floor), { id: 500 }),
    'another volume': (floor) => Object.assign(deal(floor), { volume: 30_000_000 }),
    'another swap': (floor) => Object.assign(deal(floor), { swap: -3_10 }),
    'another profit': (floor) => Object.assign(deal(floor), { profit: 1 }),
    'a time before': (floor) => Object.assign(last(floor), { at: 1 }),
    'a position gone': (floor) => {
      floor.account.positions = new HeldPositions()
    },
    'an exposure too large': (floor) => {
      for (const position of floor.account.positions.values()) floor.account.exposures.add(position)
    },
  }
  for (const [name, change] of Object.entries(wrongs)) {
    const floor = played()
    change(floor)
    throws(() => checkLedger(floor.records, floor.account), /./, name)
  }
  t.end()
})

t.test('the digest tells states apart, and not the order of accounts or positions', (t) => {
  const one = blankAccount(1)
  const two = blankAccount(2)
  two.balance = 5
  t.equal(accountsDigest([one, two]), accountsDigest([two, one]))
  t.not(accountDigest(one), accountDigest(two))
  const floor = play([])
  positionOf(floor.open('EURUSD', 'buy', '1'))
  positionOf(floor.open('USDJPY', 'sell', '1'))
  const digest = accountDigest(floor.account)
  floor.account.positions = HeldPositions.of(floor.account.positions.values().reverse())
  t.equal(accountDigest(floor.account), digest)
  t.end()
})

t.test('an account is as old as its first record, whatever comes after', async (t) => {
  const floor = new Floor()
  const first = floor.now
  floor.balance('deposit', '1')
  floor.now += 1_000
  floor.balance('deposit', '1')
  t.match(floor.account, { firstAt: first, lastRecordSeq: 2 })
})

t.test('moved stops leave a position where it is, and what is charged for it known', (t) => {
  const floor = new Floor()
  floor.balance('deposit', '10000')
  const ids = [1, 2, 3].map(() => positionOf(floor.open('EURUSD', 'buy', '0.1')))
  const { account } = floor
  const [symbols, group] = [{}, {}]
  account.exposures.rememberMargin(7, symbols, group, 100)
  const known = () => account.exposures.knownMargin(symbols, group, 100)
  floor.trail(ids[0] as number, '1.16000')
  t.same(
    account.positions.values().map(({ id, stopLoss }) => [id, stopLoss]),
    ids.map((id, i) => [id, i === 0 ? 116_000 : 0]),
  )
  t.equal(known(), 7)
  floor.rollOver(ids[1] as number, '-1.00')
  t.equal(known(), undefined, 'a swap weighs')
  floor.settle()
  t.end()
})

t.test('what is no trade moves what it names and nothing else', (t) => {
  const before = { ...blankAccount(1), nightThrough: 4, balancePrevMonth: 9 }
  const changed = (event: object): object => {
    const account = { ...before }
    apply(account, event as AccountEvent)
    return Object.fromEntries(
      Object.entries(account).filter(([name, value]) => value !== before[name as 'balance']),
    )
  }
  const seq = before.seq + 1
  const called = { type: 'standing', standing: 'margin_call', entered: true }
  t.same(changed(called), { seq, inMarginCall: true })
  t.same(changed({ ...called, standing: 'stop_out' }), { seq })
  t.same(changed({ type: 'night', through: 7 }), { seq, nightThrough: 7 })
  const day = { type: 'day', day: 20_000, balance: 5, endsMonth: false }
  const ended = { seq, day: 20_000, nightThrough: 0, balancePrevDay: 5 }
  t.same(changed(day), ended)
  t.same(changed({ ...day, endsMonth: true }), { ...ended, balancePrevMonth: 5 })
  t.same(changed({ type: 'restored_deal', profit: 5, credit: 5 }), { seq })
  const money = { balance: 1, credit: 2, commissionDue: 3, balancePrevDay: 4, balancePrevMonth: 5 }
  t.same(changed({ type: 'restatement', ...money }), { seq, ...money })
  t.end()
})
