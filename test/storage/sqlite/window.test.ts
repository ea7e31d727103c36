import { deepEqual, equal, throws } from 'node:assert/strict'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { accountWithDefaults } from '../../../actors/desk/accounts/accounts.js'
import { isRefusal } from '../../../engine/code.js'
import { say } from '../../../engine/reasons/reasons.js'
import { migrate } from '../../../storage/migrations/migrate.js'
import { MIGRATIONS } from '../../../storage/migrations/migrations.js'
import { ACCOUNT_WINDOW } from '../../../storage/repos/accounts/account-window.js'
import { accountsRepo, type NewAccount } from '../../../storage/repos/accounts/accounts.js'
import { openWriter, type Sqlite } from '../../../storage/sqlite/open.js'
import { groupsWindow } from '../../../storage/sqlite/window/groups-window.js'
import type { GroupsAsk } from '../../../storage/sqlite/window/query.js'
import {
  cursorPosition,
  type Window,
  WindowRefusal,
  type WindowRows,
} from '../../../storage/sqlite/window/window.js'
import type { WindowPlace, WindowSort, WindowTerm } from '../../../wire/window/window.js'
import { ACCOUNT_WINDOW_FIELDS } from '../../../wire/window/window-fields.js'
import { readFilter, readSort } from '../../../wire/window/window-query.js'
import { scratch } from '../../given/desk.js'
import { openTables } from '../../given/records/projection.js'

// Goal: a window is exact. What it shows is held against plain arrays that are filtered and sorted by
// the words of the contract, over odd accounts, whichever way the rows are read.

const GROUPS = [
  { path: 'demo\\standard', digits: 2, leverage: 100 },
  { path: 'Real\\Ärger', digits: 0, leverage: 30 },
  { path: 'real', digits: 8, leverage: 500 },
  { path: 'real\\standard', digits: 3, leverage: 100 },
  { path: 'real\\standard2', digits: 2, leverage: 1 },
]
const OUTSIDE = { path: 'other', digits: 2, leverage: 100 }
const RIGHTS = new Set(['accounts.name', 'accounts.email', 'accounts.phone', 'accounts.address'])

const text = fc.oneof(
  fc.constantFrom(
    '',
    '',
    'Ada',
    'ada',
    'ADA',
    'Adam',
    'b',
    'É',
    'e\u0301',
    'é',
    'ß',
    'ẞ',
    'İ',
    'ΣΑΣ',
    'Σ',
    '\u{1f600}',
    '\uff5e',
    '\ue000',
    '\u{10ffff}',
    'a\u{10ffff}',
    '100%',
    '_',
    "'",
    '\u212b',
  ),
  fc.string({
    unit: fc.constantFrom('a', 'A', 'b', '\u0301', 'ü', '\u{1f600}', '\uffee'),
    maxLength: 3,
  }),
)
const numbers = fc.constantFrom(null, null, 1, 2, 7, 1000)
const amounts = fc.oneof(
  fc.constantFrom(0, 0, 1, -1, 100, -150, 12_345_678),
  fc.integer({ min: -999, max: 999 }),
)

const account = fc.record({
  group: fc.constantFrom(...GROUPS, OUTSIDE).map(({ path }) => path),
  name: text,
  last_name: text,
  middle_name: text,
  email: text,
  phone: text,
  country: text,
  city: text,
  company: text,
  comment: text,
  agent: numbers,
  client_id: numbers,
  last_access: numbers,
  leverage: fc.constantFrom(0, 0, 1, 30, 100, 200),
  enabled: fc.boolean(),
  trading_enabled: fc.boolean(),
  api_enabled: fc.boolean(),
  otp_enabled: fc.boolean(),
  status: fc.constantFrom('', 'RE', 'NR'),
  color: fc.constantFrom('', '#AB0000', '#ab0000'),
  language: fc.constantFrom('', 'en', 'pt-BR'),
  lead_campaign: text,
  lead_source: text,
  last_ip: fc.constantFrom('', '192.0.2.1', '2001:db8::A'),
  archived_at: numbers,
  created: fc.nat(4),
  balance: amounts,
  credit: amounts,
})
type Account = typeof account extends fc.Arbitrary<infer One> ? One : never
type Kept = Account & { readonly login: number }

