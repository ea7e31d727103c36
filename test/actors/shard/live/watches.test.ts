import t from 'tap'
import { exactJson } from '../../../../wire/format/exact-json.js'
import { LOGIN } from '../../../given/account.js'
import { givenBook, HEDGING, NETTING } from '../../../given/book.js'
import { DOER } from '../../../given/desk.js'
import { GivenShard, type Told } from '../../../given/floors/shard.js'
import { HandClock } from '../../../given/hand-clock.js'
import { checkLedger } from '../../../given/records/ledger.js'

// Goal: an account that nobody watches costs nothing, and what those who watch are told of money is
// bounded, whatever trades and prices do.

const BUY = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' } as const
const MONEY_MAX = 256

function shardWith(accounts: number, clock = new HandClock()): GivenShard {
  const floor = new GivenShard({ clock }).grantIds(100, 100_000)
  for (let login = LOGIN; login < LOGIN + accounts; login++) floor.profile({ login })
  for (let login = LOGIN; login < LOGIN + accounts; login++) floor.deposit('10000', login)
  return floor
}

function watch(floor: GivenShard, change: object): void {
  floor.core.watched.change({ codec: 'json', ...change })
}

const ALL = { groups: [{ mask: '*', scope: ['*'], sees_staff: false }] }

function trade(floor: GivenShard, login = LOGIN): void {
  const body = { login, body: BUY, reason: 'api', by: null } as const
  floor.ask(1, { op: 'trade', request: body })
}

interface Heard {
  readonly login: number
  readonly news: string
  readonly frame: { readonly event: string; readonly seq?: string }
}

const heardIn = (told: readonly Told[]): Heard[] =>
  told.filter(({ kind }) => kind === 'watched').map(({ value }) => value as unknown as Heard)

const moneyIn = (told: readonly Told[]): number[] =>
  heardIn(told)
    .filter(({ news }) => news === 'money')
    .map(({ login }) => login)

t.test('nothing is made of accounts that nobody watches', async (t) => {
  const floor = shardWith(2)
  t.same(heardIn(floor.turn(() => trade(floor))), [])
  watch(floor, { add: [LOGIN + 1] })
  t.same(heardIn(floor.turn(() => trade(floor))), [])
  t.equal(floor.core.watched.owed.size, 0)
  t.equal(heardIn(floor.turn(() => trade(floor, LOGIN + 1))).length, 4)
  watch(floor, { drop: [LOGIN + 1] })
  t.same(heardIn(floor.turn(() => trade(floor, LOGIN + 1))), [])
  floor.push('EURUSD', '1.16000', '1.16010')
  t.same(heardIn(floor.turn(() => floor.watches.everySecond())), [])
  checkLedger(floor.records(LOGIN), floor.account())
})

t.test('a mask of groups watches those within the reach of who asks, and no others', async (t) => {
  const paths = ['demo\\near', 'real\\far', 'managers\\near']
  const groups = Object.fromEntries(paths.map((path) => [path, {}]))
  const floor = new GivenShard({ book: givenBook({ groups }) }).grantIds(100, 1000)
  for (const [n, group] of paths.entries()) floor.profile({ login: LOGIN + n, group })
  const watched = (mask: string, scope: readonly string[], sees_staff: boolean) => {
    watch(floor, { groups: [{ mask, scope, sees_staff }] })
    return paths.filter((_, n) => floor.core.watched.covers('json', floor.account(LOGIN + n)))
  }
  const [near, far, staff] = paths
  t.same(watched('*', ['*'], true), paths)
  t.same(watched('*', ['*'], false), [near, far])
  t.same(watched('*', ['demo\\*', 'managers\\*'], true), [near, staff])
  t.same(watched('*', ['demo\\*', 'managers\\*'], false), [near])
  t.same(watched('*near', ['*'], true), [near, staff])
  t.same(watched('real\\*', ['demo\\*'], true), [], 'a mask goes no further than the reach')
})

t.test('a codec is written for those who use it', async (t) => {
  const floor = shardWith(1)
  watch(floor, { codec: 'msgpack', add: [LOGIN] })
  const told = heardIn(floor.turn(() => trade(floor)))
  t.same(
    new Set(told.map((one) => (one as unknown as { codec: string }).codec)),
    new Set(['msgpack']),
  )
  watch(floor, ALL)
  floor.clock.at += 1000
  t.equal(heardIn(floor.turn(() => trade(floor))).length, 8)
})

