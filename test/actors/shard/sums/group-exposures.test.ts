import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { accountWithDefaults } from '../../../../actors/desk/accounts/accounts.js'
import { AccountTable } from '../../../../actors/shard/accounts/account-table.js'
import { recoverCore } from '../../../../actors/shard/recovery.js'
import { GroupExposures } from '../../../../actors/shard/sums/group-exposures.js'
import { widenSpread } from '../../../../engine/book/group-prices.js'
import { groupMaskFits } from '../../../../engine/names/group-path.js'
import { accountsRepo } from '../../../../storage/repos/accounts/accounts.js'
import type { ExposureAnswer, ExposureAsk } from '../../../../wire/thread/exposure.js'
import { givenAccount, LOGIN } from '../../../given/account.js'
import { givenBook, HEDGING, NETTING, symbolIn } from '../../../given/book.js'
import { DOER } from '../../../given/desk.js'
import { CONFIRM, rule } from '../../../given/floors/dealing-floor.js'
import { OUT, ProviderFloor, TO_PROVIDER } from '../../../given/floors/provider-floor.js'
import { GivenShard, type Told } from '../../../given/floors/shard.js'
import { GivenPrices } from '../../../given/prices.js'
import { checkLedger } from '../../../given/records/ledger.js'
import { openTables, projectAll, projector } from '../../../given/records/projection.js'

// Goal: the sums that a shard keeps of its groups are those of all open positions, at any moment.

const WIDE = 'real\\wide'
const SPREAD = 6
const SWAPPED = { swap_mode: 'points', swap_long: '-5', swap_short: '2' } as const
const BOOK = givenBook({
  groups: { [WIDE]: { symbols: [{ mask: 'EUR*', spread_diff_pts: SPREAD }] } },
  symbols: { EURUSD: SWAPPED },
})
const SYMBOLS = ['EURUSD', 'USDJPY', 'EURGBP', 'XAUUSD']
const CURRENCIES: Readonly<Record<string, readonly string[]>> = {
  EURUSD: ['EUR', 'USD'],
  USDJPY: ['USD', 'JPY'],
  EURGBP: ['EUR', 'GBP'],
  XAUUSD: ['USD'],
}
/** The last one nets, and stays where it is. */
const LOGINS = [1001, 1002, 1003, 1004]
const NETTED = 1004
const ALL: ExposureAsk = { mask: '*', scope: ['*'], sees_staff: true }

class Floor {
  shard: GivenShard
  readonly prices = new GivenPrices(BOOK)
  #requests = 0

  constructor() {
    this.shard = new GivenShard({ book: BOOK, prices: this.prices }).grantIds(100, 100_000)
    for (const login of LOGINS) this.shard.profile({ login, group: groupAtFirst(login) })
    for (const login of LOGINS) this.shard.deposit('1000000', login)
  }

  trade(login: number, body: object): void {
    const socket = this.shard.socket({ login, reason: 'api' })
    this.shard.request(socket, 'trade', { ...body })
    this.shard.sockets.close(socket)
  }

  move(login: number, group: string): void {
    this.shard.turn(() => void this.shard.profile({ login, group }))
  }

  /** From its log, as after a crash. */
  restart(): void {
    const { disk, clock, counters } = this.shard
    const groups = LOGINS.map((login) => this.shard.account(login).groupPath)
    disk.crash()
    const parts = { book: BOOK, prices: this.prices, disk, clock, counters }
    const rig = new GivenShard(parts)
    LOGINS.forEach((login, i) => {
      rig.profile({ login, group: groups[i] ?? '' })
    })
    for (const record of rig.records()) rig.core.ledger.replay(record)
    rig.parts.recovered()
    const next = (counters.sequence + 1) * 1_000_000
    this.shard = rig.grantIds(next, next + 100_000)
  }

  remove(login: number, ids: readonly number[]): void {
    const request = { login, ids, request_id: `r${++this.#requests}`, digest: 1, by: DOER }
    this.shard.turn(() => this.shard.ask(9, { op: 'delete_positions', request }))
  }

