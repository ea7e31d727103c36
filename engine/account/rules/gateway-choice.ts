import type { Book, SymbolSpec } from '../../book/compiled.js'
import { type Refusal, refuse } from '../../code.js'
import type { GatewayRecord } from '../../config/records/gateway.js'
import { groupMaskFits } from '../../names/group-path.js'
import { lastMaskTakes } from '../../names/mask.js'

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

function takes(
  { groups }: GatewayRecord,
  groupPath: string,
  { name, record }: SymbolSpec,
): boolean {
  const row = groups.find(({ group }) => groupMaskFits(group, groupPath))
  return row === undefined || lastMaskTakes(row.symbols, name, record.path)
}
