import { OpenfloorError } from '../errors.js'
import type { StaffEvent } from './staff-events.js'

/** The headers of a request: Node's, or a `Headers` object. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export interface WebhookOptions {
  /** The largest difference between the delivery's time and now; 300 s by default. */
  readonly toleranceSec?: number
  /** The current time in milliseconds since 1970; the machine's clock by default. */
  readonly now?: () => number
}

/** The message of a webhook. Process each `id` once, because the server may deliver it again. */
export interface WebhookMessage {
  /** The id of the event, the same on every attempt. */
  readonly id: string
  /** The kind of the event. */
  readonly type: string
  /** The time of the event. */
  readonly timestamp: string
  /** The event without personal data, which can be read by its ids. */
  readonly data: StaffEvent
}

const TOLERANCE_SEC = 300
const SECRET_PREFIX = 'whsec_'
const VERSION = 'v1,'

/**
 * Verifies the signature of a webhook (Standard Webhooks, version 1) and returns its message.
 * Throws an `OpenfloorError` with `webhook_signature` or `webhook_timestamp` if it is invalid.
 * `body` is the raw body. During a rotation pass both secrets.
 */
export async function verifyWebhook(
  secrets: string | readonly string[],
  headers: WebhookHeaders,
  body: string | Uint8Array,
  { toleranceSec = TOLERANCE_SEC, now = Date.now }: WebhookOptions = {},
): Promise<WebhookMessage> {
  const id = headerOf(headers, 'webhook-id')
  const sentAt = headerOf(headers, 'webhook-timestamp')
  const signatures = signaturesIn(headerOf(headers, 'webhook-signature'))
  checkTime(sentAt, toleranceSec, now())
  const raw = bytesOf(body)
  const signed = joined(new TextEncoder().encode(`${id}.${sentAt}.`), raw)
  const keys = typeof secrets === 'string' ? [secrets] : secrets
  let isRight = false
  for (const secret of keys) {
    const expected = await hmac(secretIn(secret), signed)
    for (const signature of signatures) if (isSame(signature, expected)) isRight = true
  }
  if (!isRight) {
    throw new OpenfloorError('webhook_signature', 'No signature of the webhook is right.')
  }
  return { ...messageIn(raw), id }
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = isGetter(headers) ? headers.get(name) : plainHeader(headers, name)
  if (typeof value === 'string' && value !== '') return value
  throw new OpenfloorError('webhook_signature', `The webhook lacks the header ${name}.`)
}

function isGetter(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers['get'] === 'function'
}

function plainHeader(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  name: string,
): unknown {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
}

function checkTime(text: string, toleranceSec: number, nowMs: number): void {
  const sentAt = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN
  const awaySec = Math.abs(nowMs / 1000 - sentAt)
  if (awaySec <= toleranceSec) return
  const why = `The time of the webhook is more than ${toleranceSec} s from now. Check the clock.`
  throw new OpenfloorError('webhook_timestamp', why)
}

/** The signatures of version 1. The header may contain several, and some of other versions. */
function signaturesIn(header: string): readonly Uint8Array[] {
  return header
    .split(' ')
    .filter((one) => one.startsWith(VERSION))
    .map((one) => base64In(one.slice(VERSION.length)))
    .filter((one) => one !== undefined)
}

function secretIn(text: string): Uint8Array {
  const secret = base64In(text.startsWith(SECRET_PREFIX) ? text.slice(SECRET_PREFIX.length) : text)
  if (secret !== undefined && secret.length > 0) return secret
  throw new TypeError('A webhook secret is whsec_ and base64.')
}

function base64In(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (one) => one.charCodeAt(0))
  } catch {
    return undefined
  }
}

function bytesOf(body: string | Uint8Array): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return body
  throw new TypeError('Pass the raw body of the webhook, as text or bytes.')
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(one.length + other.length)
  whole.set(one)
  whole.set(other, one.length)
  return whole
}

async function hmac(secret: Uint8Array, signed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const way = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', new Uint8Array(secret), way, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))
}

/** Compares in constant time. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (let i = 0; i < one.length; i++) difference |= (one[i] ?? 0) ^ (other[i] ?? 0)
  return difference === 0
}

function messageIn(body: Uint8Array): Omit<WebhookMessage, 'id'> {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as Omit<WebhookMessage, 'id'>
  } catch {
    throw new OpenfloorError('protocol', 'The body of the webhook is not JSON.')
  }
}