t.test('the money of one account is told once in a while, however often it changes', async (t) => {
  const floor = shardWith(1)
  watch(floor, ALL)
  t.same(moneyIn(floor.turn(() => trade(floor))), [LOGIN])
  for (let n = 0; n < 3; n++) t.same(moneyIn(floor.turn(() => trade(floor))), [])
  t.same(moneyIn(floor.turn(() => floor.watches.everySecond())), [LOGIN], 'the newest, once')
  t.same(moneyIn(floor.turn(() => floor.watches.everySecond())), [])
})

t.test(
  'who watches a group is told the money of one that is new in it or has other terms',
  async (t) => {
    const floor = shardWith(1)
    const profile = (login: number, change: object) =>
      moneyIn(floor.turn(() => void floor.profile({ login, ...change })))
    watch(floor, ALL)
    t.same(profile(LOGIN + 1, {}), [LOGIN + 1])
    floor.clock.at += 100
    t.same(profile(LOGIN, { leverage: 50 }), [LOGIN])
    watch(floor, { groups: [{ mask: 'real\\*', scope: ['*'], sees_staff: false }] })
    floor.clock.at += 100
    t.same(profile(LOGIN + 2, {}), [])
    t.same(profile(LOGIN, { leverage: 20 }), [])
    t.equal(floor.core.watched.owed.size, 0)
  },
)

t.test(
  'money that came too soon is owed, and told by the second though the clock stands still',
  async (t) => {
    const floor = shardWith(1)
    const second = () => moneyIn(floor.turn(() => floor.watches.everySecond()))
    watch(floor, { add: [LOGIN] })
    t.same(second(), [], 'of what holds nothing no price moves money')
    t.equal(floor.watches.owes, false)
    t.equal(floor.deposit('1').watches.owes, false, 'told at once')
    t.equal(floor.deposit('1').watches.owes, true)
    t.same(second(), [LOGIN])
    t.equal(floor.watches.owes, false)
    floor.turn(() => {
      floor.profile({ group: NETTING })
      floor.core.watched.owed.clear()
      t.equal(floor.watches.owes, true, 'who has lost it is to hear of that')
      watch(floor, { drop: [LOGIN] })
      t.equal(floor.watches.owes, false)
    })
  },
)

t.test('the standing of an account is news of its own', async (t) => {
  const floor = shardWith(1)
  floor.turn(() => {
    const body = { ...BUY, volume: '8' }
    floor.ask(1, { op: 'trade', request: { login: LOGIN, body, reason: 'api', by: null } })
  })
  watch(floor, ALL)
  const told = heardIn(floor.tick('EURUSD', '1.16500', '1.16510'))
  t.same(
    told.map(({ news, frame }) => [news, frame.event]),
    [
      ['standing', 'margin_call'],
      ['money', 'account_money'],
    ],
  )
})

t.test('nothing is told of the money of an account that was set aside', async (t) => {
  const floor = shardWith(2)
  watch(floor, ALL)
  t.same(
    moneyIn(
      floor.turn(() => {
        trade(floor)
        trade(floor, LOGIN + 1)
        floor.core.quarantine.add(floor.account(), new Error('given'))
      }),
    ),
    [LOGIN + 1],
    'it was owed',
  )
  floor.push('EURUSD', '1.16000', '1.16010')
  t.same(moneyIn(floor.turn(() => floor.watches.everySecond())), [LOGIN + 1], 'prices move it')
})

t.test('many accounts at once are told in turn', async (t) => {
  const floor = shardWith(600)
  watch(floor, ALL)
  const turn = floor.turn(() => {
    for (let n = 0; n < 600; n++) trade(floor, LOGIN + n)
  })
  t.equal(heardIn(turn).filter(({ news }) => news === 'trade').length, 1800, 'no event is left out')
  const told = [moneyIn(turn)]
  for (let n = 0; n < 2; n++) {
    floor.clock.at += 100
    told.push(moneyIn(floor.turn(() => undefined)))
  }
  t.same(
    told.map(({ length }) => length),
    [MONEY_MAX, MONEY_MAX, 600 - 2 * MONEY_MAX],
  )
  t.equal(new Set(told.flat()).size, 600)
  const moved: number[] = []
  floor.push('EURUSD', '1.16000', '1.16010')
  for (let n = 0; n < 3; n++) {
    const second = moneyIn(floor.turn(() => floor.watches.everySecond()))
    t.ok(second.length <= MONEY_MAX)
    moved.push(...second)
  }
  t.equal(new Set(moved).size, 600, 'prices, too')
  t.equal(moved.length, 600, 'and of each account once')
})

