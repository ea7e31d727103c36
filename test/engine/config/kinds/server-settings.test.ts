import t from 'tap'
import { NO_RECORDS } from '../../../../engine/config/book-records.js'
import { isDemoGroup, serverSettingsKind } from '../../../../engine/config/kinds/server-settings.js'
import { configWorld, kindOf } from '../../../../engine/config/kinds.js'
import { say } from '../../../../engine/reasons/reasons.js'
import { NO_FACTS } from '../../../given/config-facts.js'

const settings = kindOf('settings')
const DEFAULTS = settings.defaults({})
const WORLD = configWorld(NO_RECORDS, NO_FACTS)

function faults(change: Partial<typeof DEFAULTS>) {
  return settings.check({ ...DEFAULTS, ...change }, WORLD, null)
}

t.test('sign-up that is open needs the group of its own kind of accounts', (t) => {
  const missing = (path: string) => {
    return [{ path, ...say('field.sign_up_group') }]
  }
  t.same(faults({}), [])
  t.same(faults({ demo: true }), missing('demo_group'))
  t.same(faults({ real: true }), missing('real_group'))
  t.same(faults({ demo: true, demo_group: 'demo\\a' }), [])
  t.same(faults({ real: true, real_group: 'real\\a' }), [])
  t.same(faults({ demo: true, real_group: 'real\\a' }), missing('demo_group'))
  t.same(faults({ real: true, demo_group: 'demo\\a' }), missing('real_group'))
  t.end()
})

t.test('each group is a trading group of its own side of the folder demo', (t) => {
  const below = { path: 'demo_group', ...say('field.below_folder', { folder: 'demo' }) }
  const beside = { path: 'real_group', ...say('field.not_below_folder', { folder: 'demo' }) }
  const staff = say('field.trading_group')
  for (const [demo_group, real_group, wanted] of [
    ['Demo\\a', 'demos\\a', []],
    ['demo', 'real\\demo', []],
    ['real\\demo', 'DEMO\\a', [below, beside]],
    ['real\\a', '', [below]],
    ['', 'demo\\a', [beside]],
    [
      'managers\\a',
      'managers\\a',
      [
        { path: 'demo_group', ...staff },
        { path: 'real_group', ...staff },
      ],
    ],
  ] as const) {
    t.same(faults({ demo_group, real_group }), wanted, `${demo_group} and ${real_group}`)
  }
  t.same(['demo', 'Demo\\x', 'demos', 'x\\demo'].map(isDemoGroup), [true, true, false, false])
  t.end()
})

t.test('the deposit of a demo account is an amount, not below zero', (t) => {
  const wrong = [{ path: 'demo_deposit', ...say('field.amount_positive') }]
  for (const [demo_deposit, wanted] of [
    ['0', []],
    ['0.00000001', []],
    ['-0.00000001', wrong],
    ['0.000000001', wrong],
    ['x', wrong],
  ] as const) {
    t.same(faults({ demo_deposit }), wanted, demo_deposit)
  }
  t.end()
})

t.test('settings are kept in one form, and start closed', (t) => {
  t.same(DEFAULTS, {
    demo_group: '',
    real_group: '',
    confirm_demo: false,
    confirm_real: false,
    demo: false,
    real: false,
    demo_deposit: '0',
    demo_sign_ups_max: 10_000,
    demo_sign_ups_hour_max: 200,
    dealing_deviation_pct: '5',
    offer_sec: 3,
    events_days: null,
    links_skip_codes: false,
    default_watchlist: [],
    utc_offset_min: 0,
    daylight_saving: 'none',
    allowed_origins: [],
    blocked_signups: [],
    terminal_url: '',
  })
  t.same(settings.defaults({ demo_deposit: '5' }), { ...DEFAULTS, demo_deposit: '5' })
  const given = {
    ...DEFAULTS,
    demo_group: 'demo/a',
    real_group: 'real/b\\c',
    default_watchlist: ['A', 'B', 'A'],
    allowed_origins: ['https://A.example', 'https://a.example', 'https://b.example'],
  }
  t.same(serverSettingsKind.normal?.(given), {
    ...given,
    demo_group: 'demo\\a',
    real_group: 'real\\b\\c',
    default_watchlist: ['A', 'B'],
    allowed_origins: ['https://a.example', 'https://b.example'],
  })
  t.end()
})

t.test('the groups of sign-up and the symbols of the watchlist are named where they stand', (t) => {
  const stored = { ...DEFAULTS, id: 1, created_at: '', updated_at: '', version: 1 }
  const of = { ...stored, real_group: 'real\\a', demo_group: 'demo\\a' }
  const [groups, symbols] = serverSettingsKind.refers
  if (groups === undefined || symbols === undefined) throw new Error('settings name both')
  t.same(groups.namedIn(stored), [])
  t.same(groups.namedIn({ ...stored, real_group: 'real\\a' }), [
    { path: 'real_group', key: 'real\\a' },
  ])
  t.same(groups.namedIn(of), [
    { path: 'demo_group', key: 'demo\\a' },
    { path: 'real_group', key: 'real\\a' },
  ])
  t.same(symbols.namedIn({ ...stored, default_watchlist: ['A', 'B'] }), [
    { path: 'default_watchlist[0]', key: 'A' },
    { path: 'default_watchlist[1]', key: 'B' },
  ])
  t.same(
    [symbols.to, symbols.by, symbols.outlives, symbols.whenGoing],
    ['symbols', 'name', true, 'nothing'],
  )
  const whenGoing = groups.whenGoing as (named: { readonly path: string }, by: unknown) => string
  for (const field of ['demo_group', 'real_group'] as const) {
    const path = of[field].toUpperCase()
    t.equal(
      whenGoing({ path }, [of]),
      `The group ${path} cannot be deleted: it is the ${field} of the server settings.`,
    )
  }
  t.end()
})
