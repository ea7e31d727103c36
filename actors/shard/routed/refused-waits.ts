import type { Refusal } from '../../../engine/code.js'
import type { AccountBooks } from '../books.js'
import type { ParkedRequest, ParkedState } from './parked-requests.js'

/**
 * Records for staff the refusal of a request that has waited. After a restart only its main parts
 * are known.
 */
export function keepRefused(
  core: AccountBooks,
  { account, state, sent, asked, requestKey }: ParkedRequest,
  refusal: Refusal,
  symbolId: number | undefined = symbolOf(state),
): void {
  const known = { ...(sent ?? { body: asked }), requestKey }
  core.refused.add(core, account, symbolId === undefined ? known : { ...known, symbolId }, refusal)
}

function symbolOf(state: ParkedState): number | undefined {
  if ('wait' in state) return state.wait.symbol.id
  return state.is === 'at_provider' ? state.order.symbol_id : undefined
}
