import { signal } from '@preact/signals'

/** The terminal's own dialog that is open; null is none. */
export const openDialog = signal<'settings' | 'keys' | 'layouts' | null>(null)
