import { signal } from '@preact/signals'
import { call } from '../link/rest.js'

/** Counters that increase when messages and notifications arrive, so that lists reload. */
export const mailArrivals = signal(0)
export const noticeCount = signal(0)

/** The number of unread messages. */
export const unreadCount = signal(0)

export async function readUnread(): Promise<void> {
  const answer = await call('GET /trader/v1/mail', { query: { limit: 1 } })
  if (answer.ok && 'unread' in answer.data) unreadCount.value = answer.data.unread
}
