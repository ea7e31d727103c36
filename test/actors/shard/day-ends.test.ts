import t from 'tap'
import { accountWithDefaults } from '../../../actors/desk/accounts/accounts.js'
import { recoverCore } from '../../../actors/shard/recovery.js'
import type { AccountRecord, DayEvent, PositionEvent } from '../../../engine/account/event.js'
import type { Book } from '../../../engine/book/compiled.js'
import { dateOfDay, dayNumber } from '../../../engine/calendar/server-day.js'
import { DEALER_QUEUE_MS } from '../../../engine/limits/trading.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import { decodeRecords } from '../../../wire/record/record.js'
import { LOGIN } from '../../given/account.js'
import { CONFIRM_ALL, givenBook, HEDGING } from '../../given/book.js'
import { GivenShard, type ShardParts, STOPPED_AT } from '../../given/floors/shard.js'
import { HandClock } from '../../given/hand-clock.js'
import type { MemoryDisk } from '../../given/memory-log.js'
import { GivenPrices } from '../../given/prices.js'
import { checkLedger } from '../../given/records/ledger.js'
import { openTables, projectAll, projector } from '../../given/records/projection.js'

const SWAPPED = {
  swap_mode: 'points',
  swap_long: '-5',
  swap_short: '2',
  swap_days: [1, 1, 3, 1, 1, 0, 0],
} as const
const book = givenBook({ symbols: { EURUSD: SWAPPED, USDJPY: SWAPPED } })
const at = (text: string): number => Date.parse(`${text}Z`)
const FIRST = '2026-01-05T12:00'

interface Given extends ShardParts {
  readonly clock: HandClock
}

function given(parts: Omit<ShardParts, 'clock'> = {}, clock = new HandClock(at(FIRST))): Given {
  return { book, prices: new GivenPrices(parts.book ?? book), ...parts, clock }
}

function shard(parts: Given): GivenShard {
  return new GivenShard(parts).profile().grantIds(100, 100_000)
}

function buy(floor: GivenShard, symbol = 'EURUSD', login = LOGIN): void {
  const reply = floor.request(floor.socket({ login }), 'trade', {
    kind: 'open',
    symbol,
    side: 'buy',
    volume: '1.00',
  })
  if (reply['code'] !== 'ok') throw new Error(JSON.stringify(reply))
}

const daysOf = (records: readonly AccountRecord[]): DayEvent[] =>
  records.flatMap(({ events }) => events.filter((event): event is DayEvent => event.type === 'day'))
const datesOf = (records: readonly AccountRecord[]): string[] =>
  daysOf(records).map(({ day }) => dateOfDay(day))
const swapsOf = (records: readonly AccountRecord[]): number[] =>
  daysOf(records).map(({ swap }) => swap)

/** Every record of the log, folded into accounts that begin with nothing: a restart without tables. */
function restarted(parts: Given, disk: MemoryDisk): GivenShard {
  const after = new GivenShard({ ...parts, disk }).grantIds(200_000, 300_000)
  for (const login of new Set(recordsOn(disk).map((record) => record.login)))
    after.profile({ login })
  for (const record of recordsOn(disk)) {
    after.core.ledger.replay(record)
    after.counters.raiseSequence(record.seq)
  }
  return after
}

const recordsOn = (disk: MemoryDisk): AccountRecord[] =>
  disk.entries.flatMap((entry) => [...decodeRecords(entry.bytes)])

t.test('midnight ends the day of every account that has a record, once', async (t) => {
  const parts = given()
  const floor = shard(parts).deposit('10000').profile({ login: 1002 }).profile({ login: 1003 })
  floor.deposit('500', 1003)
  buy(floor)
  floor.endDays()
  t.equal(daysOf(floor.records()).length, 0, 'its first day is not over')
  parts.clock.at = at('2026-01-06T00:00')
  floor.endDays()
  floor.endDays()
  t.same(datesOf(floor.records(LOGIN)), ['2026-01-05'])
  t.same(datesOf(floor.records(1003)), ['2026-01-05'])
  t.same(floor.records(1002), [], 'nothing ever happened to it')
  t.match(floor.account(), { day: dayNumber('2026-01-05'), balancePrevDay: 10_000_00 })
  checkLedger(floor.records(LOGIN), floor.account())
})

