import type { Book } from '../../engine/book.js'
import type { RoutingRuleRecord } from '../../engine/config/routing-rule.js'
import type { SymbolRecord, TradeAccess } from '../../engine/config/symbol.js'
import type { Prng } from '../../engine/prng.js'
import { givenBook } from '../given/book.js'

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

/** The given settings with what staff may change at any time: access, limits, routing. */
export function randomBook(prng: Prng, version: number): Book {
  const access = ACCESS[prng.below(ACCESS.length)] as TradeAccess
  const changed: Partial<SymbolRecord> = { trade_access: access }
  return givenBook({
    version,
    symbols: {
      EURUSD: { margin_hedged: '100000', ...SWAPS },
      GBPUSD: {
        margin_hedged: '50000',
        ...INTEREST,
        volume_limit: prng.below(2) === 0 ? '0' : '40',
      },
      BTCUSD: { margin_initial: '1000', margin_maintenance: '500', margin_hedged: '500' },
      ...(prng.below(2) === 0 ? { USDJPY: changed } : { XAUUSD: changed }),
    },
    groups: {
      [STRICT]: {
        use_credit: false,
        free_margin_mode: (['use_loss', 'balance_only', 'use_profit'] as const)[prng.below(3)] as
          | 'use_loss'
          | 'balance_only'
          | 'use_profit',
        leverage: 200,
      },
    },
    routing:
      prng.below(8) === 0 ? [{ ...RULE, action: 'reject', action_value: 'Not now.' }] : [RULE],
  })
}
