import { QUOTES_PER_SEC_MAX, SUBSCRIPTIONS_MAX } from '../../../engine/limits/sockets.js'
import { ASKED_SYMBOL_MAX, CandlesArgs, DepthArgs } from '../../trade/socket-question.js'
import { Body, GroupPath, Int, List, Optional, type Static, Text } from '../../types/scalars.js'

/** Staff's WebSocket operations for market data, as a trader of `group` sees it. */
export const StaffSymbolsArgs = Body({ group: GroupPath })
export type StaffSymbolsArgs = Static<typeof StaffSymbolsArgs>

export const StaffCandlesArgs = Body({ ...CandlesArgs.properties, group: GroupPath })
export type StaffCandlesArgs = Static<typeof StaffCandlesArgs>

export const StaffDepthArgs = Body({ ...DepthArgs.properties, group: GroupPath })
export type StaffDepthArgs = Static<typeof StaffDepthArgs>

const symbols = List(Text(ASKED_SYMBOL_MAX, 1), SUBSCRIPTIONS_MAX)

export const StaffSubscribeArgs = Body({
  group: GroupPath,
  symbols,
  max_per_sec: Optional(Int(1, QUOTES_PER_SEC_MAX)),
})
export type StaffSubscribeArgs = Static<typeof StaffSubscribeArgs>

export const StaffUnsubscribeArgs = Body({ symbols })
export type StaffUnsubscribeArgs = Static<typeof StaffUnsubscribeArgs>
