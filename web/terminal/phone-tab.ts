import { signal } from '@preact/signals'

/** What a phone shows; the ticket is a sheet over it. */
export const PHONE_TABS = ['quotes', 'chart', 'trade', 'positions', 'more'] as const

export const phoneTab = signal<Exclude<(typeof PHONE_TABS)[number], 'trade'>>('quotes')
export const isTicketOpen = signal(false)
