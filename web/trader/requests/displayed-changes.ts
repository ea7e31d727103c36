import { signal } from '@preact/signals'

/** The position or order whose changes the page displays; null if none. */
export const displayedChanges = signal<{
  readonly kind: 'positions' | 'orders'
  readonly id: number
} | null>(null)
