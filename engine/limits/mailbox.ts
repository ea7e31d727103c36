// Limits of mail between a broker and its traders.

import { DAY_MS } from '../calendar/durations.js'

export const MAIL_SUBJECT_MAX = 256
/** Maximum size of a message's body, in UTF-8 bytes. */
export const MAIL_BODY_BYTES_MAX = 64 * 1024
export const MAIL_LOGINS_MAX = 1000
export const MAIL_GROUP_MASK_MAX = 128
/** Maximum number of accounts that a mail to groups reaches. */
export const MAIL_RECIPIENTS_MAX = 100_000
/** How many recipients receive a mail to groups in one step. */
export const MAIL_STEP_RECIPIENTS = 250

export const MAIL_FILES_MAX = 5
export const MAIL_FILE_BYTES_MAX = 1024 * 1024
export const MAIL_FILES_BYTES_MAX = 2 * 1024 * 1024
/** Maximum bytes of a request, including its files in base64. */
export const MAIL_REQUEST_BYTES_MAX = 4 * 1024 * 1024

/** Maximum number of drafts per login, and how long after its last change a draft is deleted. */
export const MAIL_DRAFTS_MAX = 200
export const MAIL_DRAFT_KEPT_MS = 90 * DAY_MS
/** Maximum number of copies in a mailbox. Its owner must delete some before sending more. */
export const MAIL_COPIES_MAX = 100_000

export const MAIL_PAGE_DEFAULT = 50
export const MAIL_PAGE_MAX = 200
/**
 * Maximum number of messages that a thread's answer contains, the newest ones, and maximum bytes of
 * their bodies.
 */
export const MAIL_THREAD_MAX = 1000
export const MAIL_THREAD_BYTES_MAX = 4 * 1024 * 1024
/** The event about a new mail contains at most this many characters of its body. */
export const MAIL_TOLD_CHARACTERS_MAX = 2048