const TEXTS = [
  'group',
  'name',
  'last_name',
  'middle_name',
  'email',
  'phone',
  'country',
  'city',
  'company',
  'comment',
  'status',
  'color',
  'language',
  'lead_campaign',
  'lead_source',
  'last_ip',
]
const FIELDS = [...ACCOUNT_WINDOW_FIELDS.keys()]

/** The values of fields as a client writes them. */
const given: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  text: fc.oneof(text, fc.constantFrom('real', 'REAL\\ä', 'standard')),
  whole: fc.constantFrom<unknown>(
    1,
    2,
    '7',
    1000,
    1003,
    '1010',
    100,
    30,
    -5,
    0,
    '123456789012345678',
  ),
  amount: fc.constantFrom<unknown>(
    0,
    '0.00',
    1,
    '-1.5',
    '0.01',
    '0.010000000001',
    '-0.005',
    1.23,
    '123456.78',
    100,
    '-1',
    '999999999999999999.999999999999',
    '-999999999999999999',
  ),
  flag: fc.boolean(),
  time: fc.constantFrom(
    '1970-01-01T00:00:00.001Z',
    '1970-01-01T00:00:00.002Z',
    '1970-01-01T00:00:00.0025Z',
    '1970-01-01T00:00:00.003000Z',
    '1970-01-01T00:00:01Z',
    '1969-12-31T23:59:59Z',
  ),
}
const typeOf = (field: string): string => ACCOUNT_WINDOW_FIELDS.get(field)?.type ?? ''
const condition = fc.constantFrom(...FIELDS).chain((field) => {
  const type = typeOf(field)
  const operators = ['eq', 'ne', 'in']
  if (type !== 'flag') operators.push('gt', 'ge', 'lt', 'le')
  if (type === 'text') operators.push('contains', 'starts')
  const value = given[type] as fc.Arbitrary<unknown>
  const isNullable = ACCOUNT_WINDOW_FIELDS.get(field)?.isNullable ?? false
  return fc.constantFrom(...operators).chain((op) => {
    const one = isNullable && /eq|ne/.test(op) ? fc.oneof(value, fc.constant(null)) : value
    return fc.record({
      field: fc.constant(field),
      op: fc.constant(op),
      value: op === 'in' ? fc.array(value, { minLength: 1, maxLength: 4 }) : one,
    })
  })
})
type Condition = { readonly field: string; readonly op: string; readonly value: unknown }
/** A condition, or several of which one must hold. */
const term = fc.oneof(
  { weight: 3, arbitrary: condition },
  { weight: 1, arbitrary: fc.array(condition, { minLength: 1, maxLength: 3 }) },
)
type Term = Condition | readonly Condition[]

// The naive twin: values as they are compared, and nothing of how they are kept.

type Comparable = bigint | string | null

const form = (value: string): string => value.normalize('NFC').toLowerCase()

function comparable(of: Kept, field: string): Comparable {
  const group = [...GROUPS, OUTSIDE].find(({ path }) => path === of.group) ?? OUTSIDE
  if (TEXTS.includes(field)) return form(String(of[field as 'name']))
  if (field === 'balance' || field === 'credit') {
    return BigInt(of[field]) * 10n ** BigInt(18 - group.digits)
  }
  if (field === 'leverage') return BigInt(of.leverage === 0 ? group.leverage : of.leverage)
  if (field === 'created_at' || field === 'updated_at') return BigInt(of.created) * 1_000_000n
  if (field === 'last_access' || field === 'archived_at') {
    const at = of[field]
    return at === null ? null : BigInt(at) * 1_000_000n
  }
  const value = of[field as 'login' | 'agent' | 'enabled']
  return value === null ? null : BigInt(value)
}

