/** A receiver of events, as it is shown. */
export interface WebhookRecord {
  readonly id: number
  readonly name: string
  readonly url: string
  readonly kinds: readonly WebhookKind[]
  /** A mask of groups; null is the scope of the owner. */
  readonly group: string | null
  /** The staff login whose rights and scope hold at each delivery. */
  readonly owner: number
  readonly enabled: boolean
  readonly description: string
  readonly has_secret: boolean
  /** The secret before the last rotation, which signs together with the new one for a while. */
  readonly has_old_secret: boolean
  readonly old_secret_until: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}

/** The kinds of events that webhooks deliver, in the order of the stream. */
export const WEBHOOK_KINDS = [
  'order',
  'deal',
  'position',
  'margin_call',
  'stop_out',
  'day_end',
  'account',
  'password',
  'application',
  'session',
  'job',
  'config',
] as const
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]

/** A webhook with its secrets, only for the thread that signs. */
export interface OpenedWebhook extends WebhookRecord {
  readonly secret: string
  readonly old_secret: string
}
