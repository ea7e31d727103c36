import type { ProviderEnd } from '../../../engine/account/rules/at-provider/provider-order.js'

/** The end that a provider's word makes of an order. */
export const ENDS = {
  filled: 'cancelled',
  cancelled: 'cancelled',
  expired: 'cancelled',
  rejected: 'rejected',
  unknown: 'lost',
  unsent: 'lost',
  full: 'lost',
  silent: 'lost',
} as const satisfies Record<string, ProviderEnd>
export type EndState = keyof typeof ENDS

/** The provider's word that nothing more comes of an order, kept while staff look at a fill of it. */
export interface SaidEnd {
  readonly state: EndState
  readonly text: string
}
