import { refuse } from '../../../engine/code.js'

/** Why a shard decides nothing of a request, whatever it asks for. */

export const DEMO_HALTED = refuse(
  'unavailable',
  'Trading of demo accounts is stopped for the moment. Try again later.',
)
export const NO_NUMBERS = refuse(
  'unavailable',
  'Order numbers are being fetched. Try again in a moment.',
)
export const SYMBOL_CHANGES = refuse(
  'unavailable',
  'The symbol is being changed. Try again in a moment.',
)
export const BEING_CHANGED = refuse(
  'unavailable',
  'The account is being changed. Try again in a moment.',
)
