import {
  Body,
  Choice,
  GroupMask,
  Login,
  Optional,
  type Static,
  TimeOrDay,
} from '../../types/scalars.js'
import { TRADE_EXPORTS } from '../../window/trade-window.js'
import { FieldNames, FilterText } from '../accounts/account-window.js'

/** Exports a history of trades, with the filters of its window. */
export const TradeExportBody = Body({
  list: Choice(TRADE_EXPORTS),
  filter: Optional(FilterText),
  group: Optional(GroupMask),
  login: Optional(Login),
  from: Optional(TimeOrDay),
  to: Optional(TimeOrDay),
  fields: Optional(FieldNames),
})

/**
 * An export as its job stores it, with the period in milliseconds. If none was given, the period
 * ends when the export was requested.
 */
export type StoredTradeExport = Omit<Static<typeof TradeExportBody>, 'from' | 'to' | 'fields'> & {
  readonly from?: number
  readonly to: number
  readonly fields: readonly string[]
}