  correct(login: number, positionId: number): void {
    const correction = { positionId, version: 0, priceOpen: '', stopLoss: '', takeProfit: '' }
    const request = { login, by: DOER, correction: { ...correction, comment: 'corrected' } }
    this.shard.turn(() => this.shard.ask(9, { op: 'correct', request }))
  }
}

function groupAtFirst(login: number): string {
  return login === NETTED ? NETTING : HEDGING
}

function asked(shard: GivenShard, ask: ExposureAsk): ExposureAnswer {
  return answerIn(shard.turn(() => shard.ask(1, { op: 'exposure', request: ask })))
}

function answerIn(heard: readonly Told[]): ExposureAnswer {
  const answer = heard.find(({ kind }) => kind === 'answer')?.value as { value: ExposureAnswer }
  return answer.value
}

/** In an order of its own, as lists of plain values. */
function told({ symbols, currencies }: ExposureAnswer): unknown {
  const rows = symbols.toSorted((a, b) => a.id - b.id)
  return [rows, currencies.toSorted(([a], [b]) => (a < b ? -1 : 1))]
}

/** The sum over every open position, one by one. */
function summed(shard: GivenShard, mask: string, isLeft = (_login: number) => false) {
  const currencies = new Map<string, number>()
  const symbols: ExposureAnswer['symbols'][number][] = []
  const accounts = LOGINS.filter((login) => !isLeft(login))
    .map((login) => shard.account(login))
    .filter(({ groupPath }) => groupMaskFits(mask, groupPath))
  for (const account of accounts) {
    const held = account.positions.values().map(({ symbolId }) => nameOf(symbolId))
    for (const name of new Set(held.flatMap((symbol) => CURRENCIES[symbol] ?? []))) {
      currencies.set(name, (currencies.get(name) ?? 0) + 1)
    }
  }
  for (const name of SYMBOLS) {
    const { id } = symbolIn(BOOK, name)
    const quote = shard.prices.quote(id)
    if (quote === undefined) throw new Error(`${name} has a price`)
    let [bought, sold, boughtNow, soldNow, gain, holders] = [0n, 0n, 0n, 0n, 0n, 0]
    for (const { positions, groupPath } of accounts) {
      const own = positions.values().filter(({ symbolId }) => symbolId === id)
      if (own.length > 0) holders++
      const isWide = groupPath === WIDE && name.startsWith('EUR')
      const { bid, ask } = widenSpread(quote, isWide ? SPREAD : 0)
      for (const { side, volume, priceOpen, openRest } of own) {
        const size = BigInt(volume)
        const opened = size * BigInt(priceOpen) + BigInt(openRest)
        if (side === 1) {
          bought += size
          boughtNow += size * BigInt(bid)
          gain += size * BigInt(bid) - opened
        } else {
          sold += size
          soldNow += size * BigInt(ask)
          gain += opened - size * BigInt(ask)
        }
      }
    }
    if (holders === 0) continue
    symbols.push({
      id,
      accounts: holders,
      bought: String(bought),
      sold: String(sold),
      covered: '0',
      market: {
        bought: String(boughtNow),
        sold: String(soldNow),
        covered: '0',
        gain: String(gain),
      },
    })
  }
  return told({ symbols, currencies: [...currencies] })
}

function nameOf(symbolId: number): string {
  return BOOK.symbolsById.get(symbolId)?.name ?? ''
}

function check(floor: Floor): void {
  for (const mask of ['*', HEDGING, 'real\\*', 'demo*']) {
    const now = asked(floor.shard, { ...ALL, mask })
    deepEqual(told(now), summed(floor.shard, mask), mask)
  }
}