t.test('those asked for by login are told first of what prices move', async (t) => {
  const floor = shardWith(400)
  watch(floor, ALL)
  const logins = [LOGIN + 398, LOGIN + 399]
  watch(floor, { add: logins })
  floor.turn(() => {
    for (let n = 0; n < 400; n++) trade(floor, LOGIN + n)
  })
  for (let n = 0; n < 3; n++) {
    floor.clock.at += 100
    floor.turn(() => undefined)
  }
  for (const bid of ['1.16000', '1.16100', '1.16200']) {
    floor.push('EURUSD', bid, '1.16990')
    const told = moneyIn(floor.turn(() => floor.watches.everySecond()))
    t.same(told.slice(0, 2).sort(), logins)
    t.ok(told.length <= MONEY_MAX)
  }
})

t.test("a night's swaps are marked, so that a front can leave them out", async (t) => {
  const swap = { swap_mode: 'points', swap_long: '-5', swap_short: '2' } as const
  const clock = new HandClock(Date.parse('2026-01-05T12:00Z'))
  const book = givenBook({ symbols: { EURUSD: { ...swap, swap_days: [1, 1, 1, 1, 1, 0, 0] } } })
  const floor = new GivenShard({ clock, book }).profile().grantIds(100, 1000).deposit('10000')
  floor.turn(() => trade(floor))
  watch(floor, ALL)
  clock.at = Date.parse('2026-01-06T00:00Z')
  const told = heardIn(
    floor.turn(() => {
      floor.core.ledger.dayEnds.slice()
      const deposit = { login: LOGIN, action: 'deposit', amount: '5', comment: '' } as const
      const request = { ...deposit, request_id: 'r', skip_margin_check: false, by: DOER }
      floor.ask(1, { op: 'balance', request })
    }),
  )
  t.same(
    told.map(({ news, frame }) => [news, frame.event, frame.seq]),
    [
      ['night', 'position', '5'],
      ['trade', 'deal', '7'],
      ['money', 'account_money', undefined],
    ],
  )
  checkLedger(floor.records(LOGIN), floor.account())
})

t.test('of a night in parts, with a charge, swaps alone are marked', async (t) => {
  const swap = { swap_mode: 'points', swap_long: '-5', swap_short: '2' } as const
  const clock = new HandClock(Date.parse('2026-01-05T12:00Z'))
  const tier = { from: '0', to: '0', value: '7.5', min: '0', max: '0' }
  const daily = { mask: '*', mode: 'per_lot', charge: 'daily', tiers: [tier] } as const
  const book = givenBook({
    symbols: { EURUSD: { ...swap, swap_days: [1, 1, 1, 1, 1, 0, 0] } },
    groups: { [HEDGING]: { commissions: [daily] } },
  })
  const floor = new GivenShard({ clock, book, nightRowsMax: 1 })
  floor.profile().grantIds(100, 1000).deposit('10000')
  for (let n = 0; n < 2; n++) floor.turn(() => trade(floor))
  watch(floor, ALL)
  clock.at = Date.parse('2026-01-06T00:00Z')
  const told: unknown[] = []
  for (let n = 0; n < 2; n++) {
    const heard = heardIn(floor.turn(() => floor.core.ledger.dayEnds.slice(1)))
    told.push(
      heard.filter(({ news }) => news !== 'money').map((one) => [one.news, one.frame.event]),
    )
  }
  t.same(told, [
    [['night', 'position']],
    [
      ['night', 'position'],
      ['trade', 'deal'],
    ],
  ])
  checkLedger(floor.records(LOGIN), floor.account())
})

