import type { PositionCorrection } from '../../engine/account/audit/correct.js'
import type { BalanceAction, Reason } from '../../engine/account/event.js'
import type { AccountProfile } from '../../engine/account/state.js'
import type { DealerOnline } from '../../engine/book/dealers.js'
import type { KnownPrice } from '../../engine/book/prices.js'
import type { Code } from '../../engine/code.js'
import type { BookRecords, ConfigChange } from '../../engine/config/book-records.js'
import type { SeenName } from '../../engine/config/imported-symbol.js'
import type { OpenedList } from '../../engine/config/opened-records.js'
import type { FeedState } from '../../engine/config/records/datafeed.js'
import type { RequestRate } from '../../engine/limits.js'
import type { UnixMs } from '../../engine/units.js'
import type { FieldDifference } from '../answer/field-difference.js'
import type { CandlesArgs } from '../schema/candle.js'
import type { JournalHead, JournalLine } from '../stored/journal-line.js'
import type { JobFacts } from '../stored/stored-job.js'
import type { TradeFields } from '../trade/trade-request.js'
import type { AccountNews } from './account-news.js'
import type { AuthEvent } from './auth-messages.js'
import type { LaneMemory } from './batch-lane.js'
import type { DayEndNotice } from './day-end-notice.js'
import type { DealingAct, DealingDone } from './dealing.js'
import type { Doer } from './doer.js'
import type { GatewayReport } from './gateway-report.js'
import type { ProviderReport, ToGateway } from './provider-messages.js'
import type { WatchChange, WatchDone } from './watched.js'

/**
 * Every message that crosses a thread as an object. Trade frames do not: they cross as raw bytes in
 * one batch (`wire/thread/batch.ts`), told by a number or a buffer.
 */

export type IdKind = 'order' | 'deal'

/** A range of ids that one shard may give out; the desk stored it before it was granted. */
export interface IdRange {
  readonly kind: IdKind
  readonly next: number
  /** Exclusive. */
  readonly end: number
}

export type ToShard =
  | { readonly type: 'config'; readonly change: ConfigChange }
  /** All settings anew: the desk was started again, and changes may have been missed. */
  | { readonly type: 'book'; readonly records: BookRecords }
  | { readonly type: 'profile'; readonly number: number; readonly profile: AccountProfile }
  /** A hold of an account ends (`hold` of `ShardOperations`). */
  | { readonly type: 'let_go'; readonly login: number }
  /** There are ticks on the tape. */
  | { readonly type: 'ticks' }
  /** By the shard itself: a slice of day ends is due. */
  | { readonly type: 'day_end' }
  | { readonly type: 'ids'; readonly range: IdRange }
  /** Who is at the dealing desk now. */
  | { readonly type: 'dealers'; readonly dealers: readonly DealerOnline[] }
  /** Which gateways have a provider that answers now. */
  | { readonly type: 'gateways'; readonly online: readonly GatewayOnline[] }
  /** Trading stops (`reason`) or goes on (empty): disk space, drain. */
  | { readonly type: 'halt'; readonly reason: string }
  /** How the journal stands on disk, to be kept in the log. */
  | { readonly type: 'anchor'; readonly head: JournalHead }
  /** The projector has everything at or below this on its side. */
  | { readonly type: 'trim'; readonly beforeSeq: number }
  /** A drill: the thread ends as a defect would end it in the work of `login`, before or after what waits is on disk. */
  | { readonly type: 'fail'; readonly afterCommit: boolean; readonly login: number }
  | { readonly type: 'stop' }

export type FromShard =
  | { readonly type: 'ready'; readonly accounts: number; readonly replayed: number }
  | { readonly type: 'ids'; readonly kind: IdKind }
  | { readonly type: 'set_aside'; readonly login: number; readonly why: string }
  | { readonly type: 'day_end'; readonly notice: DayEndNotice }
  | LogLine
  | { readonly type: 'stopped' }

/** A gateway whose provider answers, and the wall time since when it does: another one is another session. */
export interface GatewayOnline {
  readonly id: number
  readonly since: UnixMs
}

/** For the one log of the process, which the front writes. */
export interface LogLine {
  readonly type: 'log'
  readonly level: 'info' | 'warn' | 'error'
  readonly fields: Readonly<Record<string, unknown>>
  readonly message: string
}

