import { signal } from '@preact/signals'

/** Which of the terminal's own dialogs is open. */
export const openDialog = signal<'settings' | 'keys' | 'layouts' | null>(null)
