/** Every bound that more than one place must agree on, with its unit in its name. */

/** A client_order_id or request_id is remembered at least this long. */
export const REQUEST_KEY_DAYS = 7

/** The time for which the answer to a change under an Idempotency-Key is remembered. */
export const IDEMPOTENCY_KEY_MS = 24 * 3_600_000

/** A refusal under a key is remembered so long at most, in memory; then it is decided anew. */
export const REFUSALS_REMEMBERED_MS = 600_000

/** Refusals remembered; the oldest go first. */
export const REFUSALS_PER_ACCOUNT_MAX = 4096
export const REFUSALS_PER_SHARD_MAX = 65_536

/** Request keys that a shard may hold, 32 to 64 bytes each; a new one is answered `unavailable` then. */
export const REQUEST_KEYS_PER_SHARD_MAX = 32 * 1024 * 1024

/** A rate: so much at once, and so much a second in the long run. */
export interface RequestRate {
  readonly perSecond: number
  readonly burst: number
}

/** Requests of an account that are carried out; one more is answered `trade.too_many_requests`. */
export const CARRIED_OUT_RATE: RequestRate = { perSecond: 20, burst: 1_000_000 }

/** Frames of a trader's account over all its sockets; one more is answered `trade.too_many_requests`. */
export const TRADER_FRAME_RATE: RequestRate = { perSecond: 200, burst: 1000 }

/** Frames of a staff session over all its sockets; one more is answered `too_many_requests`. */
export const STAFF_FRAME_RATE: RequestRate = { perSecond: 200, burst: 400 }

/**
 * The times of the rate, and the seconds for about which a client may send so much: then it is closed with
 * 4029 `too_many_requests`.
 */
export const FLOOD_TIMES = 10
export const FLOOD_SECONDS = 2

/** Requests one socket may have waiting; the next is answered `trade.too_many_requests`. */
export const SOCKET_IN_FLIGHT_MAX = 1024

/**
 * Requests of a socket that are with its shard; the others wait at the front, so that a burst keeps nobody
 * else waiting.
 */
export const SOCKET_AT_SHARD_MAX = 128

/** Bytes of a socket's frames that wait at the front; the next is `trade.too_many_requests`. */
export const SOCKET_WAITING_BYTES_MAX = 256 * 1024

/** Bytes of frames that may wait for one shard; beyond it requests are answered `unavailable`. */
export const SHARD_WAITING_BYTES_MAX = 64 * 1024 * 1024

/** Accounts that are held for a change at once; one more is answered `unavailable`. */
export const ACCOUNTS_HELD_MAX = 1024

/** REST requests that may wait for one shard. */
export const SHARD_ASKS_MAX = 65_536

/** The most bytes that cross between two threads at once: what does not fit comes as the next batch. */
export const BATCH_BYTES_MAX = 32 * 1024 * 1024

/** A turn that has made so much ends, whatever else waits. */
export const BATCH_FULL_BYTES = 8 * 1024 * 1024

/** Requests that a shard decides before it commits and tells, however many wait. */
export const TURN_ENTRIES_MAX = 256

/**
 * Records that the tables may be behind the logs (`PROJECTION_LAG_MAX`): long before it shards take
 * requests more slowly, and when the tables stand still there trading stops.
 */
export const PROJECTION_LAG_MAX = 200_000

/** Requests that may wait for a dealer or a delay; the next is answered `trade.too_many_requests`. */
export const WAITING_PER_ACCOUNT_MAX = 64
export const WAITING_PER_SHARD_MAX = 8192

/** Pending orders that may rest at providers; the next is answered `trade.too_many_requests`. */
export const THERE_PER_ACCOUNT_MAX = 1024
export const THERE_PER_SHARD_MAX = 8192

/**
 * Minor units that an account may come to hold, and that its positions of one symbol may be worth when they
 * are opened: far below 2^53, so that every sum of them is exact.
 */
export const MONEY_MAX = 2 ** 50

/** Minor units that an account's open swaps may come to. */
export const SWAP_MAX = 2 ** 49

/** Floating profit beyond it counts as that much. */
export const FLOATING_MAX = 2 ** 51

/** Lots that an account may hold and have resting on one side of a symbol, whatever the symbol allows. */
export const SIDE_LOTS_MAX = 10_000_000

/** The factor that a price given by somebody may be above the market's, or below it. */
export const PRICE_FACTOR_MAX = 100

/** Orders and positions that a stop out takes of one account in a turn; the rest comes in later ones. */
export const STOP_OUT_STEPS_MAX = 32

/** Accounts whose positions one request of staff deletes at the same time. */
export const DELETED_ACCOUNTS_AT_ONCE = 16

