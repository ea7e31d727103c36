import { TRADE_EXPORTS } from '../../thread/trade-window.js'
import { FieldNames, FilterText } from '../accounts/account-window.js'
import { Body, Choice, GroupMask, Login, Optional, type Static, TimeOrDay } from '../scalars.js'

/** A history of all trades as a file: the conditions of its window. */
export const TradeExportBody = Body({
  list: Choice(TRADE_EXPORTS),
  filter: Optional(FilterText),
  group: Optional(GroupMask),
  login: Optional(Login),
  from: Optional(TimeOrDay),
  to: Optional(TimeOrDay),
  fields: Optional(FieldNames),
})

/** As its job keeps it: the period in milliseconds, the end of which is when it was asked for if it named none. */
export type StoredTradeExport = Omit<Static<typeof TradeExportBody>, 'from' | 'to' | 'fields'> & {
  readonly from?: number
  readonly to: number
  readonly fields: readonly string[]
}
