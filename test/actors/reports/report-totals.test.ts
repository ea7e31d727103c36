import { randomUUID } from 'node:crypto'
import t from 'tap'
import { reportSlice } from '../../../actors/reports/report-slice.js'
import type { DealEvent } from '../../../engine/account/event.js'
import { Prng } from '../../../engine/numbers/prng.js'
import { REPORT_MODULES, type ReportModule } from '../../../engine/reports/modules.js'
import type { KeptSection } from '../../../engine/reports/section.js'
import { sqlitePath } from '../../../storage/paths.js'
import { openReader } from '../../../storage/sqlite/open.js'
import { moment } from '../../given/desk.js'
import { AccountFront, YEN } from '../../given/fronts/account-front.js'
import { deposit, OPEN, recordsOf, settled, trade } from '../../given/records/trades.js'

// The totals of every module against the records of the logs, summed plainly, after drawn trades and operations of three
// accounts in two currencies, a margin call and two nights. `npm test -- --seed N` draws others.

const DAY_MS = 86_400_000
/** It is noon, so that no midnight comes while this runs. */
const NOON = DAY_MS / 2 - (Date.now() % DAY_MS)
const STEPS = 60
const USD = 'demo\\standard'
const DIGITS: Readonly<Record<string, number>> = { USD: 2, JPY: 0 }
const prng = new Prng(Number(process.env['TEST_SEED'] ?? 1))

const before = await AccountFront.start(t, NOON)
const euro = await before.quoted('EURUSD')
const currencies = new Map<number, string>()
for (const [name, group, currency] of [
  ['Ada', USD, 'USD'],
  ['Bob', USD, 'USD'],
  ['Yuki', YEN, 'JPY'],
] as const) {
  const login = await before.open({ name, group })
  currencies.set(login, currency)
  await deposit(before, login, currency === 'USD' ? '20000.00' : '3000000')
}
const logins = [...currencies.keys()]
const open: { readonly login: number; readonly id: unknown }[] = []

/** The codes of the trades that were refused, by the group of whoever asked. */
const refused: { readonly login: number; readonly code: string }[] = []

async function asks(login: number, body: object) {
  const answer = await trade(before, login, body)
  if (answer.code !== 'ok') refused.push({ login, code: answer.code })
  return answer
}

/** A price up to 40 points from the market's, and as much deviation as lets it be filled. */
function askedNear(side: 'buy' | 'sell') {
  const { bid = 0, ask = 0 } = before.supervisor.board.quote(euro.id) ?? {}
  const points = (side === 'buy' ? ask : bid) + prng.below(81) - 40
  return { price: (points / 10 ** euro.digits).toFixed(euro.digits), deviation_pts: 40 }
}

async function step(login: number): Promise<void> {
  const kind = prng.below(4)
  if (kind < 2) {
    const side = prng.below(2) === 0 ? 'buy' : 'sell'
    const volume = `0.${String(2 + 2 * prng.below(10)).padStart(2, '0')}`
    const asked = prng.below(3) === 0 ? {} : askedNear(side)
    const opened = await asks(login, { ...OPEN, side, volume, ...asked })
    if (opened.code === 'ok') open.push({ login, id: opened.data['position_id'] })
  } else if (kind === 2 && open.length > 0) {
    const [one] = open.splice(prng.below(open.length), 1)
    const volume = prng.below(3) === 0 ? { volume: '0.01' } : {}
    if (one !== undefined) await asks(one.login, { kind: 'close', position_id: one.id, ...volume })
  } else {
    const actions = [
      'deposit',
      'withdraw',
      'credit_in',
      'bonus',
      'charge',
      'correction',
      'commission',
    ]
    const cents = currencies.get(login) === 'USD' ? `.${10 + prng.below(90)}` : ''
    const amount = `${1 + prng.below(300)}${cents}`
    const action = actions[prng.below(actions.length)]
    const body = { action, amount, request_id: randomUUID() }
    await before.ask(`POST /admin/v1/accounts/${login}/balance`, 'admin', body)
  }
}
for (const login of logins) await asks(login, { ...OPEN, symbol: 'GBPUSD', volume: '0.001' })
for (let n = 0; n < STEPS; n++) await step(logins[prng.below(logins.length)] ?? 0)