/** The time that a question about rows which are not in the tables yet waits for them. */
export const TABLES_WAIT_MS = 5_000

/** Repeats of a request that waits which are answered with it; the next is `trade.too_many_requests`. */
export const WAITING_REPEATS_MAX = 64

/** The time that a request waits for a dealer to take it, and then for that dealer's answer. */
export const DEALER_QUEUE_MS = 30_000
export const DEALER_ANSWER_MS = 20_000

/** The time that a provider has to answer that an order whose time is over was cancelled. */
export const PROVIDER_CANCEL_MS = 10_000

/** Account events kept for a reader that falls behind, then it is closed as too slow. */
export const SOCKET_BACKLOG_BYTES_MAX = 1024 * 1024

/** Bytes that may be kept while candles or symbols that the client asked for are on their way. */
export const SOCKET_BULK_BYTES_MAX = 16 * 1024 * 1024

/** Snapshots and resumes: what a turn makes of them, and of one of them before its reader has taken it. */
export const BULK_TURN_BYTES = 256 * 1024
export const BULK_SLICE_BYTES = 16 * 1024

/** Snapshots and resumes of an account that wait for the one under way; the next is `trade.too_many_requests`. */
export const BULK_WAITING_MAX = 8

/**
 * The snapshots, resumes and lists that a shard has under way, and the rows that they keep in memory; the
 * next is `unavailable`.
 */
export const BULK_JOBS_MAX = 256
export const BULK_ROWS_MAX = 500_000

/** Long lists of one account's positions or orders that are made at a time; the next is `too_many_requests`. */
export const BULK_LISTS_MAX = 4

/** Bytes of a list of positions or orders as text; a longer one is `too_large`. */
export const LIST_BYTES_MAX = 16 * 1024 * 1024

/** A reader that takes nothing of its snapshot or resume for so long is closed as too slow. */
export const BULK_STALL_MS = 30_000

/** Records that one `resume` reads back; an older seq is answered `resume_gone`. */
export const RESUME_RECORDS_MAX = 10_000

/** Fields, lists and objects of one frame, all counted: a frame with more counts as unreadable. */
export const FRAME_PARTS_MAX = 256

/** Unreadable frames in a row before a socket is closed. */
export const BAD_FRAMES_MAX = 10

/** Symbols one socket may subscribe to. */
export const SUBSCRIPTIONS_MAX = 4096

/** Quotes of a symbol in a second that a socket may ask to be held to. */
export const QUOTES_PER_SEC_MAX = 50

/** Prices behind the best one that a side of a symbol's depth has, the best one included. */
export const DEPTH_LEVELS = 5

/** Symbols whose depth one socket may hear of. */
export const DEPTHS_MAX = 32

/** The least time between two valuations of an account, and the positions of one event of it. */
export const VALUATION_EVERY_MS = 1000
export const VALUATION_ROWS_MAX = 500

/** Unsent bytes beyond which a reader is told no part of a valuation: it hears a later one whole. */
export const VALUATION_UNSENT_MAX = 256 * 1024

/** Sums, one for each group and symbol, that a shard adds up for one watched exposure; beyond is `too_large`. */
export const EXPOSURE_ROWS_MAX = 100_000

/** Exposures that one staff socket watches; questions of all of them that differ; rows of one event. */
export const EXPOSURES_PER_SOCKET_MAX = 8
export const EXPOSURES_MAX = 64
export const EXPOSURE_EVENT_ROWS_MAX = 500

/** Symbols of one change that traders are told one by one; of more they are told to read them all. */
export const SYMBOL_EVENTS_MAX = 100

/** Live sockets of both sides that have not signed in yet; the next is refused `unavailable`. */
export const SOCKETS_UNSIGNED_MAX = 2048

/** The time that a live socket has to sign in with its first frame. */
export const SOCKET_SIGN_IN_MS = 5000

/** A live socket that was silent for so long is pinged, and closed at the second. */
export const SOCKET_PING_MS = 30_000
export const SOCKET_SILENT_MS = 60_000

/** Unsent bytes beyond which a reader counts as behind: it gets no quotes until it has caught up. */
export const SOCKET_BEHIND_BYTES = 16 * 1024

/** Accounts that one staff socket may watch by their logins; of more it watches the group. */
export const WATCHED_LOGINS_MAX = 1000

/** Masks of groups that one staff socket may watch. */
export const WATCHED_GROUPS_MAX = 32

/** Request line and headers of a request together; more is 431. */
export const HEAD_BYTES_MAX = 16_384

