// Outgoing e-mail: the queue, parallel sending, and retries.

import { assert } from '../assert.js'
import { DAY_MS, MINUTE_MS } from '../calendar/durations.js'

/** E-mails that wait to be sent; the next is `unavailable`. */
export const EMAILS_WAITING_MAX = 500_000

/** Characters of a subject, and of a body with its plain text, before they are encoded. */
export const EMAIL_SUBJECT_MAX = 256
export const EMAIL_BODY_CHARACTERS_MAX = 1024 * 1024

/** E-mails that are being sent at once: through one mail server, and through all. */
export const EMAILS_PER_SERVER_AT_ONCE = 4
export const EMAILS_AT_ONCE = 16

/** The waits after each failed try; after the try that follows the last one the e-mail is given up. */
export const EMAIL_RETRIES_MS: readonly number[] = [1, 5, 15, 60].map((min) => min * MINUTE_MS)

/**
 * An e-mail that could not be tried for this long, because there was no mail server, is given up.
 */
export const EMAIL_WAITS_MS = 3 * DAY_MS

/** How long the row of an e-mail that was sent or given up is kept. */
export const EMAIL_LINE_KEPT_MS = 90 * DAY_MS

/** The time that a mail server has: to be reached, for one answer, and for a whole e-mail. */
export const SMTP_CONNECT_MS = 10_000
export const SMTP_ANSWER_MS = 20_000
export const SMTP_EMAIL_MS = 60_000

/**
 * How long a connection to a mail server is kept for the next e-mail, and how many e-mails it
 * sends.
 */
export const SMTP_IDLE_MS = 10_000
export const SMTP_EMAILS_PER_CONNECTION = 100

/** Bytes of one answer of a mail server, and the stored characters of its first line. */
export const SMTP_ANSWER_BYTES_MAX = 16_384
export const SMTP_ERROR_CHARACTERS_MAX = 256

assert(EMAILS_PER_SERVER_AT_ONCE <= EMAILS_AT_ONCE, 'one server has no more than all')
assert(SMTP_CONNECT_MS + SMTP_ANSWER_MS < SMTP_EMAIL_MS, 'an e-mail has time beyond its sign-in')
