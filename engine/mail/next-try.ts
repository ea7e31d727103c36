import { EMAIL_RETRIES_MS } from '../limits/mail.js'
import type { UnixMs } from '../units.js'

/** The result of one attempt to send an e-mail. */
export type EmailTry =
  | { readonly is: 'sent'; readonly tookMs: number }
  | { readonly is: 'failed'; readonly error: string; readonly isFinal: boolean }

/** When to retry an e-mail after `tries` failed attempts; null to give up. */
export function nextTry(tries: number, isFinal: boolean, now: UnixMs): UnixMs | null {
  const wait = EMAIL_RETRIES_MS[tries - 1]
  return isFinal || wait === undefined ? null : now + wait
}
