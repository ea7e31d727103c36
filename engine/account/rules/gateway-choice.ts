import type { Book, SymbolSpec } from '../../book/compiled.js'
import { isRefusal, type Refusal, refuse } from '../../code.js'
import type { GatewayRecord } from '../../config/records/gateway.js'
import { groupMaskFits } from '../../names/group-path.js'
import { lastMaskTakes } from '../../names/mask.js'
import type { DecisionContext } from '../decision.js'
import type { OrderEvent } from '../event.js'
import { isGatewayOff, keepsPendings } from './order-there.js'

/**
 * The gateway that a request goes to: the first of its rule that is online and takes the symbol for the group. The
 * first row of a gateway's `groups` that fits the group decides that; where none does, it takes all.
 */
export function gatewayFor(
  book: Book,
  isOnline: (id: number) => boolean,
  ids: readonly number[],
  groupPath: string,
  symbol: SymbolSpec,
): number | Refusal {
  const online = ids.filter(isOnline)
  const taking = online.find((id) => {
    const gateway = book.records.gateways.find((one) => one.id === id)
    return gateway === undefined || takes(gateway, groupPath, symbol)
  })
  if (taking !== undefined) return taking
  const why =
    online.length === 0
      ? `The provider of ${symbol.name} is not connected.`
      : `No provider that is connected takes ${symbol.name} for this group.`
  return refuse('trade.no_connection', why)
}

/**
 * The gateway at whose provider a pending order is to rest, by the gateway that takes it: 0 where it rests here. The
 * one whose provider would have it is not connected: it is not placed here in its stead.
 */
export function gatewayToRestAt(
  book: Book,
  isOnline: (id: number) => boolean,
  ids: readonly number[],
  groupPath: string,
  symbol: SymbolSpec,
): number | Refusal {
  const chosen = gatewayFor(book, isOnline, ids, groupPath, symbol)
  if (!isRefusal(chosen)) return keepsPendings(book, chosen) ? chosen : 0
  const isOn = (id: number): boolean => !isGatewayOff(book, id)
  const away = gatewayFor(book, isOn, ids, groupPath, symbol)
  return !isRefusal(away) && keepsPendings(book, away) ? chosen : 0
}

/** Undefined where the provider that has the order can be asked. */
export function checkProviderThere(
  { gateways }: DecisionContext,
  { id, gatewayId }: OrderEvent,
): Refusal | undefined {
  if (gateways?.has(gatewayId) === true) return undefined
  const why = `The provider that has order ${id} is not connected: the order stays as it is.`
  return refuse('trade.no_connection', why)
}

function takes(
  { groups }: GatewayRecord,
  groupPath: string,
  { name, record }: SymbolSpec,
): boolean {
  const row = groups.find(({ group }) => groupMaskFits(group, groupPath))
  return row === undefined || lastMaskTakes(row.symbols, name, record.path)
}