/** Requotes the same account twice: the second offer replaces the first and is accepted. Returns the codes of the answers. */
async function offers(login: number): Promise<readonly string[]> {
  const route = `/admin/v1/symbols/${euro.id}`
  const executed = async (execution: string) => {
    const { version } = (await before.ask(`GET ${route}`, 'admin')).data
    await before.ask(`PATCH ${route}`, 'admin', { execution, version })
  }
  await executed('instant')
  const far = { ...OPEN, price: '0.5' }
  const made = [await trade(before, login, far), await trade(before, login, far)]
  const { quote_id } = made[1]?.data ?? {}
  const taken = await trade(before, login, { ...OPEN, quote_id })
  await executed('market')
  return [...made, taken].map(({ code }) => code)
}
const offered = await offers(logins[0] ?? 0)

/** Causes a margin call: withdraws until the equity is below the margin. Returns the withdrawn amount. */
async function marginCall(login: number): Promise<string> {
  await trade(before, login, { ...OPEN, volume: '5.00' })
  const { balance, margin } = (await before.ask(`GET /admin/v1/accounts/${login}`, 'admin')).data
  const amount = (Number(balance) - 0.8 * Number(margin ?? 5_500)).toFixed(2)
  const body = { action: 'withdraw', amount, request_id: randomUUID(), skip_margin_check: true }
  const done = await before.ask(`POST /admin/v1/accounts/${login}/balance`, 'admin', body)
  if (done.status !== 200) throw new Error(done.message)
  await settled(before, 'GET /admin/v1/deals', 'admin', done.data['projection_seq'])
  return amount
}
const withdrawn = await marginCall(logins[0] ?? 0)
const journalled = async () =>
  (await before.ask('GET /admin/v1/journal?kind=margin', 'admin')).data['items'] as unknown[]
while ((await journalled()).length === 0) await moment()
// Without this deposit, prices two days later stop the account out while the test reads the reports.
await deposit(before, logins[0] ?? 0, withdrawn)

const front = await before.later(t, NOON + 2 * DAY_MS)
const nights = async () => (await front.ask('GET /admin/v1/reports/daily', 'admin')).data['total']
while (Number(await nights()) < 2 * logins.length) await moment()
const records = (await Promise.all(logins.map((login) => recordsOf(front, login)))).flat()
const orders = new Map(
  records.flatMap(({ events }) =>
    events.flatMap((event) => (event.type === 'order' ? [[event.id, event] as const] : [])),
  ),
)
const deals = records.flatMap(({ login, events }) =>
  events.flatMap((event) => (event.type === 'deal' ? [{ ...event, login }] : [])),
)
const db = openReader(sqlitePath(front.dataDir))
t.teardown(() => db.close())

type Deal = DealEvent & { readonly login: number }
const currencyOf = ({ login }: { readonly login: number }): string => currencies.get(login) ?? ''

async function sectionOf(
  module: ReportModule,
  asked: readonly number[] | null = logins,
): Promise<KeptSection> {
  const groups = [
    { path: USD, currency: 'USD', digits: 2 },
    { path: YEN, currency: 'JPY', digits: 0 },
  ]
  const work = {
    module,
    format: 'csv',
    name: module,
    madeAt: 0,
    asked: [],
    clock: { utc_offset_min: 0, daylight_saving: 'none' },
    from: null,
    to: null,
    days: { from: 0, to: Number.MAX_SAFE_INTEGER },
    logins: asked,
    groups,
    journal: {
      groups: groups.map(({ path }) => path),
      gone: false,
      scope: ['*'],
      beyond: [],
      from: null,
    },
    hidden: [],
  } as const
  for (let place = ''; ; ) {
    const slice = await reportSlice(db, work, { place, done: 0, total: null })
    place = slice.place
    if (!slice.isOver) continue
    const [section] = JSON.parse(place) as readonly KeptSection[]
    if (section === undefined) throw new Error('there is no section')
    return section
  }
}

/** A text of a decimal, in units of its digits. */
function units(text: unknown, digits: number): bigint {
  const [whole = '', part = ''] = String(text ?? '0').split('.')
  return BigInt(whole + part.padEnd(digits, '0'))
}

const VOLUME_DIGITS = 8

/** The totals as units, by what the lines are about. */
function told({ totals }: KeptSection, by: readonly string[], sums: readonly string[]) {
  return Object.fromEntries(
    totals.map((line) => {
      const digits = DIGITS[String(line['currency'])] ?? 2
      const amounts = sums.map((name) =>
        units(line[name], name.includes('volume') ? VOLUME_DIGITS : digits),
      )
      return [by.map((name) => line[name]).join(' '), [BigInt(Number(line['rows'])), ...amounts]]
    }),
  )
}

