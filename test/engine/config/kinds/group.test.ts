import t from 'tap'
import { type BookRecords, NO_RECORDS } from '../../../../engine/config/book-records.js'
import type { Content } from '../../../../engine/config/config-records.js'
import { groupKind } from '../../../../engine/config/kinds/group.js'
import { configWorld } from '../../../../engine/config/kinds.js'
import type { GroupRecord } from '../../../../engine/config/records/group.js'
import { faultsOf as faultsOfKind, refuseGoing } from '../../../../engine/config/references.js'
import { HEDGING_GROUP } from '../../../given/book.js'
import { NO_FACTS } from '../../../given/config-facts.js'

/** The settings around a group, and the groups that have accounts. */
function world(records: Partial<BookRecords> = {}, withAccounts: readonly string[] = []) {
  const facts = { ...NO_FACTS, hasAccounts: (group: string) => withAccounts.includes(group) }
  return configWorld({ ...NO_RECORDS, ...records }, facts)
}

const AT = { created_at: '', updated_at: '', version: 1 }
const PROFILE = { id: 4, name: 'Majors', enabled: true, rules: [], ...AT }
const SWITCH = { id: 1, group: 'Real/Std', leverage_profile_id: null, at: '2026-01-01', ...AT }

function stored(path: string, id = 1): GroupRecord {
  return { ...HEDGING_GROUP, id, path }
}

/** The record that a create with these fields would keep. */
function kept(input: object): Content<'groups'> {
  const content = groupKind.defaults({ path: 'real\\std', ...input })
  return groupKind.normal?.(content) ?? content
}

function faultsOf(input: object): string[] {
  const around = world({ leverage_profiles: [PROFILE] })
  return faultsOfKind(groupKind, kept(input), around, null).map(({ path }) => path)
}

const row = (fields: object) => ({ symbols: [{ mask: '*', ...fields }] })
const commission = (fields: object) => ({
  commissions: [
    { mask: '*', mode: 'per_lot', charge: 'per_side', tiers: [{ value: '1' }], ...fields },
  ],
})
const tiers = (...rows: object[]) => commission({ tiers: rows })

t.test('a group starts with what a group of the demo set has', (t) => {
  t.same(kept({}), {
    path: 'real\\std',
    currency: 'USD',
    currency_digits: 2,
    company: '',
    enabled: true,
    margin_mode: 'hedging',
    margin_call_level: '100',
    stop_out_level: '50',
    stop_out_mode: 'percent',
    free_margin_mode: 'use_all',
    negative_balance_protection: true,
    use_credit: true,
    leverage: 100,
    leverage_profile_id: null,
    limit_orders: 500,
    limit_positions: 500,
    password_min_length: 8,
    otp_required: false,
    password_change_at_first: false,
    mail_enabled: true,
    news_mode: 'full',
    trade_enabled: true,
    swaps_enabled: true,
    daily_reports: false,
    symbols: [],
    commissions: [],
    deposit_url: '',
    withdraw_url: '',
  })
  t.same(faultsOf({}), [])
  t.match(kept({ limit_orders: 0, limit_positions: 0 }), { limit_orders: 0, limit_positions: 0 })
  t.end()
})

