import { EMAIL_RETRIES_MS } from '../limits/mail.js'
import type { UnixMs } from '../units.js'

/** The outcome of one try to send an e-mail. */
export type EmailTry =
  | { readonly is: 'sent'; readonly tookMs: number }
  | { readonly is: 'failed'; readonly error: string; readonly isFinal: boolean }

/** When an e-mail that failed `tries` times is tried again; null when it is given up. */
export function nextTry(tries: number, isFinal: boolean, now: UnixMs): UnixMs | null {
  const wait = EMAIL_RETRIES_MS[tries - 1]
  return isFinal || wait === undefined ? null : now + wait
}
