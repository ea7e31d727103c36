import { deepEqual, equal } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { decideCorrect, deletedRow } from '../../../../engine/account/audit/correct.js'
import {
  Recomputation,
  type RecomputedAccount,
} from '../../../../engine/account/audit/recompute.js'
import type { AccountEvent, AccountRecord, PositionSums } from '../../../../engine/account/event.js'
import type { Account } from '../../../../engine/account/state.js'
import { isRefusal } from '../../../../engine/code.js'
import { HEDGING, NETTING } from '../../../given/book.js'
import { Floor, positionOf } from '../../../given/floors/floor.js'
import { seededInts } from '../../../given/records/histories.js'
import { randomDays } from '../../../given/records/random-days.js'

function recomputed(
  records: readonly AccountRecord[],
  held: Iterable<number> = [],
): RecomputedAccount {
  const found = new Recomputation(held)
  for (const { events } of records.toReversed()) {
    for (const event of events.toReversed()) found.event(event)
  }
  return found.result(true)
}

/** A position's deals, added up one by one. */
function sumsOf(records: readonly AccountRecord[], id: number): PositionSums {
  const sums = { closedVolume: 0, profit: 0, commission: 0, fee: 0, swapPaid: 0 }
  for (const deal of records.flatMap(({ events }) => events)) {
    if (deal.type !== 'deal' || deal.positionId !== id) continue
    sums.profit += deal.profit
    sums.commission += deal.commission
    sums.fee += deal.fee
    sums.swapPaid += deal.swap
    if (deal.entry === 'inout') sums.closedVolume += deal.volumeClosed
    else if (deal.entry !== 'in') sums.closedVolume += deal.volume
  }
  return sums
}

function sameAsAccount(found: RecomputedAccount, account: Account, records: AccountRecord[]): void {
  const { balance, credit, commissionDue, balancePrevDay, balancePrevMonth } = found
  const money = { balance, credit, commissionDue, balancePrevDay, balancePrevMonth }
  const names = Object.keys(money) as (keyof typeof money)[]
  deepEqual(money, Object.fromEntries(names.map((name) => [name, account[name]])))
  equal(found.positions.size, account.positions.size)
  for (const held of account.positions.values()) {
    const { id } = held
    const dealt = found.positions.get(id)
    const { symbolId, side, volume, priceOpen, openRest } = held
    const told = { symbolId, side, volume, priceOpen, openRest, ...sumsOf(records, id) }
    for (const [name, value] of Object.entries(told)) {
      equal(dealt?.[name as keyof typeof dealt], value, `${name} of position ${id}`)
    }
    const { type: _, priceClose: __, closedAt: ___, ...row } = found.rows.get(id) as AccountRow
    deepEqual(row, held)
  }
}

type AccountRow = Extract<AccountEvent, { type: 'position' }>

t.test('over any days an account is what its deals and corrections make of it', async () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(HEDGING, NETTING), (seed, group) => {
      const floor = randomDays(group, seededInts(seed), 120)
      floor.settle()
      sameAsAccount(recomputed(floor.records), floor.account, floor.records)
    }),
    { numRuns: 120 },
  )
})

t.test(
  'a position that staff took out is none, whatever its deals; a price they set holds',
  (t) => {
    const floor = new Floor()
    floor.balance('deposit', '20000')
    const [gone, set] = ['1', '2'].map((lots) => positionOf(floor.open('EURUSD', 'buy', lots)))
    const held = floor.account.positions.get(gone as number)
    if (held === undefined) throw new Error('it is open')
    floor.record([deletedRow(floor.context(), held)])
    const decided = decideCorrect(floor.context(), floor.account, {
      positionId: set as number,
      version: 0,
      priceOpen: '1.50000',
      stopLoss: '',
      takeProfit: '',
      comment: undefined,
    })
    if (isRefusal(decided)) throw new Error(decided.message)
    floor.record(decided)
    floor.close(set as number, '0.5')
    const { positions } = recomputed(floor.records)
    t.same([...positions.keys()], [set])
    t.match(positions.get(set as number), { priceOpen: 150_000, volume: 1.5e8 })
    floor.settle()
    t.end()
  },
)

