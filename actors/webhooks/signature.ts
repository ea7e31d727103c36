import { createHmac } from 'node:crypto'
import { WEBHOOK_SECRET_BYTES_MAX, WEBHOOK_SECRET_BYTES_MIN } from '../../engine/limits/webhooks.js'
import { randomToken } from '../thread/random.js'

/** Signatures and secrets by the specification Standard Webhooks. */
const PREFIX = 'whsec_'
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The parts of a request that its signature covers. */
export interface SignedParts {
  readonly id: string
  /** The time of the attempt, in seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

export function makeWebhookSecret(): string {
  return PREFIX + Buffer.from(randomToken(), 'base64url').toString('base64')
}

/** The key of a secret; null if the text is no secret. */
export function webhookKey(secret: string): Buffer | null {
  if (!secret.startsWith(PREFIX)) return null
  const text = secret.slice(PREFIX.length)
  if (!BASE64.test(text)) return null
  const key = Buffer.from(text, 'base64')
  const fits = key.length >= WEBHOOK_SECRET_BYTES_MIN && key.length <= WEBHOOK_SECRET_BYTES_MAX
  return fits ? key : null
}

/** The header `webhook-signature`: one signature for each secret, with spaces between. */
export function webhookSignature(
  secrets: readonly string[],
  { id, timestamp, body }: SignedParts,
): string {
  const signed = `${id}.${timestamp}.${body}`
  const keys = secrets.map(webhookKey).filter((key) => key !== null)
  return keys
    .map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    .join(' ')
}
