import { signal } from '@preact/signals'

/** The position or order whose changes are displayed, or null. */
export const displayedChanges = signal<{
  readonly kind: 'positions' | 'orders'
  readonly id: number
} | null>(null)
