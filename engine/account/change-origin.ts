import type { AccountEvent, ChangeOrigin } from './event.js'
import type { ChangeRequest, StopsRequest, TradeRequest } from './request.js'
import { NO_STOPS, type Stops } from './rules/protection.js'
import type { Account } from './state.js'

/**
 * Finds the origin of a change before its events are applied; undefined if the record itself shows
 * it.
 */
export type OriginOf = (
  account: Account,
  events: readonly AccountEvent[],
) => ChangeOrigin | undefined

/**
 * `isNamed`: the record will have a request key or a note of staff. Undefined for a request without
 * stops and order terms, so that a plain market order costs nothing more.
 */
export function originNoter(request: TradeRequest, isNamed: boolean): OriginOf | undefined {
  const { dealer, source } = request
  if (!givesTerms(request)) return undefined
  const requestId = source?.requestId ?? ''
  const by = dealer === 0 ? 'client' : 'dealer'
  const isChange = request.kind === 'stops' || request.kind === 'change'
  return (account, events) => {
    const clearsStops = isChange && hasCleared(request, account, events)
    const isShown = requestId === '' && !clearsStops && (isNamed || !isChange)
    return isShown ? undefined : { by, requestId, clearsStops }
  }
}

function givesTerms(request: TradeRequest): boolean {
  switch (request.kind) {
    case 'stops':
    case 'change':
    case 'place':
      return true
    case 'open': {
      const { stopLoss, takeProfit, trailingPts } = request
      return stopLoss !== '' || takeProfit !== '' || trailingPts !== undefined
    }
    default:
      return false
  }
}

/** True if the row lacks stops that the request gave, or existing stops that should have stayed. */
function hasCleared(
  request: StopsRequest | ChangeRequest,
  account: Account,
  [row]: readonly AccountEvent[],
): boolean {
  if (row?.type !== 'position' && row?.type !== 'order') return false
  if (row.stopLoss !== 0 || row.takeProfit !== 0 || row.trailingPts !== 0) return false
  const held: Stops = account[row.type === 'order' ? 'orders' : 'positions'].get(row.id) ?? NO_STOPS
  const stays = (text: string, before: number) => (text === '' ? before !== 0 : /[1-9]/.test(text))
  return (
    stays(request.stopLoss, held.stopLoss) ||
    stays(request.takeProfit, held.takeProfit) ||
    (request.trailingPts ?? held.trailingPts) !== 0
  )
}
