import type { Login, UnixMs } from '../../engine/units.js'
import { timeText } from '../format/time-text.js'

/** A notification from staff to an account. */
export interface StoredNotification {
  readonly id: number
  readonly login: Login
  /** The name under which staff write to traders. */
  readonly sender: string
  /** The company of the account's group at that time. */
  readonly company: string
  readonly message: string
  readonly created_at: UnixMs
}

/** A notification in the form of the API. */
export function notificationView({ created_at, ...rest }: StoredNotification) {
  return { ...rest, created_at: timeText(created_at) }
}
