import { signal } from '@preact/signals'

/** The panels on a phone, shown one at a time. The ticket is a sheet above them. */
export const PHONE_TABS = ['quotes', 'chart', 'trade', 'positions', 'more'] as const

export const phoneTab = signal<Exclude<(typeof PHONE_TABS)[number], 'trade'>>('quotes')
export const isTicketOpen = signal(false)