/** What a shard thread is started with. */
export interface ShardStart {
  readonly shard: number
  readonly shards: number
  readonly dataDir: string
  readonly shared: SharedBuffers
  readonly book: BookRecords
  readonly clockOffsetMs: number
  /** See `PROJECTION_LAG_MAX` of engine/limits.ts, which it is when left out. */
  readonly projectionLagMax?: number
  /** What an account may have carried out; as much as it asks for when left out. */
  readonly requestRate?: RequestRate
  /** Other shards still read their logs: nothing is written until `halt` says that it goes on. */
  readonly awaitsOthers?: boolean
  /** Accounts that it is not to work on: they have ended it before. */
  readonly setAside?: readonly number[]
  /** Accounts that its predecessor was asked to hold, until `let_go`. */
  readonly held?: readonly number[]
}

/** With the ways of its batches, which end with the thread. */
export interface ShardThreadData extends ShardStart {
  readonly toShard: LaneMemory
  readonly fromShard: LaneMemory
  /** Whose work is in hand (actors/shard/work-note.ts). */
  readonly inWork: SharedArrayBuffer
}

/** The memory that all threads share (actors/shared/shared-state.ts). */
export interface SharedBuffers {
  readonly counters: SharedArrayBuffer
  readonly board: SharedArrayBuffer
  /** Which symbols are traded (actors/shared/symbol-claims.ts). */
  readonly symbols: SharedArrayBuffer
  /** Ticks on their way to the price history (actors/shared/tick-ring.ts). */
  readonly ticks: SharedArrayBuffer
  /** What all threads take the time to be (actors/thread/clock.ts). */
  readonly clock: SharedArrayBuffer
}

/**
 * What the front asks a shard, beside frames. Questions travel in the same batches as frames, so
 * their order among each other is the order of arrival.
 */
export interface ShardOperations {
  /** JSON fields: `,"balance":…` and the other stored ones, `"money":{…}`. */
  money: { readonly request: { readonly login: number }; readonly answer: string }
  /** A line of JSON for each, in order: the money object, `null` for an account that is not here. */
  moneys: { readonly request: { readonly logins: readonly number[] }; readonly answer: string }
  balance: {
    readonly request: {
      readonly login: number
      readonly action: BalanceAction
      readonly amount: string
      readonly comment: string
      readonly request_id: string
      readonly skip_margin_check: boolean
      readonly by: Doer
    }
    readonly answer: {
      readonly deal_id: number
      readonly amount: string
      readonly projection_seq: string
    }
  }
  /** JSON of the answer that the live socket gives, too. */
  trade: { readonly request: TradeOrder; readonly answer: string }
  check: { readonly request: TradeOrder; readonly answer: string }
  /** A position as staff say it is. The answer is its new row, as JSON. */
  correct: { readonly request: PositionCorrecting; readonly answer: string }
  /** Positions are none any more. The answer is by id: `ok`, or why it is one still. */
  delete_positions: { readonly request: PositionsDeleting; readonly answer: readonly Code[] }
  /** What the account stands at, for an audit: exact JSON of `HeldText`, and its newest record. */
  held: {
    readonly request: { readonly login: number }
    readonly answer: { readonly text: string; readonly recordSeq: number }
  }
  /** The account's records from `from` back, a page of them: bytes as of the log, newest first, in base64. */
  history: {
    readonly request: { readonly login: number; readonly from: number }
    /** `next` is the one before them; 0 when there is none, or the log has it no more. */
    readonly answer: { readonly records: string; readonly next: number }
  }
  /** The account is to be what an audit found. The answer is JSON, each difference with the repair's deal. */
  repair: {
    readonly request: {
      readonly login: number
      /** Exact JSON of the `AccountRepair`. */
      readonly repair: string
      readonly differences: readonly FieldDifference[]
      /** As of `delete_positions`. */
      readonly request_id: string
      readonly by: Doer
    }
    readonly answer: string
  }
  /**
   * Is the account without a record and without anything that waits? If so it stays so until `let_go`:
   * what would change it is refused meanwhile.
   */
  hold: {
    readonly request: { readonly login: number }
    readonly answer: { readonly is_fresh: boolean }
  }
  /** What a dealer does about a request that waits. */
  dealing: { readonly request: DealingAct; readonly answer: DealingDone }
  /** What of its accounts staff want to hear. */
  watch: { readonly request: WatchChange; readonly answer: WatchDone }
  /** JSON list of the account's open positions with their live figures. */
  positions: { readonly request: { readonly login: number }; readonly answer: string }
  /** JSON list of its orders that rest, with live prices. */
  orders: { readonly request: { readonly login: number }; readonly answer: string }
  /** A line of JSON for each pair of login and id, in order: the live figures of a position. */
  live_positions: {
    readonly request: { readonly positions: readonly (readonly [login: number, id: number])[] }
    readonly answer: string
  }
}