t.test('what an average left over leaves with its part of the volume', (t) => {
  const floor = new Floor().profile({ group: NETTING })
  floor.balance('deposit', '20000')
  const id = positionOf(floor.open('EURUSD', 'buy', '0.03'))
  floor.prices.set('EURUSD', '1.17001', '1.17020', floor.now)
  floor.open('EURUSD', 'buy', '0.04')
  const { openRest } = floor.account.positions.get(id) ?? {}
  floor.close(id, '0.02')
  t.not(openRest, 0)
  t.not(floor.account.positions.get(id)?.openRest, openRest)
  sameAsAccount(recomputed(floor.records), floor.account, floor.records)
  floor.settle()
  t.end()
})

t.test('what a closed position left is forgotten, unless the account says it holds it', (t) => {
  const floor = new Floor()
  floor.balance('deposit', '20000')
  const id = positionOf(floor.open('EURUSD', 'buy', '1'))
  floor.close(id)
  t.equal(recomputed(floor.records).rows.size, 0)
  t.match(recomputed(floor.records, [id]).rows.get(id), { volume: 0 })
  floor.settle()
  t.end()
})

t.test('deals that contradict each other end a position and nothing else', (t) => {
  const floor = new Floor()
  floor.balance('deposit', '20000')
  const id = positionOf(floor.open('EURUSD', 'buy', '1'))
  floor.close(id, '0.4')
  const records = floor.records.map((record) => ({
    ...record,
    events: record.events.map((event) =>
      event.type === 'deal' && event.entry === 'out' ? { ...event, volume: 5e8 } : event,
    ),
  }))
  t.equal(recomputed(records).positions.size, 0)
  const withoutOpening = floor.records.filter(
    ({ events }) => !events.some((event) => event.type === 'deal' && event.entry === 'in'),
  )
  t.equal(recomputed(withoutOpening).positions.size, 0)
  t.equal(recomputed(records).balance, floor.account.balance)
  t.end()
})

t.test('a day end that is not in the history says nothing of the balance then', (t) => {
  const found = new Recomputation([])
  t.match(found.result(false), { balancePrevDay: undefined, balancePrevMonth: undefined })
  t.match(found.result(true), { balancePrevDay: 0, balancePrevMonth: 0 })
  t.end()
})

t.test('the balance of the newest day end and the newest end of a month', (t) => {
  const found = new Recomputation([])
  const floor = new Floor()
  const deposit = (amount: string) => {
    floor.balance('deposit', amount)
    const deal = floor.records.at(-1)?.events[0]
    if (deal !== undefined) found.event(deal)
  }
  deposit('1')
  found.dayEnd(false)
  deposit('20')
  found.dayEnd(true)
  deposit('300')
  found.dayEnd(true)
  deposit('4000')
  const expected = { balance: 4321_00, balancePrevDay: 4320_00, balancePrevMonth: 4300_00 }
  t.match(found.result(true), expected)
  t.end()
})

t.test(
  'what is told of a position that no deal opened, or against what it is, ends nothing',
  (t) => {
    const floor = new Floor()
    floor.balance('deposit', '20000')
    const id = positionOf(floor.open('EURUSD', 'buy', '1'))
    const [, deal] = floor.records.at(-1)?.events ?? []
    if (deal?.type !== 'deal') return t.fail('it was opened by a deal')
    const held = floor.account.positions.get(id)
    if (held === undefined) return t.fail('it is open')
    const set = { ...held, priceOpen: 150_000 }
    const late = { ...deal, volume: 0.2e8, price: 118_000 }
    for (const [story, left] of [
      [[set], undefined],
      [[set, deal], { volume: 1e8, priceOpen: 117_010 }],
      [[deal, set], { volume: 1e8, priceOpen: 150_000 }],
      [[deal, { ...set, volume: 0 }], undefined],
      [[deal, { ...set, volume: 0 }, late], { volume: 0.2e8, priceOpen: 118_000 }],
      [[deal, { ...deal, side: -1, volume: 0.4e8 }], { volume: 0.6e8, priceOpen: 117_010 }],
      [[deal, { ...deal, entry: 'out', volume: 0.4e8 }], { volume: 0.6e8, priceOpen: 117_010 }],
    ] as const) {
      const found = new Recomputation([])
      for (const step of story.toReversed()) {
        // As of a provider's, whose deals may have parts before them.
        if ('entry' in step) found.deal({ ...step, externalId: 'X' })
        else found.correction(step)
      }
      const position = found.result(true).positions.get(id)
      t.same(position && { volume: position.volume, priceOpen: position.priceOpen }, left)
    }
    floor.settle()
    return t.end()
  },
)
