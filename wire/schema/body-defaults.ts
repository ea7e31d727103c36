import { CONFIG_KINDS, type ConfigKindName } from '../../engine/config/config-records.js'
import { kindOf } from '../../engine/config/kinds.js'
import { SPREAD_DIFF_PTS_DEFAULT } from '../../engine/config/records/group.js'
import { ACCOUNT } from '../account/account-fields.js'
import { CheckBody } from '../trade/trade-question.js'
import { DEVIATION_PTS_DEFAULT, TradeBody } from '../trade/trade-request.js'
import { originalOf } from '../types/type.js'
import {
  BalanceBody,
  BalanceBulkBody,
  BalanceBulkParams,
  BalanceParams,
  CreateAccountBody,
} from './accounts/account.js'
import { CONFIG_SCHEMAS, type KindSchemas } from './settings/config-kinds.js'
import { GroupSymbol } from './settings/group.js'
import { CONFIRMED_DEFAULTS } from './shared/confirmation.js'
import { BulkCloseBody, BulkCloseParams } from './trading/bulk-close.js'
import { DealCorrectionBody, DealCorrectionParams } from './trading/deal-correction.js'
import { PositionPaymentsBody, PositionPaymentsParams } from './trading/position-payments.js'
import { StaffTradeBody, StaffTradeParams } from './trading/staff-trade.js'

type Values = Readonly<Record<string, unknown>>

/**
 * Defaults of optional body fields that code other than the schema check applies: the initial
 * values of settings records, of new accounts, and of trade requests. The documents and forms read
 * them from here, so they cannot differ from the code.
 */
const SOURCES: ReadonlyMap<object, () => Values> = new Map([
  ...CONFIG_KINDS.flatMap(sourcesOf),
  [CreateAccountBody, emptyAccount],
  [BalanceBody, () => CONFIRMED_DEFAULTS],
  [BalanceParams, () => CONFIRMED_DEFAULTS],
  [BalanceBulkBody, () => CONFIRMED_DEFAULTS],
  [BalanceBulkParams, () => CONFIRMED_DEFAULTS],
  [BulkCloseBody, () => CONFIRMED_DEFAULTS],
  [BulkCloseParams, () => CONFIRMED_DEFAULTS],
  [DealCorrectionBody, () => CONFIRMED_DEFAULTS],
  [DealCorrectionParams, () => CONFIRMED_DEFAULTS],
  [PositionPaymentsBody, () => CONFIRMED_DEFAULTS],
  [PositionPaymentsParams, () => CONFIRMED_DEFAULTS],
  [GroupSymbol, () => ({ spread_diff_pts: SPREAD_DIFF_PTS_DEFAULT })],
  [TradeBody, () => ({ deviation_pts: DEVIATION_PTS_DEFAULT })],
  [StaffTradeBody, () => ({ deviation_pts: DEVIATION_PTS_DEFAULT })],
  [StaffTradeParams, () => ({ deviation_pts: DEVIATION_PTS_DEFAULT })],
  [CheckBody, () => ({ deviation_pts: DEVIATION_PTS_DEFAULT })],
] satisfies (readonly [object, () => Values])[])

/** The defaults of a body's fields by name, if its schema does not define them. */
export function bodyDefaults(schema: object): Values {
  return SOURCES.get(originalOf(schema))?.() ?? {}
}

function sourcesOf(name: ConfigKindName): [object, () => Values][] {
  const { create, replace }: KindSchemas = CONFIG_SCHEMAS[name]
  const { defaults, cleared = defaults, follows = [] } = kindOf(name)
  const free = (values: object): Values =>
    Object.fromEntries(
      Object.entries(values).filter(([field]) => !(follows as readonly string[]).includes(field)),
    )
  return [
    ...(create === null ? [] : [[create, () => free(defaults({}))] as [object, () => Values]]),
    ...(replace === null ? [] : [[replace, () => free(cleared({}))] as [object, () => Values]]),
  ]
}

function emptyAccount(): Values {
  return Object.fromEntries(Object.entries(ACCOUNT).map(([name, { empty }]) => [name, empty]))
}
