import type { Book } from '../../engine/book/compiled.js'
import type { GroupRecord } from '../../engine/config/records/group.js'
import type { RoutingRuleRecord } from '../../engine/config/records/routing-rule.js'
import type { SymbolRecord, TradeAccess } from '../../engine/config/records/symbol.js'
import type { Prng } from '../../engine/numbers/prng.js'
import { EURUSD, givenBook, HEDGING, leverageProfile, NETTING, tierRule } from '../given/book.js'

const PENDING_RATES: SymbolRecord['margin_rates'] = [
  { kind: 'buy', initial: '1', maintenance: '0.75' },
  { kind: 'sell', initial: '1.25', maintenance: '0' },
  { kind: 'buy_limit', initial: '0.5', maintenance: '0' },
  { kind: 'sell_stop', initial: '0.1', maintenance: '0' },
]

export const STRICT = 'demo\\strict'

const RULE: RoutingRuleRecord = {
  id: 1,
  name: 'all',
  position: 1,
  enabled: true,
  action: 'confirm_market_price',
  action_value: '',
  conditions: [],
  dealers: [],
  skip_no_dealer: false,
  order_kinds: [],
  request_kinds: [],
  created_at: '',
  updated_at: '',
  version: 1,
}

const ACCESS: readonly TradeAccess[] = [
  'full',
  'full',
  'full',
  'close_only',
  'long_only',
  'disabled',
]

const SWAPS = { swap_mode: 'points', swap_long: '-7.3', swap_short: '2.1' } as const
/** Goes by the price of now. */
const INTEREST = {
  swap_mode: 'interest_current',
  swap_long: '-4',
  swap_short: '-1.5',
  swap_days: [1, 1, 3, 1, 1, 0, 0],
} as const

type Commission = GroupRecord['commissions'][number]

function commission(
  mode: Commission['mode'],
  charge: Commission['charge'],
  value: string,
): Commission {
  const tier = { from: '0', to: '0', value, min: '0', max: '0' }
  return { mask: 'GBPUSD', mode, charge, tiers: [tier] }
}

const DAILY: Commission = { ...commission('percent', 'daily', '0.004'), mask: '*' }
/** Up to half a lot, then less; never below ten cents nor above a dollar. */
const TIERED: Commission = {
  mask: '*',
  mode: 'per_lot',
  charge: 'per_side',
  tiers: [
    { from: '0', to: '0.5', value: '4', min: '0.1', max: '0' },
    { from: '0.5', to: '0', value: '1.5', min: '0', max: '1' },
  ],
}

/** A break of an hour every day, an hour after the given prices begin. */
const WITH_A_BREAK = [1, 2, 3, 4, 5, 6, 7].flatMap((day) => [
  { day, kind: 'trade', from_min: 0, to_min: 13 * 60 } as const,
  { day, kind: 'trade', from_min: 14 * 60, to_min: 1440 } as const,
])

/** The tiers by lots of each symbol, by holdings of some together, and by all lots of the rest. */
const TIERS = leverageProfile(
  tierRule('EURUSD,EURGBP', 'volume_per_symbol', [
    ['0.2', '1', '0.5'],
    ['1', '2'],
    ['0', '3.5', '0'],
  ]),
  tierRule('BTCUSD,XAUUSD', 'value', [
    ['5000', '0.8'],
    ['0', '1.25', '1.1'],
  ]),
  tierRule(
    'GBPUSD',
    'value_per_symbol',
    [
      ['30000', '1'],
      ['0', '1.5'],
    ],
    'GBP',
  ),
  tierRule('*', 'volume', [
    ['0.5', '1'],
    ['2', '0.333333'],
    ['0', '2', '1.000001'],
  ]),
)

/** The routing: mostly all goes through, sometimes something special to a kind of requests. */
function randomRouting(prng: Prng): RoutingRuleRecord[] {
  const special: Partial<RoutingRuleRecord>[] = [
    { action: 'reject', action_value: 'Not now.' },
    { action: 'reject', action_value: 'Not now.', request_kinds: ['activate', 'sl'] },
    { action: 'clear_stops', request_kinds: ['open', 'stops', 'activate', 'place'] },
    { action: 'confirm_request_price' },
    { action: 'requote', request_kinds: ['open', 'close'] },
    { action: 'reject', request_kinds: ['change', 'delete', 'tp'], action_value: '' },
  ]
  const first = prng.below(12)
  const rule = special[first]
  return rule === undefined
    ? [RULE]
    : [
        { ...RULE, ...rule },
        { ...RULE, id: 2, position: 2 },
      ]
}

/** The given settings with what staff may change at any time: access, limits, routing. */
export function randomBook(prng: Prng, version: number): Book {
  const access = ACCESS[prng.below(ACCESS.length)] as TradeAccess
  const changed: Partial<SymbolRecord> = { trade_access: access }
  return givenBook({
    version,
    symbols: {
      EURUSD: { margin_hedged: '100000', stops_level_pts: prng.below(2) * 20, ...SWAPS },
      GBPUSD: {
        margin_hedged: '50000',
        ...INTEREST,
        volume_limit: ['0', '40', '1.5'][prng.below(3)] ?? '0',
        freeze_level_pts: prng.below(2) * 15,
        execution: prng.below(2) === 0 ? 'market' : 'instant',
      },
      EURGBP: {
        sessions: WITH_A_BREAK,
        margin_rates: PENDING_RATES,
        expiration: prng.below(2) === 0 ? ['gtc', 'specified'] : EURUSD.expiration,
        volume_limit: prng.below(2) === 0 ? '0' : '0.75',
      },
      US500: {
        execution: prng.below(3) === 0 ? 'request' : 'exchange',
        filling: prng.below(2) === 0 ? ['fok', 'return'] : EURUSD.filling,
        order_kinds: prng.below(2) === 0 ? ['market', 'limit'] : EURUSD.order_kinds,
      },
      BTCUSD: { margin_initial: '1000', margin_maintenance: '500', margin_hedged: '500' },
      ...(prng.below(2) === 0 ? { USDJPY: changed } : { XAUUSD: changed }),
    },
    groups: {
      [HEDGING]: { commissions: [commission('per_lot', 'per_side', '3.5'), DAILY] },
      [NETTING]: {
        leverage_profile_id: prng.below(2) === 0 ? 1 : null,
        commissions: [{ ...commission('points', 'per_deal', '2.5'), mask: 'EURUSD' }, TIERED],
      },
      [STRICT]: {
        use_credit: false,
        symbols: [
          { mask: 'EURUSD', spread_diff_pts: 7 },
          { mask: '*', spread_diff_pts: [0, 1, 24][version % 3] ?? 0 },
        ],
        free_margin_mode: (['use_loss', 'balance_only', 'use_profit'] as const)[prng.below(3)] as
          | 'use_loss'
          | 'balance_only'
          | 'use_profit',
        leverage: 200,
        leverage_profile_id: prng.below(2) === 0 ? 1 : null,
        swaps_enabled: prng.below(2) === 0,
        negative_balance_protection: prng.below(2) === 0,
        ...(prng.below(2) === 0
          ? { margin_call_level: '120', stop_out_level: '62.5' }
          : { stop_out_mode: 'money', margin_call_level: '500', stop_out_level: '100' }),
      },
    },
    profiles: [TIERS],
    routing: randomRouting(prng),
  })
}