function comparableGiven(field: string, value: unknown): Comparable {
  const type = typeOf(field)
  if (type === 'text') return form(String(value))
  if (type === 'flag') return value === true ? 1n : 0n
  if (type === 'whole') return BigInt(value as number)
  if (type === 'amount') {
    const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(String(value)) ?? []
    return BigInt(`${sign}${whole}${fraction.padEnd(18, '0')}`)
  }
  const [, seconds = '', fraction = ''] = /^(.*?)(?:\.(\d+))?Z$/.exec(String(value)) ?? []
  return BigInt(Date.parse(`${seconds}Z`)) * 1_000_000n + BigInt(fraction.padEnd(9, '0'))
}

function order(a: Comparable, b: Comparable): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null)
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : Number(a > b)
  const [left, right] = [[...String(a)], [...String(b)]].map((one) =>
    one.map((c) => c.codePointAt(0)),
  )
  for (let i = 0; i < Math.min(left?.length ?? 0, right?.length ?? 0); i++) {
    const difference = (left?.[i] ?? 0) - (right?.[i] ?? 0)
    if (difference !== 0) return difference
  }
  return (left?.length ?? 0) - (right?.length ?? 0)
}

function holds(of: Kept, { field, op, value }: Condition): boolean {
  const own = comparable(of, field)
  if (op === 'in') {
    return (value as unknown[]).some((one) => holds(of, { field, op: 'eq', value: one }))
  }
  if (value === null) return (own === null) === (op === 'eq')
  const other = comparableGiven(field, value)
  if (op === 'ne') return own === null || order(own, other) !== 0
  if (own === null) return false
  if (op === 'contains') return String(own).includes(String(other))
  if (op === 'starts') return String(own).startsWith(String(other))
  const by = order(own, other)
  return { eq: by === 0, gt: by > 0, ge: by >= 0, lt: by < 0, le: by <= 0 }[op] as boolean
}

function twin(
  accounts: readonly Kept[],
  conditions: readonly Term[],
  sort: WindowSort,
  paths = GROUPS.map(({ path }) => path),
): number[] {
  return accounts
    .filter(
      (one) =>
        paths.includes(one.group) &&
        conditions.every((each) => [each].flat().some((way) => holds(one, way))),
    )
    .sort((a, b) => {
      const by = order(comparable(a, sort.field), comparable(b, sort.field)) || a.login - b.login
      return sort.isFalling ? -by : by
    })
    .map(({ login }) => login)
}

function keep(db: Sqlite, accounts: readonly Account[]): Kept[] {
  const repo = accountsRepo(db)
  const state = db.prepare(
    `INSERT INTO account_states (login, balance, credit, seq, record_seq, last_order_id, last_deal_id,
       last_closed_id, orders, deals, closed) VALUES (?, ?, ?, 1, 1, 0, 0, 0, 0, 0, 0)`,
  )
  db.exec('DELETE FROM accounts; DELETE FROM account_words; DELETE FROM account_states; BEGIN')
  const kept = accounts.map((one, i) => ({ ...one, login: 1000 + i }))
  for (const { created, balance, credit, ...one } of kept) {
    repo.insert(accountWithDefaults(one as unknown as NewAccount), created)
    if (balance !== 0 || credit !== 0) state.run(one.login, balance, credit)
  }
  db.exec('COMMIT')
  return kept
}

function conditionsOf(conditions: readonly Term[]): readonly WindowTerm[] {
  const read = readFilter(JSON.stringify(conditions), ACCOUNT_WINDOW_FIELDS, RIGHTS)
  if (isRefusal(read)) throw new Error(read.message)
  return read
}

function sortOf(text: string): WindowSort {
  const sort = readSort(text, ACCOUNT_WINDOW_FIELDS, RIGHTS)
  if (isRefusal(sort)) throw new Error(sort.message)
  return sort
}

const WAYS = [{}, { walkMax: 1 }, { walkMax: 5, passedMax: 2 }, { passedMax: 1 }]

function windowOf(db: Sqlite, way: object = {}, scanMax = 1e6): Window<GroupsAsk> {
  return groupsWindow(db, { ...ACCOUNT_WINDOW, scanMax, ...way })
}

const loginsOf = ({ rows }: WindowRows): number[] => rows.map(({ number }) => number)
const placed = (window: Window<GroupsAsk>, asked: GroupsAsk, limit: number) => ({
  page: (place: WindowPlace) => window.page(asked, place, limit),
})

