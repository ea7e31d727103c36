import { signal } from '@preact/signals'

/** The panels of a phone, shown one at a time; the ticket is a sheet over them. */
export const PHONE_TABS = ['quotes', 'chart', 'trade', 'positions', 'more'] as const

export const phoneTab = signal<Exclude<(typeof PHONE_TABS)[number], 'trade'>>('quotes')
export const isTicketOpen = signal(false)
