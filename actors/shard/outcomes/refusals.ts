import { because } from '../../../engine/reasons/reasons.js'

/** Refusals that a shard gives before it decides anything. */

export const DEMO_HALTED = because('unavailable.demo_halted')
export const NO_NUMBERS = because('unavailable.order_numbers')
export const SYMBOL_CHANGES = because('unavailable.symbol_changes')
export const BEING_CHANGED = because('unavailable.account_changes')