t.test('forward, backward and at any offset a window is what plain arrays give', async (t) => {
  const db = openTables(scratch(t))
  fc.assert(
    fc.property(
      fc.array(account, { maxLength: 60, size: 'max' }),
      fc.array(term, { maxLength: 2 }),
      fc.constantFrom(...FIELDS),
      fc.boolean(),
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom(...WAYS),
      (accounts, filter, field, isFalling, limit, way) => {
        const kept = keep(db, accounts)
        const sort = sortOf(`${isFalling ? '-' : ''}${field}`)
        const expected = twin(kept, filter, sort)
        const asked = { groups: GROUPS, conditions: conditionsOf(filter), sort }
        const window = windowOf(db, way)
        const { page } = placed(window, asked, limit)
        equal(window.count(asked), expected.length)
        const forward: number[] = []
        let shown = page({ edge: 'first' })
        equal(shown.hasBefore, false)
        for (;;) {
          forward.push(...loginsOf(shown))
          equal(shown.hasAfter, forward.length < expected.length)
          const last = shown.rows.at(-1)
          if (!shown.hasAfter || last === undefined) break
          shown = page({ edge: 'after', from: cursorPosition(last) })
          equal(shown.hasBefore, true)
        }
        deepEqual(forward, expected)
        const backward: number[] = []
        shown = page({ edge: 'last' })
        equal(shown.hasAfter, false)
        for (;;) {
          backward.unshift(...loginsOf(shown))
          equal(shown.hasBefore, backward.length < expected.length)
          const [first] = shown.rows
          if (!shown.hasBefore || first === undefined) break
          shown = page({ edge: 'before', from: cursorPosition(first) })
          equal(shown.hasAfter, true)
        }
        deepEqual(backward, expected)
        for (const [offset, login] of expected.entries()) {
          const around = page({ edge: 'around', offset })
          const start = Math.max(
            0,
            Math.min(offset - Math.floor(limit / 2), expected.length - limit),
          )
          deepEqual(loginsOf(around), expected.slice(start, start + limit))
          equal(around.hasBefore, start > 0)
          equal(around.hasAfter, start + limit < expected.length)
          const { firstOffset, ...anchored } = around
          equal(firstOffset, start)
          deepEqual(page({ edge: 'around', anchor: login }), anchored)
          const from = page({ edge: 'from', offset })
          deepEqual(loginsOf(from), expected.slice(offset, offset + limit))
          const { hasBefore, hasAfter } = from
          deepEqual([hasBefore, hasAfter], [offset > 0, offset + limit < expected.length])
          equal(from.firstOffset, offset)
        }
        for (const offset of [expected.length, expected.length + 1000]) {
          throws(() => page({ edge: 'around', offset }), WindowRefusal)
          if (offset > 0) throws(() => page({ edge: 'from', offset }), WindowRefusal)
        }
      },
    ),
    { numRuns: 80 },
  )
})

const boundAmounts = fc.oneof(
  fc.constantFrom('0', '0.005', '-0.005', '0.010000000001', '-0.010000000001', '0.01', '-0.01'),
  given['amount'] as fc.Arbitrary<unknown>,
)
const amountCondition = fc
  .tuple(fc.constantFrom('balance', 'credit'), boundAmounts)
  .chain(([field, value]) =>
    fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le', 'in').map((op) => ({
      field,
      op,
      value: op === 'in' ? [value, '0', '-1.5'] : value,
    })),
  )

