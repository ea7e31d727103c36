import type { ProviderEnd } from '../../../engine/account/rules/at-provider/provider-order.js'

/** The end state of an order by the provider's report. */
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

/** The provider's report that an order has ended, kept while staff decide about a fill of it. */
export interface SaidEnd {
  readonly state: EndState
  readonly text: string
}
