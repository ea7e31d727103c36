import { WEBHOOK_KINDS } from '../../../engine/config/records/webhook.js'
import {
  WEBHOOK_DESCRIPTION_MAX,
  WEBHOOK_GRACE_SEC_DEFAULT,
  WEBHOOK_GRACE_SEC_MAX,
  WEBHOOK_NAME_MAX,
  WEBHOOK_URL_MAX,
} from '../../../engine/limits/webhooks.js'
import {
  AnyText,
  Body,
  Choice,
  Default,
  Flag,
  GroupMask,
  Int,
  List,
  Login,
  Multiline,
  Nullable,
  Rows,
  Text,
  Time,
  View,
} from '../../types/scalars.js'
import { TrimmedText } from '../../types/trimmed-text.js'
import { CreateOf, PatchOf, RecordOf } from './config.js'

export const WEBHOOK_STATUSES = ['ok', 'failing', 'disabled'] as const
export const DELIVERY_STATES = ['delivered', 'retrying', 'failed'] as const

const SECRET_MAX = 128
const FROM_MAX = 64

const FIELDS = {
  name: TrimmedText(WEBHOOK_NAME_MAX),
  url: Text(WEBHOOK_URL_MAX, 1),
  kinds: List(Choice(WEBHOOK_KINDS), WEBHOOK_KINDS.length, 1),
  group: Nullable(GroupMask),
  owner: Login,
  enabled: Flag,
  description: Multiline(WEBHOOK_DESCRIPTION_MAX),
}
const GIVEN = { ...FIELDS, secret: Text(SECRET_MAX, 1) }

export const CreateWebhookBody = CreateOf(GIVEN, ['name', 'url'])
export const PatchWebhookBody = PatchOf(GIVEN)

export const RotateWebhookBody = Body({
  grace_sec: Default(Int(0, WEBHOOK_GRACE_SEC_MAX), WEBHOOK_GRACE_SEC_DEFAULT),
})

/** A cursor of the event stream, or a time. */
export const ReplayWebhookBody = Body({ from: Text(FROM_MAX, 1) })

const SHOWN = {
  ...FIELDS,
  name: AnyText,
  description: AnyText,
  has_secret: Flag,
  old_secret_until: Nullable(Time),
  status: Choice(WEBHOOK_STATUSES),
  last_success_at: Nullable(Time),
  last_error: AnyText,
  cursor: Nullable(AnyText),
  lag: Int(0),
}

export const WebhookView = RecordOf(SHOWN)

/** A webhook in the answer that contains its new secret. */
export const MadeWebhookView = View({ ...WebhookView.properties, secret: Nullable(AnyText) })

export const WebhookTestView = View({
  delivered: Flag,
  status: Nullable(Int(0)),
  duration_ms: Nullable(Int(0)),
  answer: AnyText,
  error: AnyText,
})

export const WebhookDeliveryView = View({
  event_id: AnyText,
  kind: AnyText,
  login: Nullable(Int(0)),
  at: Time,
  attempts: Int(0),
  state: Choice(DELIVERY_STATES),
  status: Nullable(Int(0)),
  duration_ms: Nullable(Int(0)),
  answer: AnyText,
  error: AnyText,
  next_at: Nullable(Time),
})

export const WebhookDeliveriesView = View({ items: Rows(WebhookDeliveryView) })
