import { signal } from '@preact/signals'

/** The open dialog of the terminal itself; null for none. */
export const openDialog = signal<'settings' | 'keys' | 'layouts' | null>(null)