t.test('an archived account has no days', async (t) => {
  const parts = given()
  const floor = shard(parts).deposit('10000').profile({ archived: true })
  parts.clock.at = at('2026-01-06T00:00')
  floor.endDays()
  t.equal(daysOf(floor.records()).length, 0)
})

t.test('what is asked first after midnight finds the day ended', async (t) => {
  const parts = given()
  const floor = shard(parts).deposit('10000')
  buy(floor)
  parts.clock.at = at('2026-01-06T00:00')
  const position = [...floor.account().positions.keys()][0] as number
  const socket = floor.socket()
  const told = floor.turn(() =>
    floor.send(socket, 'trade', { kind: 'close', position_id: position }),
  )
  const [ended, closed] = floor.records(LOGIN).slice(-2) as [AccountRecord, AccountRecord]
  t.same(datesOf([ended]), ['2026-01-05'])
  t.match(ended, { requestKey: '', code: 'ok', at: parts.clock.at })
  t.match(
    closed.events.find(({ type }) => type === 'deal'),
    { swap: -5_00 },
  )
  t.match(
    told
      .filter(({ target }) => target === socket)
      .map(({ value }) => value['event'] ?? 'reply')
      .filter((name) => name !== 'money'),
    ['position', 'daily', 'order', 'deal', 'position', 'reply'],
  )
  floor.endDays()
  t.same(datesOf(floor.records(LOGIN)), ['2026-01-05'], 'and it is not ended again')
  checkLedger(floor.records(LOGIN), floor.account())
})

t.test('what waited over midnight is decided after the day has ended', async (t) => {
  const parts = given()
  const floor = shard(parts).deposit('10000')
  buy(floor)
  const first = { ...CONFIRM_ALL, id: 2, position: 0 }
  const delay = { ...first, action: 'delay', action_value: '1000' } as const
  floor.core.setBook(givenBook({ symbols: { EURUSD: SWAPPED }, routing: [delay, CONFIRM_ALL] }))
  parts.clock.at = at('2026-01-05T23:59:59.500')
  const position = [...floor.account().positions.keys()][0] as number
  const socket = floor.socket()
  floor.turn(() => floor.send(socket, 'trade', { kind: 'close', position_id: position }))
  t.equal(floor.account().positions.size, 1, 'it waits')
  parts.clock.at = at('2026-01-06T00:00:00.500')
  floor.turn(() => floor.core.parking.run())
  const [ended, closed] = floor.records(LOGIN).slice(-2) as [AccountRecord, AccountRecord]
  t.same(datesOf([ended]), ['2026-01-05'])
  t.match(
    closed.events.find(({ type }) => type === 'deal'),
    { swap: -5_00 },
  )
  t.equal(floor.account().positions.size, 0)
})

t.test('what waited over midnight and nobody answered ends after the day', async (t) => {
  const parts = given({
    book: givenBook({ routing: [{ ...CONFIRM_ALL, action: 'online_dealers' }] }),
  })
  const floor = shard(parts).deposit('10000')
  floor.turn(() => {
    floor.core.parking.dealing.setOnline([{ login: 7, scope: ['*'], sees_staff: true }])
  })
  parts.clock.at = at('2026-01-05T23:59:59')
  const order = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1.00' }
  floor.turn(() => floor.send(floor.socket(), 'trade', order))
  const before = floor.records(LOGIN).length
  parts.clock.at += DEALER_QUEUE_MS
  floor.turn(() => floor.core.parking.run())
  const after = floor.records(LOGIN).slice(before)
  t.same(
    after.map(({ code, events }) => [code, ...events.map(({ type }) => type)]),
    [
      ['ok', 'day'],
      ['trade.timeout', 'order'],
    ],
  )
})

t.test('what is opened after midnight pays no night before it', async (t) => {
  const parts = given()
  const floor = shard(parts).deposit('10000')
  parts.clock.at = at('2026-01-06T00:00:01')
  buy(floor)
  floor.endDays()
  t.same(swapsOf(floor.records(LOGIN)), [0])
  parts.clock.at = at('2026-01-07T00:00')
  floor.endDays()
  t.same(swapsOf(floor.records(LOGIN)), [0, -5_00])
})

