import { signal } from '@preact/signals'

/** The position or order whose changes are shown; null is none. */
export const changesShown = signal<{
  readonly kind: 'positions' | 'orders'
  readonly id: number
} | null>(null)