interface Step {
  readonly what: number
  readonly login: number
  readonly symbol: number
  readonly side: boolean
  readonly pick: number
}
const steps = fc.array(
  fc.record({
    what: fc.nat(15),
    login: fc.nat(LOGINS.length - 1),
    symbol: fc.nat(SYMBOLS.length - 1),
    side: fc.boolean(),
    pick: fc.nat(9),
  }),
  { minLength: 5, maxLength: 30 },
)

function walk(floor: Floor, { what, login: at, symbol: kind, side: buys, pick }: Step): void {
  const login = LOGINS[at] as number
  const symbol = SYMBOLS[kind] as string
  const side = buys ? 'buy' : 'sell'
  const open = floor.shard.account(login).positions.keys()
  const position_id = open[pick % Math.max(1, open.length)]
  if (what < 6 || position_id === undefined) {
    floor.trade(login, { kind: 'open', symbol, side, volume: `0.${pick + 1}` })
  } else if (what === 6) floor.trade(login, { kind: 'close', position_id, volume: '0.05' })
  else if (what < 9) floor.trade(login, { kind: 'close', position_id })
  else if (what === 9) floor.correct(login, position_id)
  else if (what === 10) floor.remove(login, open.slice(0, pick))
  else if (what === 11) {
    floor.shard.clock.at += 24 * 3_600_000
    floor.shard.endDays()
  } else if (what === 12) floor.restart()
  else if (what === 13) floor.prices.set('EURUSD', `1.17${pick}00`, `1.17${pick}10`)
  else if (login !== NETTED) floor.move(login, buys ? WIDE : HEDGING)
}

t.test('after any trades, corrections, moves, day ends and restarts they are those sums', (t) => {
  fc.assert(
    fc.property(steps, (history) => {
      const floor = new Floor()
      for (const step of history) {
        walk(floor, step)
        check(floor)
      }
      for (const login of LOGINS) {
        checkLedger(floor.shard.records(login), floor.shard.account(login))
      }
      deepEqual(floor.shard.setAside, [])
    }),
    { numRuns: 40 },
  )
  t.end()
})

