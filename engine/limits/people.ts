// Limits of the data that is stored per login, and of reports about online users.

import { DAY_MS } from '../calendar/durations.js'

/**
 * Maximum number of sessions in the list of online sessions, which has no pages, and how many of
 * them one step adds.
 */
export const ONLINE_ROWS_MAX = 10_000
export const ONLINE_ROWS_AT_ONCE = 500

/**
 * Changes of online users: sessions checked per step, changes reported per second, and rows of an
 * event.
 */
export const ONLINE_LOOKS_PER_STEP = 5_000
export const ONLINE_TOLD_AT_ONCE = 500
export const ONLINE_EVENT_ROWS_MAX = 100

/** Maximum number of a client's accounts that a list shows and that one request links. */
export const CLIENT_ACCOUNTS_MAX = 100

/**
 * Limits of staff's notes: notes per account, characters of a note, and how long its author may
 * change it.
 */
export const NOTES_PER_ACCOUNT_MAX = 1000
export const NOTE_CHARACTERS_MAX = 4000
export const NOTE_CHANGE_MS = DAY_MS

/**
 * Limits of a login's preferences: bytes of JSON without blanks, by side, and the number of fields,
 * lists and objects together.
 */
export const PREFERENCE_BYTES_MAX = { staff: 262_144, trader: 65_536 } as const
export const PREFERENCE_PARTS_MAX = 10_000

/** Maximum number of API keys, per staff login and in total. All keys are in memory. */
export const API_KEYS_PER_LOGIN_MAX = 50
export const API_KEYS_MAX = 1000

/**
 * Maximum number of valid sign-in links, per account and in total. A further link of an account
 * replaces its oldest.
 */
export const SIGN_IN_LINKS_PER_ACCOUNT_MAX = 16
export const SIGN_IN_LINKS_MAX = 10_000

/**
 * Limits of an account's watchlists: their number, the characters of a trimmed name, and the
 * symbols without duplicates.
 */
export const WATCHLISTS_PER_ACCOUNT_MAX = 20
export const WATCHLIST_NAME_MAX = 32
export const WATCHLIST_SYMBOLS_MAX = 200

/** Limits of notifications: accounts of one, characters, and stored notifications per account. */
export const NOTIFICATION_LOGINS_MAX = 1000
export const NOTIFICATION_CHARACTERS_MAX = 1024
export const NOTIFICATIONS_KEPT_MAX = 200
