import { signal } from '@preact/signals'
import { call } from '../link/rest.js'

/** Mails and notifications have come: lists of them are read again. */
export const mailCount = signal(0)
export const noticeCount = signal(0)

/** Mails that nobody has read. */
export const unreadCount = signal(0)

export async function readUnread(): Promise<void> {
  const answer = await call('GET /trader/v1/mail', { query: { limit: 1 } })
  if (answer.ok && 'unread' in answer.data) unreadCount.value = answer.data.unread
}
