import type { Login, UnixMs } from '../../engine/units.js'
import { timeText } from '../frame/time-text.js'

/** A message of staff to an account. */
export interface StoredNotification {
  readonly id: number
  readonly login: Login
  /** The name under which staff write to traders. */
  readonly sender: string
  /** The company of the account's group when it was sent. */
  readonly company: string
  readonly message: string
  readonly created_at: UnixMs
}

/** A notification as the list and the event show it. */
export function notificationView({ created_at, ...rest }: StoredNotification) {
  return { ...rest, created_at: timeText(created_at) }
}