/** A trade request as it came in, and who sends it. */
export interface TradeOrder {
  readonly login: number
  /** Held against its schema by whoever asks: it is not checked again. */
  readonly body: TradeFields
  readonly reason: Reason
  /** Who trades for the account; null is its holder. */
  readonly by: Doer | null
}

export interface PositionCorrecting {
  readonly login: number
  readonly correction: PositionCorrection
  readonly by: Doer
}

export interface PositionsDeleting {
  readonly login: number
  readonly ids: readonly number[]
  /** A repeat with the same id changes nothing again; empty where there is none. */
  readonly request_id: string
  /** Of all that was asked for under the id, of whatever account. */
  readonly digest: number
  readonly by: Doer
}

/** First character of an answer that is text to be used as it is. */
export const READY_TEXT = '='

export type ShardOperation = keyof ShardOperations

/** A question as it travels: JSON in an `ask` entry of a batch. */
export type ShardAsk = {
  readonly [Name in ShardOperation]: {
    readonly op: Name
    readonly request: ShardOperations[Name]['request']
  }
}[ShardOperation]

/** What the market did and what may be traded: no shard knows. */
export type MarketOp = 'symbols' | 'candles'

/** What a live socket's shard asks the front to do (a `control` entry). */
export type SocketControl =
  | { readonly op: 'subscribe' | 'unsubscribe'; readonly symbols: readonly number[] }
  | { readonly op: 'close'; readonly code: number; readonly reason: string }
  /** A snapshot or a resume is being told in slices: what else the account hears of it waits for its end. */
  | { readonly op: 'bulk'; readonly under_way: boolean }
  | SocketQuestion

/**
 * A frame that the front answers. Of its `args` it has the fields of the operation alone, typed and
 * bounded: what else a client sent ends at the shard.
 */
export type SocketQuestion = { readonly id: number | string } & (
  | { readonly op: 'auth'; readonly args: { readonly access_token?: string } }
  | { readonly op: 'logout'; readonly args: Readonly<Record<string, never>> }
  | { readonly op: 'symbols'; readonly args: Readonly<Record<string, never>> }
  | { readonly op: 'candles'; readonly args: CandlesArgs }
)

/** What a shard is told of a new live socket (a `socketOpen` entry). */
export interface SocketOpen {
  readonly login: number
  readonly codec: 'json' | 'msgpack'
  readonly read_only: boolean
  readonly reason: 'client' | 'api'
}

/** All records of a kind with their secrets opened, for a thread that works with them, whenever one changed. */
export interface OpenedMessage {
  readonly type: 'opened'
  readonly opened: OpenedList
}

export type ToLinks =
  | { readonly type: 'config'; readonly change: ConfigChange }
  | { readonly type: 'book'; readonly records: BookRecords }
  | OpenedMessage
  /** Prices from before this run, which nobody stands behind. */
  | { readonly type: 'known'; readonly prices: readonly KnownPrice[] }
  | { readonly type: 'to_gateway'; readonly message: ToGateway }
  /** A shard takes reports from now on; its predecessor may not have. */
  | { readonly type: 'shard_ready' }
  | { readonly type: 'stop' }

export type FromLinks =
  | { readonly type: 'ready' }
  /** Some symbol moved on the board; sent once until the front has looked. */
  | { readonly type: 'moved' }
  | { readonly type: 'feed'; readonly report: FeedReport }
  /** Which symbols have no usable price any more, or one again: for the journal. */
  | { readonly type: 'prices'; readonly line: string }
  | { readonly type: 'gateway'; readonly report: GatewayReport }
  | { readonly type: 'provider_report'; readonly report: ProviderReport }
  /** For the log of one feed's connection. */
  | { readonly type: 'feed_line'; readonly id: number; readonly line: FeedLine }
  | LogLine
  | { readonly type: 'stopped' }

