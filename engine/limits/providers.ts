// Limits of the records of providers: transactions of gateways, news of datafeeds.

/**
 * Limits of gateways' transactions: how many wait in the links thread to be stored, are in a batch,
 * are stored for a gateway and in total, and are deleted at once when they are too old.
 */
export const TRANSACTIONS_WAITING_MAX = 20_000
export const TRANSACTIONS_PER_BATCH = 1_000
export const TRANSACTIONS_KEPT_PER_GATEWAY = 250_000
export const TRANSACTIONS_KEPT_MAX = 1_000_000
export const RECORDS_SWEPT_AT_ONCE = 5_000

/**
 * Limits of news from datafeeds: characters in a headline, bytes in a text, rate and burst of a
 * feed, items that wait in the links thread, items in a batch, and total bytes of all stored texts.
 */
export const NEWS_HEADLINE_CHARACTERS_MAX = 512
export const NEWS_TEXT_BYTES_MAX = 65_536
export const NEWS_RATE = { perSecond: 5, atOnce: 50 } as const
export const NEWS_WAITING_MAX = 256
export const NEWS_PER_BATCH = 32
export const NEWS_TEXT_BYTES_KEPT_MAX = 134_217_728
/** How many days of news, and how many items, are stored by default. */
export const NEWS_KEPT_DEFAULT = { days: 30, count: 10_000 } as const