/** Rows and sums of what was drawn, by a text. */
function summed<One>(
  all: readonly One[],
  by: (one: One) => string,
  sums: readonly ((one: One) => number)[],
) {
  const lines: Record<string, bigint[]> = {}
  for (const one of all) {
    lines[by(one)] ??= [0n, ...sums.map(() => 0n)]
    const line = lines[by(one)] as bigint[]
    for (const [i, of] of [() => 1, ...sums].entries()) line[i] = (line[i] ?? 0n) + BigInt(of(one))
  }
  return lines
}

const amountOf = ({ profit, swap, commission, fee }: Deal): number =>
  profit + swap + commission + fee
const traded = deals.filter(({ entry }) => entry !== 'balance')
const operations = deals.filter(({ entry }) => entry === 'balance')
const positions = [...new Set(traded.map(({ positionId }) => positionId))].map((id) => {
  const all = traded.filter(({ positionId }) => positionId === id)
  const sum = (of: (deal: Deal) => number): number => all.reduce((rest, one) => rest + of(one), 0)
  return {
    login: all[0]?.login ?? 0,
    net: sum(({ side, volume }) => side * volume),
    closed: sum(({ entry, volume }) => (entry === 'in' ? 0 : volume)),
    profit: sum(({ profit }) => profit),
    swap: sum(({ swap }) => swap),
    commission: sum(({ commission }) => commission),
    fee: sum(({ fee }) => fee),
  }
})

const CHECKS: Readonly<Record<ReportModule, () => Promise<readonly [unknown, unknown]>>> = {
  async deals() {
    const names = ['volume', 'profit', 'swap', 'commission', 'fee'] as const
    const sums = names.map((name) => (deal: Deal) => deal[name])
    return [told(await sectionOf('deals'), ['currency'], names), summed(traded, currencyOf, sums)]
  },
  async trades() {
    const names = ['volume', 'profit', 'swap', 'commission', 'fee'] as const
    const done = positions.filter(({ net }) => net === 0)
    const expected = summed(done, currencyOf, [
      ({ closed }) => closed,
      ({ profit }) => profit,
      ({ swap }) => swap,
      ({ commission }) => commission,
      ({ fee }) => fee,
    ])
    return [told(await sectionOf('trades'), ['currency'], names), expected]
  },
  async balance_operations() {
    const by = (deal: Deal): string => `${currencyOf(deal)} ${deal.action}`
    const section = await sectionOf('balance_operations')
    const expected = summed(operations, by, [amountOf, ({ credit }) => credit])
    return [told(section, ['currency', 'action'], ['amount', 'credit']), expected]
  },
  async commissions() {
    const charged = deals.filter(
      ({ action, commission, fee }) => action === 'commission' || commission !== 0 || fee !== 0,
    )
    const of = ({ action, profit, commission }: Deal): number =>
      action === 'commission' ? profit + commission : commission
    const expected = summed(charged, currencyOf, [of, ({ fee }) => fee])
    return [told(await sectionOf('commissions'), ['currency'], ['commission', 'fee']), expected]
  },
  async routing() {
    const expected = summed(traded, () => 'here', [({ volume }) => volume])
    return [told(await sectionOf('routing'), ['route'], ['volume']), expected]
  },
  async executions() {
    const { rows, totals } = await sectionOf('executions')
    const sums = ['points_for', 'points_against', 'slippage_for', 'slippage_against'] as const
    const of = (line: Readonly<Record<string, unknown>> | undefined) => [
      Number(line?.['executions']),
      ...sums.map((name) => units(line?.[name], name.startsWith('points') ? 0 : VOLUME_DIGITS)),
    ]
    // A point of a lot of EURUSD is a dollar, so points x volume in 1e-8 lots is money in 1e-8 dollars.
    const found = traded.map((deal) => {
      const asked = orders.get(deal.orderId)?.priceAsked || (deal.side === 1 ? deal.ask : deal.bid)
      const points = BigInt(deal.side * (asked - deal.price))
      return { points, money: points * BigInt(deal.volume) }
    })
    const sum = (sign: 1n | -1n, name: 'points' | 'money') =>
      found.reduce((all, one) => (one.points * sign > 0n ? all + one[name] * sign : all), 0n)
    const all = [sum(1n, 'points'), sum(-1n, 'points'), sum(1n, 'money'), sum(-1n, 'money')]
    if (all.some((one) => one === 0n)) throw new Error('some prices are better, some are worse')
    const expected = [traded.length, ...all]
    const everybody = await sectionOf('executions', null)
    const lines = everybody.totals.filter((line) => line['by'] === 'group')
    const summedUp = (name: string): number =>
      lines.reduce((sum, line) => sum + Number(line[name]), 0)
    const counts = ['requoted', 'offers_made', 'offers_taken', 'offers_expired'].map(summedUp)
    const pounds = everybody.rows.find((row) => row[1] === 'GBPUSD')
    const withoutTime = rows.filter((row) => !(Number(row[8]) > 0))
    return [
      [
        ...(['symbol', 'group', 'hour'] as const).map((by) =>
          of(totals.find((line) => line['by'] === by && line['currency'] === 'USD')),
        ),
        withoutTime,
        [
          summedUp('rejected'),
          pounds?.at(-4),
          totals.every((line) => Number(line['rejected']) === 0),
        ],
        counts,
      ],
      [expected, expected, expected, [], [refused.length, logins.length, true], [2, 2, 1, 1]],
    ]
  },
  async accounts_summary() {
    const names = ['balance_begin', 'balance_end', 'credit_end', 'volume']
    const section = await sectionOf('accounts_summary')
    const expected = summed(deals, currencyOf, [
      () => 0,
      amountOf,
      ({ credit }) => credit,
      ({ entry, volume }) => (entry === 'balance' ? 0 : volume),
    ])
    for (const [currency, line] of Object.entries(expected)) {
      line[0] = BigInt([...currencies.values()].filter((one) => one === currency).length)
    }
    return [told(section, ['currency'], names), expected]
  },
  async exposure() {
    const held = positions.filter(({ net }) => net !== 0)
    const [, ...volumes] =
      summed(held, () => '', [({ net }) => Math.max(net, 0), ({ net }) => Math.max(-net, 0)])[''] ??
      []
    // Of one symbol, so it is one row.
    const expected = { '': [1n, ...volumes] }
    return [told(await sectionOf('exposure'), [], ['buy_volume', 'sell_volume']), expected]
  },
  async daily() {
    const section = await sectionOf('daily')
    const names = section.columns
      .map(({ name }) => name)
      .filter((name) => name.startsWith('daily_'))
    const [credit, others] = [
      names.filter((name) => name === 'daily_credit'),
      names.filter((name) => name !== 'daily_credit'),
    ]
    const sumOf = (of: readonly string[]) =>
      Object.fromEntries(
        Object.entries(told(section, ['currency'], of)).map(([currency, [, ...sums]]) => [
          currency,
          sums.reduce((total, one) => total + one, 0n),
        ]),
      )
    const expected = summed(deals, currencyOf, [amountOf, ({ credit: one }) => one])
    const part = (i: number) =>
      Object.fromEntries(Object.entries(expected).map(([currency, line]) => [currency, line[i]]))
    return [
      [sumOf(others), sumOf(credit)],
      [part(1), part(2)],
    ]
  },
  async margin_calls() {
    const { totals } = await sectionOf('margin_calls')
    const rows = totals.reduce((sum, line) => sum + Number(line['rows']), 0)
    const lines = db.prepare("SELECT count(*) FROM journal WHERE kind = 'margin'").pluck().get()
    return [rows, lines]
  },
  async journal() {
    const { totals } = await sectionOf('journal')
    const lines = db
      .prepare<[string], { readonly kind: string; readonly rows: number }>(
        `SELECT kind, count(*) AS "rows" FROM journal WHERE login IN (SELECT value FROM json_each(?))
         GROUP BY kind ORDER BY kind`,
      )
      .all(JSON.stringify(logins))
    return [totals.map(({ kind, rows }) => ({ kind, rows })), lines]
  },
}