/** How a feed is doing; the figures count from the start of the links thread. */
export interface FeedReport {
  readonly id: number
  readonly state: FeedState
  readonly lastError: string
  readonly quotesPerSec: number
  /** When the last quote came; 0 before the first. */
  readonly lastQuoteAt: UnixMs
  readonly bytesIn: number
  readonly bytesOut: number
}

/** What happened to a feed's connection. Never holds a secret. */
export interface FeedLine {
  readonly at: UnixMs
  readonly level: 'info' | 'warn' | 'error'
  readonly text: string
}

/** What the front asks the links thread. */
export interface LinksOperations {
  /** Drops the connection or the wait for it, and dials at once. */
  'feed.restart': { readonly request: { readonly id: number }; readonly answer: null }
  /** The names that the feed has quoted, up to a bound. */
  'feed.names': { readonly request: { readonly id: number }; readonly answer: readonly SeenName[] }
}

export type ToHistory = { readonly type: 'stop' }

export type FromHistory = { readonly type: 'ready' } | LogLine | { readonly type: 'stopped' }

/** What the front asks the history thread. */
export interface HistoryOperations {
  /** Stores the ticks that wait, at once. */
  'history.write': { readonly request: null; readonly answer: null }
  /** The last price of each that has one. */
  'history.last': {
    readonly request: { readonly symbolIds: readonly number[] }
    readonly answer: readonly KnownPrice[]
  }
}

/** Worker data of the desk. */
export interface DeskData {
  readonly dataDir: string
  readonly shards: number
  readonly buffers: SharedBuffers
  /** Added to the wall time by every thread (`CLOCK_START`). */
  readonly clockOffsetMs: number
  /** What an empty data directory is filled with: the demo set, or the bare administrator. */
  readonly demo: boolean
  readonly administratorRights: readonly string[]
  /** The wall clock of an empty data directory; from then on the settings have it. */
  readonly utcOffsetMin: number
  /** 32 bytes: seals stored secrets. */
  readonly secretKey: Uint8Array
  /** As in `ShardStart`. */
  readonly projectionLagMax?: number
  /** Addresses and networks that providers may have beside those that are open. */
  readonly outboundAllow: readonly string[]
  /** The number of the last change of an account that was told; left out, what is stored was told. */
  readonly accountsTold?: number | undefined
}

export type ToDesk =
  /** Every shard's log can be read from now on: start projecting. */
  | { readonly type: 'project' }
  /** Close the logs until the next `project`: a shard cannot open its own as long as others hold it. */
  | { readonly type: 'release' }
  /** There are new records; without it the projector looks by itself a little later. */
  | { readonly type: 'wake' }
  /** For drills: the thread ends as a crash would end it, at once or when it has changed an account and told nobody. */
  | { readonly type: 'fail'; readonly beforeNews: boolean }
  | { readonly type: 'stop' }

/** What the desk hands on to its projector's thread. */
export type ToProjector = Exclude<ToDesk, { readonly type: 'fail' }>

export type FromProjector = Extract<FromDesk, { readonly type: 'projection_halted' | 'journal' }>

export type FromDesk =
  | { readonly type: 'ready'; readonly state: DeskReady }
  /** The projection cannot be written (disk full), or can again (empty reason). */
  | { readonly type: 'projection_halted'; readonly reason: string }
  | DeskEvent
  | { readonly type: 'stopped' }

/** What the desk tells by itself, after it is on disk. */
export type DeskEvent =
  /** Sessions were closed, or what a login may do has changed. */
  | { readonly type: 'auth'; readonly event: AuthEvent }
  | { readonly type: 'config'; readonly change: ConfigChange }
  | AccountNews
  /** A job is new, or further. */
  | { readonly type: 'job'; readonly job: JobFacts }
  | {
      readonly type: 'journal'
      readonly line: JournalLine
      /** Of the account concerned, as it is now; null for a line about nobody, or about one that is no more. */
      readonly group: string | null
    }

export interface DeskReady {
  readonly serverId: string
  readonly migrated: number
  readonly seeded: boolean
  /** Login 1 has no password yet: hand one to `system.administrator_password`. */
  readonly needsAdministratorPassword: boolean
  /** Every change of an account up to this number was told, or is read by whoever starts after this. */
  readonly accountsTold: number
}