t.test('counts by amounts are exact in any scope, after changes and after a restart', async (t) => {
  const directory = scratch(t)
  const sort = sortOf('login')
  fc.assert(
    fc.property(
      fc.array(account, { maxLength: 60, size: 'max' }),
      fc.array(amountCondition, { minLength: 1, maxLength: 3 }),
      fc.subarray(GROUPS),
      fc.array(fc.tuple(fc.nat(59), amounts), { maxLength: 5 }),
      fc.boolean(),
      (drawn, filter, groups, changes, isLarge) => {
        // One group with nearly all: its amounts are read in order.
        const accounts = drawn.map((one, i) =>
          isLarge && i % 10 > 0 ? { ...one, group: 'demo\\standard' } : one,
        )
        const asked = { groups, conditions: conditionsOf(filter), sort }
        const paths = groups.map(({ path }) => path)
        const expected = (kept: readonly Kept[]): number => twin(kept, filter, sort, paths).length
        const db = openTables(directory)
        const kept = keep(db, accounts)
        const window = windowOf(db)
        equal(window.count(asked), expected(kept))
        const set = db.prepare(
          `INSERT INTO account_states (login, balance, credit, seq, record_seq, last_order_id, last_deal_id,
             last_closed_id, orders, deals, closed) VALUES (?, ?, 0, 1, 1, 0, 0, 0, 0, 0, 0)
           ON CONFLICT (login) DO UPDATE SET balance = excluded.balance, credit = 0`,
        )
        const changed = kept.map((one, i) => {
          const change = changes.findLast(([at]) => at === i)
          if (change === undefined) return one
          set.run(one.login, change[1])
          return { ...one, balance: change[1], credit: 0 }
        })
        equal(window.count(asked), expected(changed))
        db.close()
        const again = openTables(directory)
        equal(windowOf(again).count(asked), expected(changed))
        again.close()
      },
    ),
    { numRuns: 100 },
  )
})

t.test(
  'the amounts of a small scope are looked up, those of a large one read in order',
  async (t) => {
    const db = openTables(scratch(t))
    const [one] = fc.sample(account, { numRuns: 1, seed: 1 })
    if (one === undefined) throw new Error('nothing was drawn')
    const of = (group: string, count: number): Account[] =>
      Array.from({ length: count }, () => ({ ...one, group, balance: 100, credit: 0 }))
    keep(db, [...of('real', 8), ...of('other', 2)])
    const made: string[] = []
    const prepare = db.prepare.bind(db)
    db.prepare = ((sql: string) => {
      made.push(sql)
      return prepare(sql)
    }) as typeof db.prepare
    const conditions = conditionsOf([{ field: 'balance', op: 'ge', value: '0' }])
    const counted = (paths: readonly string[]): [number, boolean] => {
      made.length = 0
      const groups = paths.map((path) => ({ path, digits: 2, leverage: 1 }))
      const count = windowOf(db).count({ groups, conditions, sort: sortOf('login') })
      return [count, made.some((sql) => sql.includes('FROM account_states'))]
    }
    t.same(counted(['REAL']), [8, true])
    t.same(counted(['other']), [2, false])
    t.same(counted(['other', 'real']), [10, true])
    t.same(counted(['nowhere']), [0, false])
    t.same(counted([]), [0, false])
  },
)

t.test('rows that come and go between two pages are neither shown twice nor lost', async (t) => {
  const db = openTables(scratch(t))
  const blank = fc
    .sample(account, { numRuns: 40, seed: 5 })
    .map((one) => ({ ...one, group: 'real' }))
  const kept = keep(db, blank)
  const sort = sortOf('-name')
  const order = twin(kept, [], sort)
  const { page } = placed(windowOf(db), { groups: GROUPS, conditions: [], sort }, 10)
  const first = page({ edge: 'first' })
  const last = first.rows.at(-1)
  if (last === undefined) throw new Error('the page is empty')
  db.exec(`DELETE FROM accounts WHERE login IN (${order.slice(5, 12).join(', ')})`)
  const next = page({ edge: 'after', from: last })
  t.same(loginsOf(next), order.slice(12, 22))
  t.same(loginsOf(page({ edge: 'before', from: last })), order.slice(0, 5))
  t.same(loginsOf(page({ edge: 'around', from: last })).slice(5), order.slice(12, 17))
  t.throws(() => page({ edge: 'around', anchor: last.number }), /no account/)
  const [end] = page({ edge: 'last' }).rows.slice(-1)
  if (end === undefined) throw new Error('the page is empty')
  t.same(page({ edge: 'after', from: end }), { rows: [], hasBefore: true, hasAfter: false })
})

