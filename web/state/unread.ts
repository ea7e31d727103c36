import { signal } from '@preact/signals'
import { call } from '../link/rest.js'

/** Mails that nobody has read. */
export const unreadCount = signal(0)

export async function readUnread(): Promise<void> {
  const answer = await call('GET /trader/v1/mail', { query: { limit: 1 } })
  if (answer.ok && 'unread' in answer.data) unreadCount.value = answer.data.unread
}
