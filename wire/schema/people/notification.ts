import { NOTIFICATION_CHARACTERS_MAX } from '../../../engine/limits/people.js'
import {
  AnyText,
  AnyWholeText,
  Body,
  Default,
  Flag,
  Int,
  Nullable,
  Query,
  Rows,
  Text,
  Time,
  View,
} from '../../types/scalars.js'
import { TrimmedText } from '../../types/trimmed-text.js'

/** Long enough for several times the allowed number of logins. */
const LOGINS_CHARACTERS_MAX = 65_536

export const SendNotificationsBody = Body({
  /** Logins and ranges of logins, such as `1001,1005-1010`. */
  logins: Text(LOGINS_CHARACTERS_MAX, 1),
  message: TrimmedText(NOTIFICATION_CHARACTERS_MAX, 'multiline'),
})

export const NotificationResultsView = Rows(
  View({
    login: Int(1),
    sent: Flag,
    code: AnyText,
    id: Nullable(Int(1)),
    message: AnyText,
  }),
)

export const NOTIFICATIONS_LIMIT_DEFAULT = 50
export const NotificationsQuery = Query({
  limit: Default(AnyWholeText, NOTIFICATIONS_LIMIT_DEFAULT),
})
export const NotificationView = View({
  id: Int(1),
  login: Int(1),
  sender: AnyText,
  company: AnyText,
  message: AnyText,
  created_at: Time,
})