t.test('beyond either end of an order there is nothing, with an index or without', async (t) => {
  const db = openTables(scratch(t))
  const [one] = fc.sample(account, { numRuns: 1, seed: 1 })
  if (one === undefined) throw new Error('nothing was drawn')
  const same = { ...one, group: 'real' }
  keep(db, [same, same, same])
  for (const field of ['name', 'balance', 'group']) {
    const asked = { groups: GROUPS, conditions: [], sort: sortOf(field) }
    const { page } = placed(windowOf(db), asked, 9)
    const whole = page({ edge: 'first' })
    const [first, , last] = whole.rows
    if (first === undefined || last === undefined) throw new Error('there are three')
    t.same(loginsOf(whole), [1000, 1001, 1002], field)
    const [before, behind] = [
      { ...first, number: 999 },
      { ...last, number: 1003 },
    ]
    t.same(page({ edge: 'after', from: before }), whole)
    t.same(page({ edge: 'before', from: behind }), whole)
    t.same(page({ edge: 'before', from: before }), { rows: [], hasBefore: false, hasAfter: true })
    t.same(page({ edge: 'after', from: behind }), { rows: [], hasBefore: true, hasAfter: false })
  }
})

t.test('a row that the filter leaves out is no anchor, and a place all the same', async (t) => {
  const db = openTables(scratch(t))
  const [one] = fc.sample(account, { numRuns: 1, seed: 1 })
  if (one === undefined) throw new Error('nothing was drawn')
  const same = { ...one, group: 'real', name: 'Ada', comment: '\u4e2d'.repeat(200) }
  keep(db, [same, same, same])
  const conditions = conditionsOf([{ field: 'name', op: 'eq', value: 'ada' }])
  const asked = { groups: GROUPS, conditions, sort: sortOf('comment') }
  const { page } = placed(windowOf(db), asked, 2)
  const [, second] = page({ edge: 'first' }).rows
  if (second === undefined) throw new Error('there are three')
  t.same(loginsOf(page({ edge: 'around', anchor: 1001 })), [1000, 1001])
  accountsRepo(db).update(1001, { name: 'Eve' }, 2)
  t.throws(() => page({ edge: 'around', anchor: 1001 }), /no account 1001/)
  t.same(loginsOf(page({ edge: 'after', from: cursorPosition(second) })), [1002])
})

t.test('texts that begin with the last of all characters are found', async (t) => {
  const db = openTables(scratch(t))
  const [one] = fc.sample(account, { numRuns: 1, seed: 1 })
  if (one === undefined) throw new Error('nothing was drawn')
  keep(
    db,
    ['\u{10fffe}', '\u{10ffff}', '\u{10ffff}a'].map((name) => ({ ...one, group: 'real', name })),
  )
  const starts = (value: string): number[] => {
    const conditions = conditionsOf([{ field: 'name', op: 'starts', value }])
    const asked = { groups: GROUPS, conditions, sort: sortOf('login') }
    return loginsOf(windowOf(db).page(asked, { edge: 'first' }, 9))
  }
  t.same(['\u{10fffe}', '\u{10ffff}'].map(starts), [[1000], [1001, 1002]])
})

t.test('around a place that is none is refused as well where no group is looked at', async (t) => {
  const db = openTables(scratch(t))
  const [one] = fc.sample(account, { numRuns: 1, seed: 1 })
  if (one === undefined) throw new Error('nothing was drawn')
  keep(db, [one])
  const asked = { groups: [], conditions: [], sort: sortOf('login') }
  const { page } = placed(windowOf(db), asked, 2)
  const nothing = { rows: [], hasBefore: false, hasAfter: false }
  const anywhere = { number: 7, key: [7] }
  t.same(page({ edge: 'first' }), nothing)
  t.same(page({ edge: 'around', from: anywhere }), nothing)
  t.throws(
    () => page({ edge: 'around', anchor: 1000 }),
    new WindowRefusal('anchor', say('not_found.anchor', { noun: 'account', anchor: '1000' })),
  )
  t.throws(
    () => page({ edge: 'around', offset: 0 }),
    new WindowRefusal('offset', say('field.beyond_count')),
  )
})

