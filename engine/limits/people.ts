// Limits of what is stored about logins and reported about online users.

import { DAY_MS } from '../calendar/durations.js'

/** Sessions in the list of those that are in use, which has no pages; and of how many at a time it is made. */
export const ONLINE_ROWS_MAX = 10_000
export const ONLINE_ROWS_AT_ONCE = 500

/**
 * Changes of online users: sessions checked per step, changes reported per second, and rows of an
 * event.
 */
export const ONLINE_LOOKS_PER_STEP = 5_000
export const ONLINE_TOLD_AT_ONCE = 500
export const ONLINE_EVENT_ROWS_MAX = 100

/** Accounts of one client that are listed, and that one list links. */
export const CLIENT_ACCOUNTS_MAX = 100

/** Notes of staff on one account, their characters, and the time for which their author may change them. */
export const NOTES_PER_ACCOUNT_MAX = 1000
export const NOTE_CHARACTERS_MAX = 4000
export const NOTE_CHANGE_MS = DAY_MS

/** Preferences of one login, as JSON without blanks, by the side that keeps them; and their fields, lists and objects together. */
export const PREFERENCE_BYTES_MAX = { staff: 262_144, trader: 65_536 } as const
export const PREFERENCE_PARTS_MAX = 10_000

/** API keys of one staff login, and of the whole server: all of them are in memory. */
export const API_KEYS_PER_LOGIN_MAX = 50
export const API_KEYS_MAX = 1000

/** Sign-in links that can be used at a time: of one account, of which the oldest go, and of the whole server. */
export const SIGN_IN_LINKS_PER_ACCOUNT_MAX = 16
export const SIGN_IN_LINKS_MAX = 10_000

/** Watchlists of one account, their names after blanks at the ends are cut off, and their symbols after repeats are dropped. */
export const WATCHLISTS_PER_ACCOUNT_MAX = 20
export const WATCHLIST_NAME_MAX = 32
export const WATCHLIST_SYMBOLS_MAX = 200

/** Accounts of one notification, its characters, and the notifications kept per account. */
export const NOTIFICATION_LOGINS_MAX = 1000
export const NOTIFICATION_CHARACTERS_MAX = 1024
export const NOTIFICATIONS_KEPT_MAX = 200