t.test('each rule of a group names the place that breaks it', (t) => {
  const masks = (count: number): string => Array.from({ length: count }, (_, i) => `S${i}`).join()
  const cases: readonly (readonly [object, string?])[] = [
    [{ path: 'a/b\\c' }],
    [{ path: 'a//b' }, 'path'],
    [{ path: '/a' }, 'path'],
    [{ path: 'a\\ b' }, 'path'],
    [{ path: 'a \\b' }, 'path'],
    [{ margin_call_level: '50.25', stop_out_level: '50.25' }],
    [{ margin_call_level: '50', stop_out_level: '50.01' }, 'stop_out_level'],
    [{ margin_call_level: '100.001' }, 'margin_call_level'],
    [{ margin_call_level: '10000', stop_out_level: '10000' }],
    [{ margin_call_level: '10000.01' }, 'margin_call_level'],
    [{ stop_out_level: '-1' }, 'stop_out_level'],
    [{ stop_out_mode: 'money', margin_call_level: '999999999', stop_out_level: '0' }],
    [{ stop_out_mode: 'money', stop_out_level: '1.234' }, 'stop_out_level'],
    [{ stop_out_mode: 'money', stop_out_level: '1.234', currency_digits: 3 }],
    [{ stop_out_mode: 'money', margin_call_level: '1.5', currency_digits: 0 }, 'margin_call_level'],
    [{ leverage_profile_id: 4 }],
    [{ leverage_profile_id: 5 }, 'leverage_profile_id'],
    [row({ mask: masks(128) })],
    [row({ mask: masks(129) }), 'symbols[0].mask'],
    [row({ mask: '!EURUSD' }), 'symbols[0].mask'],
    [row({ mask: ' , ' }), 'symbols[0].mask'],
    [row({ mask: '*,!EURUSD', volume_min: '0.1', volume_max: '0.1' })],
    [row({ volume_min: '0.2', volume_max: '0.1' }), 'symbols[0].volume_max'],
    [row({ volume_limit: '0', margin_hedged: '0', swap_long: '-1.5', spread_diff_pts: -3 })],
    [row({ margin_maintenance: '0.000000001' }), 'symbols[0].margin_maintenance'],
    [
      row({ margin_rates: [{ kind: 'buy', initial: '1', maintenance: '-1' }] }),
      'symbols[0].margin_rates[0].maintenance',
    ],
    [commission({ mask: '!*' }), 'commissions[0].mask'],
    [commission({ mode: 'percent', tiers: [{ value: '100' }] })],
    [
      commission({ mode: 'percent', tiers: [{ value: '100.01' }] }),
      'commissions[0].tiers[0].value',
    ],
    [tiers({ value: '5', to: '10' }, { value: '4', to: '50' }, { value: '3' })],
    [tiers({ value: '5', to: '10' }, { value: '4', from: '12' })],
    [tiers({ value: '5', to: '10' }, { value: '4', from: '9' }), 'commissions[0].tiers[1].from'],
    [
      tiers({ value: '5', to: '10' }, { value: '4', to: '10' }, { value: '3' }),
      'commissions[0].tiers[1].to',
    ],
    [tiers({ value: '5', to: '0' }, { value: '4' }), 'commissions[0].tiers[0].to'],
    [tiers({ value: '5', to: '10' }), 'commissions[0].tiers[0].to'],
    [tiers({ value: '5', min: '2', max: '2' })],
    [tiers({ value: '5', min: '2', max: '1' }), 'commissions[0].tiers[0].max'],
    [tiers({ value: '5', min: '2', max: '0' })],
    [tiers({ value: '1000000000' })],
    [tiers({ value: '1000000000.01' }), 'commissions[0].tiers[0].value'],
    [tiers({ value: '0.000000001' }), 'commissions[0].tiers[0].value'],
  ]
  for (const [input, path] of cases) {
    const name = JSON.stringify(input).slice(0, 90)
    t.same(faultsOf(input), path === undefined ? [] : [path], name)
  }
  t.end()
})

t.test('a record has one form: backslashes, plain decimals, whole tiers', (t) => {
  const group = kept({
    path: 'real/std',
    margin_call_level: '80.50',
    symbols: [{ mask: '*', volume_min: '0.10', swap_long: '-1.50' }],
    ...tiers({ value: '5.0', to: '10' }, { value: '3' }),
  })
  t.equal(group.path, 'real\\std')
  t.equal(group.margin_call_level, '80.5')
  t.same(group.symbols, [{ mask: '*', volume_min: '0.1', swap_long: '-1.5' }])
  t.same(group.commissions[0]?.tiers, [
    { from: '0', to: '10', value: '5', min: '0', max: '0' },
    { from: '10', to: '0', value: '3', min: '0', max: '0' },
  ])
  t.end()
})

t.test('with accounts the currency, its digits and the margin mode stay', (t) => {
  const before = stored('real\\std')
  const around = world({ groups: [before] }, ['real\\std'])
  const refused = (change: object, where = around): string | undefined =>
    groupKind.refuseChange?.(before, { ...before, ...change }, where)?.code
  for (const change of [{ currency: 'EUR' }, { currency_digits: 3 }, { margin_mode: 'netting' }]) {
    t.equal(refused(change), 'conflict', JSON.stringify(change))
    t.equal(refused(change, world({ groups: [before] })), undefined, 'free without accounts')
  }
  t.equal(refused({ leverage: 7 }), undefined)
  t.equal(refused({ path: 'real\\other' }, world()), 'invalid_input', 'the path always stays')
  t.end()
})

t.test('a group goes only when nothing names it', (t) => {
  const group = stored('real\\std')
  const settings = { id: 1, demo_group: '', real_group: '', ...AT } as never as object
  const why = (records: Partial<BookRecords>, withAccounts: readonly string[] = []) =>
    refuseGoing(groupKind, group, world({ groups: [group], ...records }, withAccounts))
  t.equal(why({}), undefined)
  t.match(why({}, ['real\\std']), { code: 'conflict', message: /accounts/ })
  const below = stored('Real\\Std\\vip', 2)
  t.match(why({ groups: [group, below] }), { code: 'conflict', message: /contains other groups/ })
  t.equal(why({ groups: [group, stored('real\\std2', 2)] }), undefined, 'a sibling is not below')
  for (const field of ['demo_group', 'real_group']) {
    const named = [{ ...settings, [field]: 'REAL\\std' }] as never
    t.match(why({ settings: named }), { code: 'conflict', message: new RegExp(field) })
  }
  t.equal(why({ settings: [settings] as never }), undefined)
  t.match(why({ leverage_switches: [{ ...SWITCH, done_at: null }] }), { message: /switch/ })
  t.equal(why({ leverage_switches: [{ ...SWITCH, done_at: '2026-01-01' }] }), undefined)
  t.end()
})