t.test('a key too long for a cursor stands by its digest, until its row changes', async (t) => {
  const db = openTables(scratch(t))
  const [one] = fc.sample(account, { numRuns: 1, seed: 1 })
  if (one === undefined) throw new Error('nothing was drawn')
  const long = (end: string): Account => ({
    ...one,
    group: 'real',
    comment: `${'\u4e2d'.repeat(200)}${end}`,
  })
  keep(db, [long('b'), long('a'), long('c')])
  const sort = sortOf('comment')
  const { page } = placed(windowOf(db), { groups: GROUPS, conditions: [], sort }, 1)
  const [first] = page({ edge: 'first' }).rows
  if (first === undefined) throw new Error('the page is empty')
  const told = cursorPosition(first)
  t.equal(first.number, 1001)
  t.match(told, { number: 1001, digest: /^[\w-]{22}$/ })
  t.same(loginsOf(page({ edge: 'after', from: told })), [1000])
  accountsRepo(db).update(1001, { comment: 'short' }, 1)
  t.throws(() => page({ edge: 'after', from: told }), /has changed/)
  const [other] = page({ edge: 'last' }).rows
  if (other === undefined) throw new Error('the page is empty')
  accountsRepo(db).update(other.number, { group: 'other' }, 1)
  t.throws(() => page({ edge: 'before', from: cursorPosition(other) }), /has changed/)
  // 300 bytes of JSON, and one more.
  const key = (length: number) => ({ number: 1, key: ['x'.repeat(length - 4)] })
  t.same(cursorPosition(key(300)), key(300))
  t.match(cursorPosition(key(301)), { number: 1, digest: /^[\w-]{22}$/ })
})

t.test('a change of a text is found under its new form alone', async (t) => {
  const db = openTables(scratch(t))
  const [one] = fc.sample(account, { numRuns: 1, seed: 1 })
  if (one === undefined) throw new Error('nothing was drawn')
  keep(db, [{ ...one, group: 'real', name: 'Before' }])
  accountsRepo(db).update(1000, { name: 'E\u0301lan' }, 2)
  const found = (value: string): number => {
    const conditions = conditionsOf([{ field: 'name', op: 'eq', value }])
    return windowOf(db).count({ groups: GROUPS, conditions, sort: sortOf('login') })
  }
  t.same(['before', 'éLAN'].map(found), [0, 1])
  const alone = { groups: GROUPS, conditions: [], sort: sortOf('login') }
  const after: WindowPlace = { edge: 'after', from: { number: 1000, key: [1000] } }
  const past = windowOf(db).page(alone, after, 1)
  t.same(past, { rows: [], hasBefore: true, hasAfter: false })
})

t.test('accounts of before are found and ordered as new ones', async (t) => {
  const db = openWriter(join(scratch(t), 'openfloor.sqlite'))
  const before = MIGRATIONS.findIndex(({ name }) => name === 'account windows')
  migrate(db, MIGRATIONS.slice(0, before))
  const insert = db.prepare(
    `INSERT INTO accounts (login, group_path, name, comment, created_at, updated_at)
     VALUES (?, 'real', ?, ?, 1, 1)`,
  )
  for (const [i, name] of ['b', '\u00c9', '', 'A', 'e\u0301'].entries())
    insert.run(1 + i, name, name)
  migrate(db)
  for (const field of ['name', 'comment']) {
    const asked = { groups: GROUPS, conditions: [], sort: sortOf(field) }
    t.same(loginsOf(windowOf(db).page(asked, { edge: 'first' }, 10)), [3, 4, 1, 2, 5])
  }
  db.close()
})