/** Bytes that all answers which their readers have not taken may hold together. */
export const UNSENT_BYTES_MAX = 64 * 1024 * 1024

/** Answers longer than this are packed for those who take gzip. */
export const PACKED_FROM_BYTES = 16 * 1024

/**
 * Answers that are packed at a time, and bytes of these and of those that wait for it; one beyond goes as
 * it is.
 */
export const PACKED_AT_ONCE_MAX = 2
export const PACKING_BYTES_MAX = 16 * 1024 * 1024

/** Files and connections that the server opens for itself: databases, logs, providers. */
export const DESCRIPTORS_OWN = 512

/** Connections that speak HTTP: each may hold an unfinished head. */
export const PLAIN_CONNECTIONS_MAX = 8192

/** Live sockets of both sides: each may hold an unfinished frame. One part of so many is kept for staff. */
export const LIVE_SOCKETS_MAX = 32_768
export const STAFF_SOCKETS_PART = 16

/** Live sockets of one session, of one login, of one address, and of one address before they sign in. */
export const SOCKETS_PER_SESSION_MAX = 16
export const SOCKETS_PER_LOGIN_MAX = 64
export const SOCKETS_PER_ADDRESS_MAX = 512
export const SOCKETS_UNSIGNED_PER_ADDRESS_MAX = 64

/** The first frame of a socket, which brings a token and no more. */
export const UNSIGNED_FRAME_BYTES_MAX = 4096

/** Settings that one batch changes, and how long it may take; what it has not reached by then is said. */
export const CONFIG_BATCH_ITEMS_MAX = 20_000
export const CONFIG_BATCH_MS_MAX = 60_000

/** Settings that the desk changes at a time, and how long that may hold up others; the rest is the next slice. */
export const CONFIG_SLICE_ITEMS_MAX = 1000
export const CONFIG_SLICE_MS = 20

/** Batches of settings at once, of all users; a user has one. The next is refused. */
export const CONFIG_BATCHES_MAX = 4

/** Jobs of one owner that wait or run, and of all owners; the next is refused. */
export const JOBS_OPEN_PER_OWNER_MAX = 4
export const JOBS_OPEN_MAX = 64

/** Jobs that are over are kept so long, with their results, and so many of an owner. */
export const JOBS_KEPT_MS = 7 * 24 * 3_600_000
export const JOBS_KEPT_PER_OWNER = 50

/** Bytes of the result of one job, and of all results together; a job that would pass it fails. */
export const JOB_RESULT_BYTES_MAX = 1024 * 1024 * 1024
export const JOB_RESULTS_BYTES_MAX = 4 * 1024 * 1024 * 1024

/** Files that are being read to clients, of one login and of all; the next is `too_many_requests`. */
export const FILE_READERS_PER_LOGIN_MAX = 4
export const FILE_READERS_MAX = 64

/** Bytes of an export that is answered at once; a longer one is `too_large`, and a job. */
export const EXPORT_BYTES_MAX = 8 * 1024 * 1024

/** An import of accounts: its body, its records, those that are answered at once, cells and their characters. */
export const IMPORT_BODY_BYTES_MAX = 4 * 1024 * 1024
/** A body of a request that is longer is read in steps; so many of all callers may wait for that, and of one. */
export const LARGE_BODY_BYTES = 256 * 1024
export const LARGE_BODIES_MAX = 32
export const LARGE_BODIES_PER_CALLER_MAX = 4

/**
 * Bytes of a table that the desk is given at a time, and bytes of all tables that wait there for their
 * ends.
 */
export const IMPORT_PARTS_BYTES = 256 * 1024
export const IMPORTS_RECEIVED_BYTES_MAX = 64 * 1024 * 1024
export const IMPORT_RECORDS_MAX = 20_000
export const IMPORT_AT_ONCE_MAX = 500
export const IMPORT_CELLS_MAX = 64
export const IMPORT_CELL_LENGTH_MAX = 4096

/** Records of an import that the desk carries out as one change. */
export const IMPORT_SLICE_RECORDS = 25

/** Passwords that a slice of an import has hashed; the next slice does the rest. */
export const IMPORT_SLICE_PASSWORDS = 8

/** Bytes of all files that are kept; each kind has bounds of its own (wire/stored/stored-file.ts). */
export const FILES_BYTES_MAX = 16 * 1024 * 1024 * 1024

/** Bytes of a file to import from. */
export const IMPORT_FILE_BYTES_MAX = 256 * 1024 * 1024

/** An uploaded file that nothing refers to goes after so long. */
export const UNCLAIMED_FILE_MS = 3_600_000

/** The name that a person gave a file, in characters. */
export const FILE_NAME_MAX = 128

