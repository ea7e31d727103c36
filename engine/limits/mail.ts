// Limits of outgoing e-mail: queue, parallel sending and retries.

import { assert } from '../assert.js'
import { DAY_MS, MINUTE_MS } from '../calendar/durations.js'

/** Maximum number of e-mails that wait to be sent. The next one gets `unavailable`. */
export const EMAILS_WAITING_MAX = 500_000

/** Maximum characters of a subject, and of a body with its plain text, before encoding. */
export const EMAIL_SUBJECT_MAX = 256
export const EMAIL_BODY_CHARACTERS_MAX = 1024 * 1024

/** Maximum number of e-mails sent in parallel, through one mail server and in total. */
export const EMAILS_PER_SERVER_AT_ONCE = 4
export const EMAILS_AT_ONCE = 16

/**
 * The waits after each failed attempt. If the attempt after the last wait fails, too, the server
 * gives up.
 */
export const EMAIL_RETRIES_MS: readonly number[] = [1, 5, 15, 60].map((min) => min * MINUTE_MS)

/**
 * The server gives up an e-mail that it could not send for this long, because no mail server was
 * configured.
 */
export const EMAIL_WAITS_MS = 3 * DAY_MS

/** How long the row of an e-mail is stored after the e-mail was sent or given up. */
export const EMAIL_LINE_KEPT_MS = 90 * DAY_MS

/**
 * How long a mail server may take to accept a connection, to answer once, and for a whole e-mail.
 */
export const SMTP_CONNECT_MS = 10_000
export const SMTP_ANSWER_MS = 20_000
export const SMTP_EMAIL_MS = 60_000

/**
 * How long an idle connection to a mail server stays open, and how many e-mails one connection
 * sends.
 */
export const SMTP_IDLE_MS = 10_000
export const SMTP_EMAILS_PER_CONNECTION = 100

/**
 * Maximum bytes of one answer of a mail server, and the characters of its first line that are
 * stored.
 */
export const SMTP_ANSWER_BYTES_MAX = 16_384
export const SMTP_ERROR_CHARACTERS_MAX = 256

assert(EMAILS_PER_SERVER_AT_ONCE <= EMAILS_AT_ONCE, 'one server has no more than all')
assert(SMTP_CONNECT_MS + SMTP_ANSWER_MS < SMTP_EMAIL_MS, 'an e-mail has time beyond its sign-in')