function someTrades(floor: Floor): void {
  for (const login of LOGINS) {
    floor.trade(login, { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1' })
    floor.trade(login, { kind: 'open', symbol: 'USDJPY', side: 'sell', volume: '2' })
  }
}

t.test('only what the mask fits and the scope covers is summed', (t) => {
  const floor = new Floor()
  someTrades(floor)
  floor.move(1001, WIDE)
  const lots = (ask: Partial<ExposureAsk>): string[] =>
    asked(floor.shard, { ...ALL, ...ask }).symbols.map(({ bought, sold }) => `${bought}/${sold}`)
  t.same(lots({}), ['400000000/0', '0/800000000'])
  t.same(lots({ mask: 'real\\*' }), ['100000000/0', '0/200000000'])
  t.same(lots({ scope: ['demo\\standard'] }), ['200000000/0', '0/400000000'])
  t.same(lots({ scope: ['*', '!demo*'] }), ['100000000/0', '0/200000000'])
  t.same(lots({ mask: 'none\\*' }), [])
  floor.move(1001, 'managers\\few')
  t.same(lots({ sees_staff: false }), ['300000000/0', '0/600000000'])
  t.same(lots({ sees_staff: true }), ['400000000/0', '0/800000000'])
  t.end()
})

t.test('without a price what needs it is not there, and the volumes are', (t) => {
  const floor = new Floor()
  someTrades(floor)
  floor.prices.remove('USDJPY')
  const [euro, yen] = asked(floor.shard, ALL).symbols
  t.match(euro, { market: { gain: /^-?\d+$/ } })
  t.match(yen, { sold: '800000000', market: null })
  t.end()
})

t.test(
  'an account that is set aside, in the middle of a record or between two, is in no sum',
  (t) => {
    for (const isMiddle of [true, false]) {
      const floor = new Floor()
      someTrades(floor)
      const { shard } = floor
      if (isMiddle) {
        const account = shard.account(1002)
        const { exposures } = account
        const add = exposures.add.bind(exposures)
        exposures.add = (position) => {
          add(position)
          throw new Error('given')
        }
        floor.trade(1002, { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1' })
      } else
        shard.turn(() => void shard.core.quarantine.add(shard.account(1002), new Error('given')))
      t.equal(shard.setAside.length, 1)
      const isLeft = (login: number): boolean => login === 1002
      t.same(told(asked(shard, ALL)), summed(shard, '*', isLeft))
      floor.trade(1001, { kind: 'open', symbol: 'XAUUSD', side: 'sell', volume: '1' })
      floor.move(1002, WIDE)
      t.same(told(asked(shard, ALL)), summed(shard, '*', isLeft))
      t.same(asked(shard, { ...ALL, mask: 'real\\*' }).symbols, [])
    }
    t.end()
  },
)

/** Its next position breaks in the middle of its record. */
function breakNext(shard: GivenShard, login: number): void {
  shard.account(login).exposures.add = () => {
    throw new Error('given')
  }
}

const EURO = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1' } as const
const isSecond = (login: number): boolean => login === 1002

t.test('whatever follows the record in which an account broke, it is in no sum', (t) => {
  const next: Readonly<Record<string, (shard: GivenShard, other: number) => void>> = {
    nothing: () => undefined,
    'it is moved': (shard) => shard.profile({ login: 1002, group: WIDE }),
    'another one trades': (shard, other) => shard.send(other, 'trade', EURO),
    'another one is moved': (shard) => shard.profile({ login: 1001, group: WIDE }),
  }
  for (const [what, follow] of Object.entries(next)) {
    const floor = new Floor()
    someTrades(floor)
    const { shard } = floor
    breakNext(shard, 1002)
    const [socket, other] = [shard.socket({ login: 1002 }), shard.socket({ login: 1001 })]
    const heard = shard.turn(() => {
      shard.send(socket, 'trade', EURO)
      follow(shard, other)
      shard.ask(1, { op: 'exposure', request: ALL })
    })
    t.equal(shard.setAside.length, 1, what)
    t.same(told(answerIn(heard)), summed(shard, '*', isSecond), what)
    for (const mask of ['*', HEDGING, WIDE, NETTING]) {
      t.same(told(asked(shard, { ...ALL, mask })), summed(shard, mask, isSecond), what)
    }
  }
  t.end()
})

t.test('one that was alone in its group and is set aside leaves the group to the next', (t) => {
  const floor = new Floor()
  for (const login of [1001, 1002]) floor.move(login, WIDE)
  floor.trade(1002, EURO)
  const { shard } = floor
  shard.turn(() => void shard.core.quarantine.add(shard.account(1002), new Error('given')))
  t.same(asked(shard, ALL).symbols, [])
  floor.trade(1001, EURO)
  t.same(told(asked(shard, { ...ALL, mask: WIDE })), summed(shard, WIDE, isSecond))
  t.end()
})

t.test('one whose holdings cannot be read any more is in no sum', (t) => {
  const floor = new Floor()
  someTrades(floor)
  const { shard } = floor
  const account = shard.account(1002)
  const { keys } = account.exposures
  account.exposures.keys = () => {
    throw new Error('given')
  }
  shard.turn(() => void shard.core.quarantine.add(account, new Error('given')))
  account.exposures.keys = keys
  t.same(told(asked(shard, ALL)), summed(shard, '*', isSecond))
  t.end()
})

t.test('a symbol of other currencies than before counts for those', (t) => {
  const floor = new Floor()
  const { shard } = floor
  someTrades(floor)
  floor.trade(1001, { kind: 'open', symbol: 'EURGBP', side: 'buy', volume: '1' })
  const [position_id] = shard.account(1001).positions.keys().slice(-1)
  floor.trade(1001, { kind: 'close', position_id })
  const counted = () => Object.fromEntries(asked(shard, ALL).currencies)
  t.same(counted(), { EUR: 4, USD: 4, JPY: 4 })
  const EURGBP = { ...symbolIn(BOOK, 'EURGBP').record, profit_currency: 'JPY' }
  shard.turn(() => shard.parts.setBook(givenBook({ symbols: { EURGBP, EURUSD: SWAPPED } })))
  t.same(counted(), { EUR: 4, USD: 4, JPY: 4 })
  shard.turn(() => void shard.profile({ login: 1005 }))
  shard.deposit('1000000', 1005)
  floor.trade(1005, { kind: 'open', symbol: 'EURGBP', side: 'buy', volume: '1' })
  t.same(counted(), { EUR: 5, USD: 4, JPY: 5 })
  t.end()
})

t.test(
  'a symbol that only an account held which is set aside in a record of it is no more',
  (t) => {
    for (const kind of ['open', 'close'] as const) {
      const floor = new Floor()
      const { shard } = floor
      floor.trade(1001, { kind: 'open', symbol: 'USDJPY', side: 'buy', volume: '1' })
      floor.trade(1002, { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1' })
      const account = shard.account(1002)
      const { exposures } = account
      const step = () => {
        throw new Error('given')
      }
      if (kind === 'open') exposures.add = step
      else exposures.remove = step
      const [position_id] = account.positions.keys()
      const open = { kind, symbol: 'EURUSD', side: 'buy', volume: '1' }
      floor.trade(1002, kind === 'open' ? open : { kind, position_id })
      t.equal(shard.setAside.length, 1, kind)
      const rows = asked(shard, ALL).symbols.map(({ id, accounts }) => [id, accounts])
      t.same(rows, [[symbolIn(BOOK, 'USDJPY').id, 1]], kind)
    }
    t.end()
  },
)

t.test('cover is what providers have traded, also after a restart and in another group', (t) => {
  const floor = new ProviderFloor({ changes: { groups: { [WIDE]: {} } } })
  const covered = (mask = '*'): unknown =>
    asked(floor.shard, { ...ALL, mask }).symbols.map(({ bought, sold, covered: cover }) => {
      return [bought, sold, cover]
    })
  floor.send(OUT)
  floor.fill(floor.placed, '0.4', '1.17010')
  t.same(covered(), [['40000000', '0', '40000000']])
  floor.fill(floor.placed, '0.6', '1.17011')
  floor.ask({ ...OUT, volume: '0.3', comment: 'here' })
  t.same(covered(), [['130000000', '0', '100000000']], 'what was filled here covers nothing')
  floor.restart()
  t.same(covered(), [['130000000', '0', '100000000']])
  const [first] = floor.account.positions.keys()
  floor.ask({ kind: 'close', position_id: first, comment: 'here' })
  t.same(covered(), [['30000000', '0', '100000000']], 'closed here it is out there still')
  floor.shard.turn(() => void floor.shard.profile({ group: WIDE }))
  t.same(covered('demo*'), [])
  t.same(covered('real\\*'), [['30000000', '0', '100000000']])
  checkLedger(floor.shard.records(LOGIN), floor.account)
  t.end()
})

t.test('the cover of an account that breaks in a record is in no sum', (t) => {
  const floor = new ProviderFloor()
  floor.shard.profile({ login: 1002 }).deposit('1000000', 1002)
  const other = floor.shard.socket({ login: 1002 })
  floor.shard.request(other, 'trade', { ...EURO, comment: 'here' })
  floor.send(OUT)
  floor.fill(floor.placed, '1', '1.17010')
  const covered = () => asked(floor.shard, ALL).symbols.map((row) => [row.accounts, row.covered])
  t.same(covered(), [[2, '100000000']])
  breakNext(floor.shard, LOGIN)
  floor.ask({ ...OUT, volume: '0.3', comment: 'here' })
  t.same(
    floor.shard.setAside.map(({ login }) => login),
    [LOGIN],
  )
  t.same(covered(), [[1, '0']])
  t.end()
})

t.test('cover that is read from the tables at a start is what it was before', (t) => {
  const whole = { field: 'volume', op: 'ge', value: '0.2' } as const
  const out = rule({ ...TO_PROVIDER, conditions: [...TO_PROVIDER.conditions, whole] })
  const floor = new ProviderFloor({ routing: [out, CONFIRM] })
  const covered = (shard: GivenShard): unknown =>
    asked(shard, ALL).symbols.map(({ id, bought, sold, covered: cover }) => [
      id,
      bought,
      sold,
      cover,
    ])
  floor.send(OUT)
  floor.fill(floor.placed, '0.4', '1.17010')
  floor.fill(floor.placed, '0.6', '1.17011')
  floor.send({ ...OUT, side: 'sell', volume: '0.25' })
  floor.fill(floor.placed, '0.25', '1.17000')
  floor.ask({ ...OUT, volume: '0.3', comment: 'here' })
  // An order that rested: a part is filled at the provider, and its rest, which is too small for it, here.
  const limit = { kind: 'place', order_kind: 'limit', volume: '0.5', price: '1.16000' }
  floor.ask({ ...OUT, ...limit })
  floor.tick('EURUSD', '1.15980', '1.15990')
  floor.fill(floor.placed, '0.4', '1.15990')
  floor.say(floor.placed, 'cancelled')
  floor.tick('EURUSD', '1.15970', '1.15980')
  const deals = floor.shard.records(LOGIN).flatMap(({ events }) => events)
  t.match(
    deals.findLast(({ type }) => type === 'deal'),
    { externalId: 'here', volume: 10_000_000 },
  )
  const directory = t.testdir()
  const tables = openTables(directory)
  const account = accountWithDefaults({ login: LOGIN, group: HEDGING })
  accountsRepo(tables).insert(account, floor.shard.clock.at)
  const { log, clock, disk, counters } = floor.shard
  projectAll(projector(tables, [log]), Number.MAX_SAFE_INTEGER)
  // One more is in the log alone.
  floor.send({ ...OUT, volume: '0.2' })
  floor.fill(floor.placed, '0.2', '1.17010')
  const before = covered(floor.shard)
  t.match(before, [[1, '200000000', '25000000', '135000000']])
  const parts = { book: givenBook(), prices: floor.prices, log, clock, disk, counters }
  const again = new GivenShard(parts)
  const { accounts, replayed } = recoverCore(again.core, tables, log, {
    shard: 0,
    shards: 1,
    now: clock.at,
  })
  t.equal(accounts, 1)
  t.ok(replayed > 0, 'the rest is from the log')
  t.same(covered(again), before)
  tables.close()
  t.end()
})

t.test('more sums than one question may add up are too large', (t) => {
  const floor = new Floor()
  someTrades(floor)
  const groups = floor.shard.core.groupExposures.groups()
  const sums = groups.get(HEDGING)
  if (sums === undefined) throw new Error('the group holds something')
  Object.defineProperty(sums.symbols, 'size', { value: 100_001 })
  const told = floor.shard.turn(() => floor.shard.ask(1, { op: 'exposure', request: ALL }))
  t.match(told.find(({ kind }) => kind === 'answer')?.value, { ok: false, code: 'too_large' })
  t.match(asked(floor.shard, { ...ALL, mask: NETTING }).symbols, [{ bought: '100000000' }, {}])
  t.end()
})

t.test('accounts that were filled in another way are summed again on the next query', (t) => {
  const accounts = new AccountTable()
  const exposures = new GroupExposures(accounts, () => BOOK)
  const positions = [{ symbol: 'EURUSD', side: 'buy', volume: '0.10', open: '1.10000' }] as const
  accounts.set(givenAccount(BOOK, { positions }))
  t.same([...exposures.groups().keys()], [])
  exposures.forget()
  const groups = exposures.groups()
  t.same([...groups.keys()], [HEDGING])
  t.equal(groups.get(HEDGING)?.symbols.rowAt(0).accounts, 1)
  t.end()
})