t.same(offered, ['trade.requote', 'trade.requote', 'ok'])
t.ok(traded.length > 20 && positions.some(({ net }) => net !== 0), `${traded.length} trades`)
for (const module of REPORT_MODULES) {
  t.test(`the totals of ${module} are those of the ledger`, async (t) => {
    const [is, wanted] = await CHECKS[module]()
    t.same(is, wanted)
  })
}

t.test('deals and operations together are the balances', async (t) => {
  const both = [
    ...(await sectionOf('deals')).totals.map((line) => ({
      line,
      of: ['profit', 'swap', 'commission', 'fee'],
    })),
    ...(await sectionOf('balance_operations')).totals.map((line) => ({ line, of: ['amount'] })),
  ]
  for (const [currency, digits] of Object.entries(DIGITS)) {
    const sum = both
      .filter(({ line }) => line['currency'] === currency)
      .flatMap(({ line, of }) => of.map((name) => units(line[name], digits)))
      .reduce((total, one) => total + one, 0n)
    const balances = await Promise.all(
      logins
        .filter((login) => currencies.get(login) === currency)
        .map(async (login) => (await front.ask(`GET /admin/v1/accounts/${login}`, 'admin')).data),
    )
    t.equal(
      sum,
      balances.reduce((total, one) => total + units(one['balance'], digits), 0n),
    )
  }
})