/** Uploads under way, of one login, of all, and of these how many only staff may take. */
export const UPLOADS_PER_LOGIN_MAX = 2
export const UPLOADS_MAX = 64
export const UPLOADS_KEPT_FOR_STAFF = 16

/** The longest that an upload may take. */
export const UPLOAD_MS_MAX = 300_000

/**
 * The bounds of a multipart body beside its file: the fields with their text, a part's headers, and all of
 * it.
 */
export const UPLOAD_FIELDS_MAX = 16
export const UPLOAD_FIELD_BYTES_MAX = 4096
export const UPLOAD_PART_HEAD_BYTES_MAX = 4096
export const UPLOAD_OVERHEAD_BYTES_MAX = 65_536

/** Answers to creations that are remembered for one caller, and their bytes; the next key is `too_many_requests`. */
export const REMEMBERED_PER_CALLER_MAX = 10_000
export const REMEMBERED_BYTES_PER_CALLER_MAX = 64 * 1024 * 1024

/** Request ids of payments that are kept of one caller and of all, for `REQUEST_KEY_DAYS`. */
export const PAYMENT_IDS_PER_CALLER_MAX = 1_000_000
export const PAYMENT_IDS_MAX = 4_000_000

/** Requests with many items that one caller has under way, and all; the next is refused. */
export const BULK_REQUESTS_PER_CALLER_MAX = 2
export const BULK_REQUESTS_MAX = 16

/** The time after which the rest of such a request is answered as not done. */
export const BULK_REQUEST_MS = 60_000

/** Items of one request, and how many of them are carried out at the same time. */
export const PAYMENTS_PER_REQUEST_MAX = 10_000
export const PAYMENTS_AT_ONCE = 128
export const MOVES_PER_REQUEST_MAX = 1000
export const MOVES_AT_ONCE = 8
export const TRADES_PER_REQUEST_MAX = 1000
export const TRADES_AT_ONCE = 64

/** Items that a list may name before its repeats are dropped, for each that it may hold after. */
export const REPEATS_TIMES_MAX = 4

/**
 * The time that a confirmation may be used, the times that its code may be wrong, and the number that wait
 * of a caller and of all.
 */
export const CONFIRMATION_MS = 120_000
export const CONFIRMATION_TRIES = 3
export const CONFIRMATIONS_PER_CALLER_MAX = 16
export const CONFIRMATIONS_MAX = 4096

/** Sessions in the list of those that are in use, which has no pages; and of how many at a time it is made. */
export const ONLINE_ROWS_MAX = 10_000
export const ONLINE_ROWS_AT_ONCE = 500

/** Changes of who is online: sessions looked at in a step, changes told in a second, and rows of an event. */
export const ONLINE_LOOKS_PER_STEP = 5_000
export const ONLINE_TOLD_AT_ONCE = 500
export const ONLINE_EVENT_ROWS_MAX = 100

/** Deals, and closed positions, of one statement. */
export const STATEMENT_ROWS_MAX = 5000

/** Accounts of one client that are listed, and that one list links. */
export const CLIENT_ACCOUNTS_MAX = 100

/** Preferences of one login, as JSON without blanks, by the side that keeps them; and their fields, lists and objects together. */
export const PREFERENCE_BYTES_MAX = { staff: 262_144, trader: 65_536 } as const
export const PREFERENCE_PARTS_MAX = 10_000

/**
 * Transactions of gateways: those that wait in the links thread to be kept, those of one batch, those that a gateway
 * and all of them have kept, and those that go at once when they are too old.
 */
export const TRANSACTIONS_WAITING_MAX = 20_000
export const TRANSACTIONS_PER_BATCH = 1_000
export const TRANSACTIONS_KEPT_PER_GATEWAY = 250_000
export const TRANSACTIONS_KEPT_MAX = 1_000_000
export const RECORDS_SWEPT_AT_ONCE = 5_000

/**
 * News of datafeeds: characters of a headline, bytes of a text, how many a second and at once of a feed, those that wait in
 * the links thread, those of one batch, and the bytes of all texts that are kept.
 */
export const NEWS_HEADLINE_CHARACTERS_MAX = 512
export const NEWS_TEXT_BYTES_MAX = 65_536
export const NEWS_RATE = { perSecond: 5, atOnce: 50 } as const
export const NEWS_WAITING_MAX = 256
export const NEWS_PER_BATCH = 32
export const NEWS_TEXT_BYTES_KEPT_MAX = 134_217_728
/** The days for which news are kept, and the number of them, where the settings do not say otherwise. */
export const NEWS_KEPT_DEFAULT = { days: 30, count: 10_000 } as const