t.test('of a record that changes nothing there is no news', async (t) => {
  const floor = shardWith(1)
  watch(floor, ALL)
  const kept = { digest: 1, requestKey: 'o:one', code: 'trade.rejected', message: 'no' } as const
  t.same(heardIn(floor.turn(() => void floor.core.ledger.write(floor.account(), kept, []))), [])
})

t.test('of a repair staff hear its rows and the money, and no more', async (t) => {
  const floor = shardWith(1)
  watch(floor, ALL)
  const { seq, balance, credit, commissionDue, balancePrevDay, balancePrevMonth } = floor.account()
  const money = { balance, credit, commissionDue, balancePrevDay, balancePrevMonth }
  const repair = exactJson({ seq, money, positions: [], deals: [] })
  const differences = [{ field: 'seq', stored: '1', computed: '2' }]
  const request = { login: LOGIN, repair, differences, request_id: 'r', by: DOER }
  const told = heardIn(floor.turn(() => floor.ask(1, { op: 'repair', request })))
  t.equal(floor.records().at(-1)?.events.at(-1)?.type, 'restatement')
  t.same(
    told.map(({ news, frame }) => [news, frame.event]),
    [
      ['trade', 'deal'],
      ['money', 'account_money'],
    ],
  )
})

const LIMIT = { kind: 'place', symbol: 'EURUSD', side: 'buy', order_kind: 'limit' } as const
const PLACE = { ...LIMIT, volume: '0.01', price: '1.00000' }

function place(floor: GivenShard, login = LOGIN): void {
  const body = { login, body: PLACE, reason: 'api', by: null } as const
  floor.ask(1, { op: 'trade', request: body })
}

t.test('what changed is told also where the equity is the same', async (t) => {
  const floor = shardWith(1)
  watch(floor, ALL)
  for (let n = 0; n < 2; n++) {
    t.same(moneyIn(floor.turn(() => place(floor))), [LOGIN])
    floor.clock.at += 100
  }
})

t.test(
  'the second tells money that prices have moved, of accounts that hold positions',
  async (t) => {
    const floor = shardWith(3)
    const second = () => moneyIn(floor.turn(() => floor.watches.everySecond()))
    floor.turn(() => trade(floor))
    floor.turn(() => trade(floor, LOGIN + 1))
    floor.turn(() => place(floor, LOGIN + 2))
    for (const change of [
      { add: [LOGIN, LOGIN + 2, 7] },
      { drop: [LOGIN, LOGIN + 2, 7], ...ALL },
    ]) {
      watch(floor, change)
      const told = 'add' in change ? [LOGIN] : [LOGIN, LOGIN + 1]
      floor.push('EURUSD', '1.16000', '1.16010')
      t.same(second().sort(), told)
      t.same(second(), [], 'nothing has moved since')
      floor.push('EURUSD', '1.17000', '1.17010')
      t.same(second().sort(), told)
    }
  },
)

t.test('who watches again is told what was told to those before', async (t) => {
  const floor = shardWith(1)
  const second = () => moneyIn(floor.turn(() => floor.watches.everySecond()))
  floor.turn(() => trade(floor))
  for (let n = 0; n < 2; n++) {
    watch(floor, { add: [LOGIN] })
    t.same(second(), [LOGIN])
    watch(floor, { drop: [LOGIN] })
    t.same(second(), [])
  }
})

t.test('holders that nobody watches do not stand before those who are watched', async (t) => {
  const floor = new GivenShard().grantIds(100, 100_000)
  const second = () => moneyIn(floor.turn(() => floor.watches.everySecond()))
  watch(floor, { groups: [{ mask: NETTING, scope: ['*'], sees_staff: false }] })
  t.same(second(), [], 'nobody holds anything')
  for (let n = 0; n < 300; n++) floor.profile({ login: LOGIN + n }).deposit('1000', LOGIN + n)
  floor.turn(() => {
    for (let n = 0; n < 300; n++) trade(floor, LOGIN + n)
  })
  t.same(second(), [], 'nobody who is watched does')
  const last = LOGIN + 300
  floor.profile({ login: last, group: NETTING }).deposit('1000', last)
  floor.turn(() => trade(floor, last))
  floor.push('EURUSD', '1.16990', '1.17000')
  t.same(second(), [last])
})
