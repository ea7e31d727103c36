import { because } from '../../../engine/reasons/reasons.js'

/** Why a shard decides nothing of a request, whatever it asks for. */

export const DEMO_HALTED = because('unavailable.demo_halted')
export const NO_NUMBERS = because('unavailable.order_numbers')
export const SYMBOL_CHANGES = because('unavailable.symbol_changes')
export const BEING_CHANGED = because('unavailable.account_changes')