t.test('the midnight after Wednesday counts three nights, those of the weekend none', async (t) => {
  const parts = given()
  const floor = shard(parts).deposit('10000')
  buy(floor)
  const swaps = Array.from({ length: 7 }, (_, i) => {
    parts.clock.at = at(FIRST) + (i + 1) * 86_400_000
    floor.endDays()
    return floor.account().exposures.get(1)?.swap
  })
  t.same(swaps, [-5_00, -10_00, -25_00, -30_00, -35_00, -35_00, -35_00])
})

t.test('missed days are caught up in order, each with its own multiplier', async (t) => {
  const parts = given()
  const floor = shard(parts).deposit('10000')
  buy(floor)
  parts.clock.at = at('2026-01-06T09:00')
  floor.endDays()
  parts.clock.at = at('2026-01-09T09:00')
  const after = restarted(parts, floor.disk)
  after.turn(() => undefined)
  after.endDays()
  const records = recordsOn(floor.disk)
  t.same(datesOf(records), ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08'])
  t.same(swapsOf(records), [-5_00, -10_00, -25_00, -30_00])
  checkLedger(records, after.account())
})

t.test('the first day to end is that of the first record, also when it was missed', async (t) => {
  const parts = given()
  const floor = shard(parts).deposit('10000')
  buy(floor)
  parts.clock.at = at('2026-01-08T09:00')
  const after = restarted(parts, floor.disk)
  after.endDays()
  t.same(datesOf(recordsOn(floor.disk)), ['2026-01-05', '2026-01-06', '2026-01-07'])
  t.same(swapsOf(recordsOn(floor.disk)), [-5_00, -10_00, -25_00])
})

t.test('an account that begins with the first moment of a day has none before it', async (t) => {
  const parts = given()
  const floor = shard(parts).profile({ login: 1002 }).deposit('10000', 1002)
  floor.endDays()
  parts.clock.at = at('2026-01-06T00:00')
  floor.deposit('10000')
  floor.endDays()
  t.same(datesOf(floor.records(LOGIN)), [])
  t.match(floor.core.ledger.dayEnds.takeNotices().at(-1), { what: 'done', accounts: 1, days: 1 })
  parts.clock.at = at('2026-01-07T00:00')
  floor.endDays()
  t.same(datesOf(floor.records(LOGIN)), ['2026-01-06'])
})

t.test('a stop anywhere in a day end leaves each account done or not', async (t) => {
  const logins = Array.from({ length: 9 }, (_, i) => 2001 + i)
  for (let cut = 0; cut <= logins.length; cut++) {
    const parts = given()
    const floor = shard(parts)
    for (const login of logins) {
      floor.profile({ login }).deposit('10000', login)
      buy(floor, 'EURUSD', login)
    }
    parts.clock.at = at('2026-01-06T00:00')
    floor.begin()
    for (let done = 0; done < cut; done++) {
      floor.core.ledger.dayEnds.slice(1)
      floor.finish()
      floor.begin()
    }
    // Decided and never committed.
    floor.core.ledger.dayEnds.slice(1)
    const after = restarted(parts, floor.disk)
    after.endDays()
    const records = recordsOn(floor.disk)
    for (const login of logins) {
      const own = records.filter((record) => record.login === login)
      t.same([datesOf(own), swapsOf(own)], [['2026-01-05'], [-5_00]], `cut ${cut}: ${login}`)
      checkLedger(own, after.account(login))
    }
  }
})

t.test('a slice is bounded, and what is asked between slices is answered', async (t) => {
  const parts = given()
  const floor = shard(parts)
  const logins = Array.from({ length: 700 }, (_, i) => 2001 + i)
  for (const login of logins) floor.profile({ login }).deposit('100', login)
  parts.clock.at = at('2026-01-06T00:00')
  const {
    ledger: { dayEnds },
  } = floor.core
  floor.turn(() => dayEnds.slice())
  const first = daysOf(floor.records()).length
  t.ok(first > 0 && first < logins.length, `${first} in the first slice`)
  floor.deposit('1', 2700)
  t.same(datesOf(floor.records(2700)), ['2026-01-05'], 'before its turn came')
  t.ok(floor.endDays() >= 2)
  t.equal(daysOf(floor.records()).length, logins.length)
})

t.test('no turn does more for day ends than its slice, whoever holds how much', async (t) => {
  const parts = given()
  const floor = shard(parts)
  const held = (i: number): number => (i === 3 ? 2500 : i < 7 ? 400 : 0)
  for (let i = 0; i < 300; i++) {
    const login = 2001 + i
    floor.profile({ login }).deposit('10000000', login)
    const socket = floor.socket({ login })
    const order = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
    floor.turn(() => {
      for (let n = 0; n < held(i); n++) floor.send(socket, 'trade', order)
    })
  }
  parts.clock.at = at('2026-01-06T00:00')
  const before = floor.disk.entries.length
  const slices = floor.endDays()
  const turns = floor.disk.entries.slice(before).map((entry) => [...decodeRecords(entry.bytes)])
  t.ok(turns.length > 6 && turns.length <= slices, `${slices} slices`)
  const ended = turns.map((records) => daysOf(records).length)
  const swapped = turns.map((records) => {
    return records.flatMap(({ events }) => events.filter(({ type }) => type === 'position')).length
  })
  t.equal(Math.max(...ended), 64, 'accounts of a turn')
  t.ok(Math.max(...swapped) < 2 * 1024, `${swapped} swaps of the turns`)
  t.equal(
    swapped.reduce((sum, rows) => sum + rows),
    2500 + 6 * 400,
  )
  t.equal(
    ended.reduce((sum, days) => sum + days),
    300,
  )
})

t.test('the night of one that holds much is found once, however many parts it has', (t) => {
  const parts = { ...given(), nightRowsMax: 10 }
  const floor = shard(parts).deposit('1000000')
  for (let n = 0; n < 95; n++) buy(floor)
  const { positions } = floor.account()
  parts.clock.at = at('2026-01-06T00:00')
  let looks = 0
  const keys = positions.keys.bind(positions)
  positions.keys = () => {
    looks++
    return keys()
  }
  t.equal(floor.endDays(1), 11)
  t.equal(looks, 1)
  t.equal(floor.account().positions, positions)
  t.end()
})

t.test(
  'the journal hears of a round’s begin and end, and of nothing when none was due',
  async (t) => {
    const parts = given()
    const floor = shard(parts).deposit('10000')
    buy(floor)
    floor.endDays()
    t.same(floor.core.ledger.dayEnds.takeNotices(), [])
    parts.clock.at = at('2026-01-07T00:00')
    floor.endDays()
    const date = '2026-01-06'
    const none = { accounts: 0, days: 0, swaps: 0, commissions: 0, unpriced: 0, waiting: 0 }
    t.same(floor.core.ledger.dayEnds.takeNotices(), [
      { what: 'begun', date, ...none },
      { what: 'done', date, ...none, accounts: 1, days: 2, swaps: 2 },
    ])
    t.same(restarted(parts, floor.disk).core.ledger.dayEnds.takeNotices(), [])
  },
)

t.test('each round is told of with the figures of its own', async (t) => {
  const parts = given()
  const prices = parts.prices as GivenPrices
  const floor = shard(parts).deposit('10000')
  buy(floor, 'USDJPY')
  const none = { accounts: 0, days: 0, swaps: 0, commissions: 0, unpriced: 0, waiting: 0 }
  const one = { ...none, accounts: 1, days: 1, swaps: 1 }
  for (const day of ['06', '07']) {
    parts.clock.at = at(`2026-01-${day}T00:00`)
    prices.remove('USDJPY')
    floor.endDays()
    prices.set('USDJPY', '150.000', '150.010')
    floor.endDays()
    const date = dateOfDay(dayNumber(`2026-01-${day}`) - 1)
    t.same(floor.core.ledger.dayEnds.takeNotices(), [
      { what: 'begun', date, ...none, waiting: 1 },
      { what: 'caught_up', date, ...one },
    ])
  }
  parts.clock.at = at('2026-01-08T00:00')
  floor.endDays()
  const date = '2026-01-07'
  t.same(floor.core.ledger.dayEnds.takeNotices(), [
    { what: 'begun', date, ...none },
    { what: 'done', date, ...one },
  ])
})

const clockOf = (utc_offset_min: number, daylight_saving: 'none' | 'eu' | 'us'): Book => ({
  ...book,
  clock: { utc_offset_min, daylight_saving },
})

t.test(
  'a day ends at the server’s midnight, also where its clock is put forward or back',
  async (t) => {
    const cases = [
      // 23 hours: summer time begins on 29 March at 01:00 UTC.
      [clockOf(60, 'eu'), '2026-03-28T23:00', '2026-03-29T22:00'],
      // 25 hours.
      [clockOf(60, 'eu'), '2026-10-24T22:00', '2026-10-25T23:00'],
      [clockOf(-300, 'us'), '2026-03-08T05:00', '2026-03-09T04:00'],
      // The clock shows midnight twice.
      [clockOf(-90, 'eu'), '2026-10-25T00:30', '2026-10-26T01:30'],
      [clockOf(120, 'none'), '2026-06-09T22:00', '2026-06-10T22:00'],
    ] as const
    for (const [server, from, to] of cases) {
      const parts = given({ book: server }, new HandClock(at(from)))
      const floor = shard(parts).deposit('10000')
      parts.clock.at = at(to) - 1
      floor.endDays()
      t.equal(daysOf(floor.records()).length, 0, `${from}: not yet`)
      parts.clock.at = at(to)
      floor.endDays()
      t.equal(daysOf(floor.records()).length, 1, `${from}: ended`)
      parts.clock.at = at(to) + 3_700_000
      floor.endDays()
      t.equal(daysOf(floor.records()).length, 1, `${from}: once`)
    }
  },
)

t.test('a clock put back over midnight by the settings ends no day twice', async (t) => {
  const parts = given()
  const floor = shard(parts).deposit('10000')
  parts.clock.at = at('2026-01-06T00:30')
  floor.endDays()
  floor.core.setBook(clockOf(-60, 'none'))
  floor.endDays()
  floor.core.setBook(book)
  floor.endDays()
  t.same(datesOf(floor.records()), ['2026-01-05'])
  parts.clock.at = at('2026-01-07T00:30')
  floor.endDays()
  t.same(datesOf(floor.records()), ['2026-01-05', '2026-01-06'])
})

t.test('a clock put forward over midnight by the settings ends the day at once', async (t) => {
  const parts = given({}, new HandClock(at('2026-01-05T12:30')))
  const floor = shard(parts).deposit('10000')
  parts.clock.at = at('2026-01-05T23:30')
  floor.endDays()
  t.same(datesOf(floor.records()), [])
  floor.core.setBook(clockOf(60, 'none'))
  floor.endDays()
  t.same(datesOf(floor.records()), ['2026-01-05'])
  parts.clock.at = at('2026-01-06T23:00')
  floor.endDays()
  t.same(datesOf(floor.records()), ['2026-01-05', '2026-01-06'])
})

t.test('one that is archived while it waits for a price is waited for no more', async (t) => {
  const parts = given()
  const prices = parts.prices as GivenPrices
  const floor = shard(parts).deposit('10000').profile({ login: 1002 }).deposit('10000', 1002)
  buy(floor, 'USDJPY')
  buy(floor, 'USDJPY', 1002)
  parts.clock.at = at('2026-01-06T00:00')
  prices.remove('USDJPY')
  floor.endDays()
  floor.profile({ login: 1002, archived: true })
  prices.set('USDJPY', '150.000', '150.010')
  floor.endDays()
  t.match(floor.core.ledger.dayEnds.takeNotices().at(-1), {
    what: 'caught_up',
    accounts: 1,
    waiting: 0,
  })
  t.same(daysOf(floor.records(1002)), [])
})

t.test('an account waits for the price of a swap, and trades meanwhile', async (t) => {
  const parts = given()
  const prices = parts.prices as GivenPrices
  const floor = shard(parts).deposit('10000')
  buy(floor, 'USDJPY')
  parts.clock.at = at('2026-01-06T00:00')
  prices.remove('USDJPY')
  floor.endDays()
  floor.deposit('1')
  t.equal(daysOf(floor.records()).length, 0)
  t.match(floor.core.ledger.dayEnds.takeNotices(), [], 'nothing is done yet')
  parts.clock.at = at('2026-01-06T15:00')
  floor.endDays()
  t.equal(daysOf(floor.records()).length, 0)
  prices.set('USDJPY', '150.000', '150.010')
  floor.endDays()
  t.same(datesOf(floor.records()), ['2026-01-05'])
  t.same(swapsOf(floor.records()), [-3_33])
  t.match(floor.core.ledger.dayEnds.takeNotices(), [
    { what: 'begun' },
    { what: 'caught_up', swaps: 1 },
  ])
  checkLedger(floor.records(LOGIN), floor.account())
})

t.test(
  'before the next day ends the one that waits ends without the swap, and it is told',
  async (t) => {
    const parts = given()
    const prices = parts.prices as GivenPrices
    const floor = shard(parts).deposit('10000')
    buy(floor, 'USDJPY')
    buy(floor, 'EURUSD')
    parts.clock.at = at('2026-01-06T00:00')
    prices.remove('USDJPY')
    floor.endDays()
    parts.clock.at = at('2026-01-07T00:00')
    floor.endDays()
    t.same(datesOf(floor.records()), ['2026-01-05'])
    t.match(daysOf(floor.records()), [{ swap: -5_00, isValued: false }])
    t.match(floor.core.ledger.dayEnds.takeNotices().at(-1), {
      days: 1,
      swaps: 1,
      unpriced: 1,
      waiting: 1,
    })
    const record = floor.records().at(-1) as AccountRecord
    const swapped = record.events.filter(
      (event): event is PositionEvent => event.type === 'position',
    )
    t.same(
      swapped.map(({ symbolId }) => symbolId),
      [1],
    )
    t.match(record.note, { actor: 0, kind: 'day_end', text: /2026-01-05 ended without the swap/ })
    prices.set('USDJPY', '150.000', '150.010')
    floor.endDays()
    t.same(datesOf(floor.records()), ['2026-01-05', '2026-01-06'])
    t.equal(floor.records().at(-1)?.note, undefined)
  },
)

t.test('a value that has no price is waited for a minute', async (t) => {
  const none = givenBook()
  const parts = given({ book: none })
  const prices = parts.prices as GivenPrices
  const floor = shard(parts).deposit('10000')
  buy(floor)
  prices.remove('EURUSD')
  parts.clock.at = at('2026-01-06T00:00')
  floor.endDays()
  parts.clock.at = at('2026-01-06T00:00:59.999')
  floor.endDays()
  t.equal(daysOf(floor.records()).length, 0)
  parts.clock.at = at('2026-01-06T00:01')
  floor.endDays()
  t.match(daysOf(floor.records()), [{ isValued: false, balance: 10_000_00 }])
})

/** An account with seven positions, of which six pay swap, on a shard that takes three a record. */
function crowded(clock = new HandClock(at(FIRST))) {
  const parts = { ...given({}, clock), nightRowsMax: 3 }
  const floor = shard(parts).deposit('100000')
  for (let n = 0; n < 7; n++) buy(floor, n === 3 ? 'GBPUSD' : 'EURUSD')
  parts.clock.at = at('2026-01-06T00:00')
  return { parts, floor }
}

const idsIn = (floor: GivenShard): number[] =>
  [...floor.account().positions.keys()].sort((a, b) => a - b)
const swapsIn = (floor: GivenShard): number[] =>
  [...floor.account().positions.values()].sort((a, b) => a.id - b.id).map(({ swap }) => swap)
const ONE_NIGHT = [-5_00, -5_00, -5_00, 0, -5_00, -5_00, -5_00]

t.test(
  'the night of an account that holds much comes in several records, a slice each',
  async (t) => {
    const { parts, floor } = crowded()
    const ids = [...floor.account().positions.keys()]
    const socket = floor.socket()
    const names: unknown[] = []
    for (let turns = 0; turns < 2; turns++) {
      const told = floor.turn(() => floor.core.ledger.dayEnds.slice(1))
      names.push(...told.filter((one) => one.target === socket).map(({ value }) => value['event']))
      t.equal(floor.account().nightThrough, turns === 0 ? ids[2] : 0)
    }
    const [first, second] = floor.records(LOGIN).slice(-2)
    t.match(first?.events, [
      ...ids.slice(0, 3).map((id) => ({ type: 'position', id, swap: -5_00 })),
      { type: 'night', day: dayNumber('2026-01-05'), through: ids[2], positions: 3 },
    ])
    t.match(second?.events, [
      ...ids.slice(4).map((id) => ({ type: 'position', id, swap: -5_00 })),
      { type: 'day', day: dayNumber('2026-01-05'), swap: -30_00 },
    ])
    const positions = ['position', 'position', 'position']
    t.same(
      names.filter((name) => name !== 'money'),
      [...positions, 'night', ...positions, 'daily'],
    )
    floor.endDays()
    t.same(swapsIn(floor), ONE_NIGHT, 'once')
    t.match(floor.core.ledger.dayEnds.takeNotices().at(-1), { accounts: 1, days: 1, swaps: 6 })
    parts.clock.at = at('2026-01-08T00:00')
    floor.endDays()
    t.same(datesOf(floor.records()), ['2026-01-05', '2026-01-06', '2026-01-07'])
    t.same(swapsOf(floor.records()), [-30_00, -60_00, -150_00], 'Wednesday is charged three times')
    checkLedger(floor.records(LOGIN), floor.account())
  },
)

t.test('a shard that ends between two parts of a night goes on where it was', async (t) => {
  const { parts, floor } = crowded()
  floor.turn(() => floor.core.ledger.dayEnds.slice(1))
  const after = restarted(parts, floor.disk)
  t.equal(after.account().nightThrough, floor.account().nightThrough)
  t.same(swapsIn(after), [...ONE_NIGHT.slice(0, 3), 0, 0, 0, 0])
  after.endDays()
  after.endDays()
  t.same(swapsIn(after), ONE_NIGHT)
  t.same(swapsOf(after.records()), [-30_00])
  checkLedger(after.records(LOGIN), after.account())
})

t.test('the tables know how far a night has come, too', async (t) => {
  const { parts, floor } = crowded()
  floor.turn(() => floor.core.ledger.dayEnds.slice(1))
  const tables = openTables(t.testdir())
  accountsRepo(tables).insert(accountWithDefaults({ login: LOGIN, group: HEDGING }), 1)
  const { log, disk, counters } = floor
  projectAll(projector(tables, [log]), Number.MAX_SAFE_INTEGER)
  const after = new GivenShard({ ...parts, log, disk, counters }).grantIds(200_000, 300_000)
  const place = { shard: 0, shards: 1, now: parts.clock.at }
  t.equal(recoverCore(after.core, tables, log, place).replayed, 0, 'all of it is in the tables')
  tables.close()
  t.equal(after.account().nightThrough, idsIn(floor)[2])
  after.endDays()
  t.same(swapsIn(after), ONE_NIGHT, 'once')
})

t.test('what is asked between two parts of a night finds the day ended', async (t) => {
  const { floor } = crowded()
  floor.turn(() => floor.core.ledger.dayEnds.slice(1))
  const ids = idsIn(floor)
  for (const id of [ids[0], ids[4]]) {
    floor.request(floor.socket(), 'trade', { kind: 'close', position_id: id })
    t.equal(floor.account().nightThrough, 0)
  }
  const closed = floor.records(LOGIN).flatMap(({ events }) => {
    return events.flatMap((event) =>
      event.type === 'deal' && event.entry === 'out' ? [event] : [],
    )
  })
  t.same(
    closed.map(({ swap }) => swap),
    [-5_00, -5_00],
  )
  floor.endDays()
  t.same(swapsOf(floor.records()), [-30_00])
  t.same(swapsIn(floor), [-5_00, -5_00, 0, -5_00, -5_00])
  checkLedger(floor.records(LOGIN), floor.account())
})

t.test(
  'a night that waits for a price in its middle goes on from there, by the next midnight',
  async (t) => {
    const clock = new HandClock(at(FIRST))
    const parts = { ...given({}, clock), nightRowsMax: 2 }
    const prices = parts.prices as GivenPrices
    const floor = shard(parts).deposit('100000')
    for (const symbol of ['EURUSD', 'EURUSD', 'USDJPY', 'EURUSD', 'USDJPY']) buy(floor, symbol)
    clock.at = at('2026-01-06T00:00')
    prices.remove('USDJPY')
    floor.endDays()
    t.same(swapsIn(floor), [-5_00, -5_00, 0, 0, 0])
    const [, second] = idsIn(floor)
    floor.request(floor.socket(), 'trade', { kind: 'close', position_id: second, volume: '0.5' })
    t.same(swapsIn(floor), [-5_00, -2_50, 0, 0, 0], 'it trades on meanwhile')
    clock.at = at('2026-01-06T09:00')
    prices.set('USDJPY', '150.000', '150.010')
    floor.endDays()
    t.same(swapsIn(floor), [-5_00, -2_50, -3_33, -5_00, -3_33])
    t.same(datesOf(floor.records()), ['2026-01-05'])
    clock.at = at('2026-01-07T00:00')
    prices.remove('USDJPY')
    floor.endDays()
    clock.at = at('2026-01-08T00:00')
    floor.endDays()
    t.same(datesOf(floor.records()), ['2026-01-05', '2026-01-06'], 'the day before ends without')
    const notes = floor.records(LOGIN).flatMap(({ note }) => note?.text ?? [])
    t.match(notes.slice(-1), [/2026-01-06 ended without the swap of position \d+/])
    checkLedger(floor.records(LOGIN), floor.account())
  },
)

t.test('where nothing may be written, days end when something may again', async (t) => {
  const parts = given()
  const floor = shard(parts).deposit('10000')
  floor.core.halt(STOPPED_AT)
  parts.clock.at = at('2026-01-06T00:00')
  floor.endDays()
  t.equal(daysOf(floor.records()).length, 0)
  t.equal(floor.core.ledger.dayEnds.hasWork, false)
  floor.core.halt(null)
  floor.endDays()
  t.same(datesOf(floor.records()), ['2026-01-05'])
})

t.test('an account whose day cannot be ended is set aside, and the others’ end', async (t) => {
  const parts = given()
  const floor = shard(parts).deposit('10000')
  floor.profile({ login: 1002 }).deposit('1', 1002).profile({ login: 1002, group: 'gone' })
  floor.profile({ login: 1003 }).deposit('1', 1003)
  parts.clock.at = at('2026-01-06T00:00')
  floor.endDays()
  t.match(floor.setAside, [{ login: 1002 }])
  t.same(daysOf(floor.records()).length, 2)
})

t.test('no day ends while there are not the numbers of its two deals', async (t) => {
  for (const [left, ends] of [
    [0, []],
    [1, []],
    [2, ['2026-01-05']],
  ] as const) {
    const parts = given()
    const floor = shard(parts).deposit('10000')
    const { deal } = floor.core.ids
    while (deal.has(left + 1)) deal.take()
    parts.clock.at = at('2026-01-06T00:00')
    floor.endDays()
    t.same(datesOf(floor.records()), ends, `${left} are left`)
    t.equal(floor.core.ledger.dayEnds.hasWork, false)
    floor.grantIds(200_000, 300_000)
    floor.endDays()
    t.same(datesOf(floor.records()), ['2026-01-05'])
  }
})

t.test('the note of a day without prices names ten positions, and says how many more', (t) => {
  for (const positions of [10, 11]) {
    const parts = given()
    const floor = shard(parts).deposit('1000000')
    for (let i = 0; i < positions; i++) buy(floor, 'USDJPY')
    parts.clock.at = at('2026-01-06T00:00')
    const prices = parts.prices as GivenPrices
    prices.remove('USDJPY')
    floor.endDays()
    parts.clock.at = at('2026-01-07T00:00')
    floor.endDays()
    const named = [...floor.account().positions.keys()].slice(0, 10).join(', ')
    const more = positions === 10 ? '' : ' and 1 more'
    t.equal(
      floor.records().at(-1)?.note?.text,
      `Account ${LOGIN}: 2026-01-05 ended without the swap of position ${named}${more}, for which there was no price`,
    )
  }
  t.end()
})
