/** A webhook that receives events, as staff see it. */
export interface WebhookRecord {
  readonly id: number
  readonly name: string
  readonly url: string
  readonly kinds: readonly WebhookKind[]
  /** A mask of groups; null for the whole scope of the owner. */
  readonly group: string | null
  /** The staff login whose rights and scope the server checks at each delivery. */
  readonly owner: number
  readonly enabled: boolean
  readonly description: string
  readonly has_secret: boolean
  /** True if the secret before the last rotation still signs, together with the new one. */
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
