import type { Book, SymbolSpec } from '../../../book/compiled.js'
import { wallTime } from '../../../calendar/server-clock.js'
import { isRefusal, type Refusal } from '../../../code.js'
import { daysOfGateway } from '../../../config/kinds/gateway-days.js'
import type { GatewayRecord } from '../../../config/records/gateway.js'
import { groupMaskFits } from '../../../names/group-path.js'
import { lastMaskTakes } from '../../../names/mask.js'
import { because } from '../../../reasons/reasons.js'
import type { UnixMs } from '../../../units.js'
import type { DecisionContext } from '../../decision.js'
import type { OrderEvent } from '../../event.js'
import { keepsPendings } from './resting-order.js'

/**
 * The gateway for a request: the first of its rule that is online, has no holiday on the server's
 * date, and takes the symbol for the group. The first row of a gateway's `groups` that matches the
 * group decides; without a match the gateway takes all symbols.
 */
export function gatewayFor(
  book: Book,
  isOnline: (id: number) => boolean,
  ids: readonly number[],
  groupPath: string,
  symbol: SymbolSpec,
  now: UnixMs,
): number | Refusal {
  const today = wallTime(book.clock, now)
  const online = ids.filter(isOnline).map((id) => ({ id, gateway: recordOf(book, id) }))
  const working = online.filter(
    ({ gateway }) => gateway === undefined || daysOfGateway(gateway).worksOn(today),
  )
  const taking = working.find(
    ({ gateway }) => gateway === undefined || takes(gateway, groupPath, symbol),
  )
  if (taking !== undefined) return taking.id
  return because(whyNone(online.length, working.length), { symbol: symbol.name })
}

function recordOf({ records }: Book, id: number): GatewayRecord | undefined {
  return records.gateways.find((one) => one.id === id)
}

function whyNone(online: number, working: number) {
  if (online === 0) return 'trade.no_connection.provider_of_symbol'
  if (working === 0) return 'trade.no_connection.provider_holiday'
  return 'trade.no_connection.not_taken'
}

/**
 * The gateway whose provider keeps a pending order; 0 if the order rests here. If the first
 * suitable gateway of the rule is not connected or has a holiday, the order is not placed here
 * instead.
 */
export function gatewayToRestAt(
  book: Book,
  isOnline: (id: number) => boolean,
  ids: readonly number[],
  groupPath: string,
  symbol: SymbolSpec,
  now: UnixMs,
): number | Refusal {
  const chosen = gatewayFor(book, isOnline, ids, groupPath, symbol, now)
  if (!isRefusal(chosen)) return keepsPendings(book, chosen) ? chosen : 0
  const away = ids.find((id) => {
    const gateway = recordOf(book, id)
    return gateway?.enabled === true && takes(gateway, groupPath, symbol)
  })
  return away !== undefined && keepsPendings(book, away) ? chosen : 0
}

/** Refuses if the order's provider cannot be reached; undefined if it can. */
export function checkProviderThere(
  { gateways }: DecisionContext,
  { id, gatewayId }: OrderEvent,
): Refusal | undefined {
  if (gateways?.has(gatewayId) === true) return undefined
  return because('trade.no_connection.order_stays', { id })
}

function takes(
  { groups }: GatewayRecord,
  groupPath: string,
  { name, record }: SymbolSpec,
): boolean {
  const row = groups.find(({ group }) => groupMaskFits(group, groupPath))
  return row === undefined || lastMaskTakes(row.symbols, name, record.path)
}