t.test('a scan goes up to its bound and no further; indexed pages have none', async (t) => {
  const db = openTables(scratch(t))
  const [one] = fc.sample(account, { numRuns: 1, seed: 1 })
  if (one === undefined) throw new Error('nothing was drawn')
  const few = { ...one, group: 'real' }
  const asked = (sort: string, filter: Condition[] = []) => ({
    groups: GROUPS,
    conditions: conditionsOf(filter),
    sort: sortOf(sort),
  })
  const rare = [{ field: 'comment', op: 'eq', value: 'nowhere' }]
  const first: WindowPlace = { edge: 'first' }
  const refusal = (what: 'filter' | 'sort') =>
    new WindowRefusal(what, say('field.scan_groups', { max: 3 }))
  const bounded = windowOf(db, { walkMax: 2 }, 3)
  for (const others of [0, 2]) {
    keep(db, [few, few, few, ...Array.from({ length: others }, () => ({ ...one, group: 'other' }))])
    t.equal(bounded.page(asked('balance'), first, 10).rows.length, 3)
    t.equal(bounded.page(asked('name', rare), first, 10).rows.length, 0)
    t.equal(bounded.count(asked('name', rare)), 0)
  }
  keep(db, [few, few, few, few])
  t.throws(() => bounded.page(asked('balance'), first, 10), refusal('sort'))
  t.throws(() => bounded.page(asked('name', rare), first, 10), refusal('filter'))
  t.throws(() => bounded.count(asked('name', rare)), refusal('filter'))
  t.throws(
    () => bounded.page(asked('name', rare), { edge: 'around', offset: 0 }, 1),
    refusal('filter'),
  )
  t.equal(bounded.count(asked('name')), 4)
  t.equal(windowOf(db, {}, 3).page(asked('name'), first, 10).rows.length, 4)
  const byLogin = [{ field: 'login', op: 'in', value: [1000, 1002] }]
  t.equal(bounded.page(asked('balance', byLogin), first, 10).rows.length, 2)
  const byOne = [{ field: 'login', op: 'eq', value: 1002 }]
  t.equal(bounded.page(asked('balance', byOne), first, 10).rows.length, 1)
  const from = [{ field: 'login', op: 'ge', value: 1002 }]
  t.throws(() => bounded.count(asked('balance', from)), refusal('filter'))
  const free = windowOf(db, {}, 3)
  const [begin] = free.page(asked('name'), first, 1).rows
  if (begin === undefined) throw new Error('the page is empty')
  const behind: WindowPlace = { edge: 'after', from: cursorPosition(begin) }
  t.match(free.page(asked('name'), behind, 10), { hasBefore: true, rows: { length: 3 } })
  // No further than the page needs, with fewer looks than there are rows.
  t.equal(windowOf(db, { walkMax: 3 }, 3).page(asked('name'), first, 1).rows.length, 1)
  keep(db, [few, few, few, { ...one, group: 'other' }])
  const prepare = db.prepare.bind(db)
  let counts = 0
  db.prepare = ((sql: string) => {
    if (sql.includes('LIMIT ?)')) counts++
    return prepare(sql)
  }) as typeof db.prepare
  const [of] = bounded.page(asked('balance'), first, 1).rows
  if (of === undefined) throw new Error('the page is empty')
  counts = 0
  bounded.page(asked('balance'), { edge: 'after', from: of }, 1)
  t.equal(counts, 1, 'rows are counted once a page')
})

t.test('pages from an index are sorted by nothing else', async (t) => {
  const db = openTables(scratch(t))
  const [one] = fc.sample(account, { numRuns: 1, seed: 1 })
  if (one === undefined) throw new Error('nothing was drawn')
  const same = { ...one, group: 'real' }
  keep(db, [same, same, same, same])
  const made = new Set<string>()
  const prepare = db.prepare.bind(db)
  db.prepare = ((sql: string) => {
    made.add(sql)
    return prepare(sql)
  }) as typeof db.prepare
  for (const sort of ['login', 'group', 'name', '-agent']) {
    const asked = { groups: GROUPS, conditions: [], sort: sortOf(sort) }
    const { page } = placed(windowOf(db), asked, 2)
    const last = page({ edge: 'first' }).rows.at(-1)
    if (last === undefined) throw new Error('the page is empty')
    for (const edge of ['after', 'before', 'around'] as const) {
      page({ edge, from: cursorPosition(last) })
    }
  }
  const parameters = {
    f_path: 'real',
    f_key: 'real',
    at_key: 7,
    at_login: 1,
    limit: 1,
    skipped: 0,
  }
  const ordered = [...made].filter((sql) => sql.includes('ORDER BY'))
  t.ok(ordered.length >= 8)
  for (const sql of ordered) {
    const steps = prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    const plan = steps.all(parameters).map(({ detail }) => detail)
    t.notMatch(plan.join('; '), /TEMP B-TREE/, sql)
  }
})
