import type { PositionCorrection } from '../../engine/account/audit/correct.js'
import type { BalanceAction, Reason } from '../../engine/account/event.js'
import type { HeldAction } from '../../engine/account/rules/at-provider/held-fills.js'
import type { AccountProfile } from '../../engine/account/state.js'
import type { DealerOnline } from '../../engine/book/dealers.js'
import type { Code } from '../../engine/code.js'
import type { BookRecords, ConfigChange } from '../../engine/config/book-records.js'
import type { RequestRate } from '../../engine/limits/rates.js'
import type { UnixMs } from '../../engine/units.js'
import type { FieldDifference } from '../answer/field-difference.js'
import type { CodedJson, JsonFields, JsonLines, JsonValue } from '../answer/json-parts.js'
import type { JournalHead } from '../stored/journal-line.js'
import type { Risk } from '../trade/trade-question.js'
import type { TradeFields } from '../trade/trade-request.js'
import type { LaneMemory } from './batch-lane.js'
import type {
  GatewayOnline,
  IdKind,
  IdLeft,
  IdRange,
  LogLine,
  SharedBuffers,
} from './common-messages.js'
import type { DayEndNotice } from './day-end-notice.js'
import type { DealingAct, DealingDone } from './dealing.js'
import type { Doer } from './doer.js'
import type { EffectsAnswer, EffectsAsk } from './effects.js'
import type { ExposureAnswer, ExposureAsk, GroupMoney } from './exposure.js'
import type { HoldersAnswer, HoldersAsk, MarginsAnswer, MarginsAsk } from './holders.js'
import type { QuorumStart } from './quorum-messages.js'
import type { WatchChange, WatchDone } from './watched.js'

/** Messages to and from a shard, and what the front asks it beside frames. */

export type ToShard =
  | { readonly type: 'config'; readonly change: ConfigChange }
  /** Replaces all settings: the desk was started again, and changes may have been missed. */
  | { readonly type: 'book'; readonly records: BookRecords }
  | { readonly type: 'profile'; readonly number: number; readonly profile: AccountProfile }
  /** A hold of an account ends (`hold` of `ShardOperations`). */
  | { readonly type: 'let_go'; readonly login: number }
  /** New ticks are on the tape. */
  | { readonly type: 'ticks' }
  /** Sent by the shard to itself: a slice of day ends is due. */
  | { readonly type: 'day_end' }
  | { readonly type: 'ids'; readonly range: IdRange }
  /** The dealers at the dealing desk now. */
  | { readonly type: 'dealers'; readonly dealers: readonly DealerOnline[] }
  /** Gateways whose provider answers now. */
  | { readonly type: 'gateways'; readonly online: readonly GatewayOnline[] }
  /** Trading stops or goes on. */
  | { readonly type: 'halt'; readonly stop: TradingStop }
  /** Whether demo accounts that people opened for themselves may not trade. */
  | { readonly type: 'halt_demo'; readonly isHalted: boolean }
  /** The journal's head on disk, to be kept in the log. */
  | { readonly type: 'anchor'; readonly head: JournalHead }
  /** The projector has everything at or below this on its side. */
  | { readonly type: 'trim'; readonly beforeSeq: number }
  /** A drill: the thread ends as a defect would end it in the work of `login`, before or after what waits is on disk. */
  | { readonly type: 'fail'; readonly afterCommit: boolean; readonly login: number }
  | { readonly type: 'stop' }

export type FromShard =
  | { readonly type: 'ready'; readonly accounts: number; readonly replayed: number }
  | { readonly type: 'ids'; readonly kind: IdKind }
  /** It stops, and gives out none of these. */
  | { readonly type: 'ids_left'; readonly left: readonly IdLeft[] }
  | { readonly type: 'set_aside'; readonly login: number; readonly why: string }
  | { readonly type: 'day_end'; readonly notice: DayEndNotice }
  | LogLine

/** The moment since which trading is stopped, `starting` before other shards are ready, null while it goes on. */
export type TradingStop = UnixMs | 'starting' | null

/** A shard thread's start. */
export interface ShardStart {
  readonly shard: number
  readonly shards: number
  readonly dataDir: string
  readonly shared: SharedBuffers
  readonly book: BookRecords
  readonly clockOffsetMs: number
  /** See `PROJECTION_LAG_MAX` of engine/limits/shards.ts, which it is when left out. */
  readonly projectionLagMax?: number
  /** The rate at which an account has requests carried out; unbounded when left out. */
  readonly requestRate?: RequestRate
  /** Other shards still read their logs: nothing is written until `halt` says that it goes on. */
  readonly awaitsOthers?: boolean
  /** As `halt` says it. */
  readonly stop?: TradingStop
  /** Accounts that it is not to work on: they have ended it before. */
  readonly setAside?: readonly number[]
  /** Accounts that its predecessor was asked to hold, until `let_go`. */
  readonly held?: readonly number[]
  /** The quorum that keeps its log; undefined of a box alone. */
  readonly quorum?: QuorumStart | undefined
}

/** A shard's start with the lanes of its batches, which end with the thread. */
export interface ShardThreadData extends ShardStart {
  readonly toShard: LaneMemory
  readonly fromShard: LaneMemory
  /** The account whose work is in hand (actors/shard/turn/work-note.ts). */
  readonly inWork: SharedArrayBuffer
}

/**
 * The questions that the front asks a shard, beside frames. Questions travel in the same batches as frames, so
 * their order among each other is the order of arrival.
 */
export interface ShardOperations {
  /** `balance` and the other stored ones, and `money`. */
  money: { readonly request: { readonly login: number }; readonly answer: JsonFields }
  /** The money object of each login, in order; `null` for an account that is not here. */
  moneys: { readonly request: { logins: readonly number[] }; readonly answer: JsonLines<JsonValue> }
  balance: {
    readonly request: {
      readonly login: number
      readonly action: BalanceAction
      readonly amount: string
      readonly comment: string
      readonly request_id: string
      readonly skip_margin_check: boolean
      /** The side of a payment for positions: part of what its id stands for. */
      readonly side?: 'buy' | 'sell'
      /** The balance operation that this one reverses, which stands in place of its id, and why. */
      readonly reverses?: { readonly deal_id: number; readonly reason: string }
      readonly by: Doer
    }
    readonly answer: {
      readonly deal_id: number
      readonly amount: string
      readonly projection_seq: string
    }
  }
  /** The answer that the live socket gives, too. */
  trade: { readonly request: TradeOrder; readonly answer: CodedJson }
  check: {
    readonly request: TradeOrder & { readonly risk?: Risk | undefined }
    readonly answer: CodedJson
  }
  /** The outcome of a client's request: code, message and data of its first answer. */
  outcome: {
    readonly request: { readonly login: number; readonly client_order_id: string }
    readonly answer: JsonValue
  }
  /** A position as staff say it is. The answer is its new row. */
  correct: { readonly request: CorrectionAsk; readonly answer: JsonValue }
  /** A position as its deals at other prices make it: its open price, and the difference in money; at once. */
  correct_deals: {
    readonly request: DealCorrectionAsk
    readonly answer: { readonly deal_id: number | null; readonly projection_seq: string }
  }
  /** Positions are none any more. The answer is by id: `ok`, or why it is one still. */
  delete_positions: { readonly request: DeletionAsk; readonly answer: readonly Code[] }
  /** Staff's decision about a held fill. The answer is the fill. */
  decide_fill: { readonly request: FillDecisionAsk; readonly answer: JsonValue }
  /** The account as it stands, for an audit: exact JSON of `HeldText`, and its newest record. */
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
  /** The account is to be what an audit found. The answer has each difference with the repair's deal. */
  repair: {
    readonly request: {
      readonly login: number
      /** Exact JSON of the `AccountRepair`. */
      readonly repair: string
      readonly differences: readonly FieldDifference[]
      /** The id of the request, the same as of `delete_positions`. */
      readonly request_id: string
      readonly by: Doer
    }
    readonly answer: JsonValue
  }
  /**
   * Is the account so, and without anything that waits? If so it stays so until `let_go`: what would change
   * it is refused meanwhile.
   */
  hold: {
    readonly request: { readonly login: number; readonly condition: HoldCondition }
    readonly answer: { readonly is_held: boolean }
  }
  /** The charge of each symbol of the account, with its money. */
  margin: { readonly request: { readonly login: number }; readonly answer: JsonValue }
  /** A dealer's act about a request that waits. */
  dealing: { readonly request: DealingAct; readonly answer: DealingDone }
  /** The news of its accounts that staff want to hear. */
  watch: { readonly request: WatchChange; readonly answer: WatchDone }
  /** The account's open positions with their live figures. */
  positions: { readonly request: { readonly login: number }; readonly answer: JsonValue }
  /** Its orders that rest, with live prices. */
  orders: { readonly request: { readonly login: number }; readonly answer: JsonValue }
  /** The holdings of all accounts of some groups. */
  exposure: { readonly request: ExposureAsk; readonly answer: ExposureAnswer }
  /** The money of these accounts, or of all, by group. */
  group_money: {
    readonly request: { readonly logins: readonly number[] | null }
    readonly answer: readonly GroupMoney[]
  }
  /** The accounts of some groups with the lowest margin levels. */
  low_margins: { readonly request: MarginsAsk; readonly answer: MarginsAnswer }
  /** The effects of a change on margin, before it is made. */
  effects: { readonly request: EffectsAsk; readonly answer: EffectsAnswer }
  /** The accounts of some groups with the largest holdings of a symbol. */
  holders: { readonly request: HoldersAsk; readonly answer: HoldersAnswer }
  /** The live figures of a position for each pair of login and id, in order. */
  live_positions: {
    readonly request: { readonly positions: readonly (readonly [login: number, id: number])[] }
    readonly answer: JsonLines<JsonFields>
  }
}

/** A trade request as it came in, and who sends it. */
export interface TradeOrder {
  readonly login: number
  /** Held against its schema by whoever asks: it is not checked again. */
  readonly body: TradeFields
  readonly reason: Reason
  /** Terminal and id of the session that asks; left out where none is known. */
  readonly session?: string | undefined
  /** The address of whoever asks, and the id of the REST request. */
  readonly ip?: string | undefined
  readonly request_id?: string | undefined
  /** The dealer who trades for the account; null is its holder. */
  readonly by: Doer | null
}

/** `fresh`: without a record. `flat`: without positions, orders and commissions that are not charged yet. */
export type HoldCondition = 'fresh' | 'flat'

export interface CorrectionAsk {
  readonly login: number
  readonly correction: PositionCorrection
  /** Why, for the journal; empty where nobody said. */
  readonly reason?: string
  readonly by: Doer
}

export interface DealCorrectionAsk {
  readonly login: number
  readonly position_id: number
  /** The row of the position that was looked at; 0 where it is closed, and no price of it is changed. */
  readonly version: number
  readonly price_open: string
  readonly open_rest: number
  /** Signed; of zero there is no deal. */
  readonly amount: string
  readonly comment: string
  readonly skip_margin_check: boolean
  /** The digest of the deals and their prices: a position is corrected so once. */
  readonly digest: number
  /** Why, for the journal; empty where nobody said. */
  readonly reason?: string
  readonly by: Doer
}

export interface DeletionAsk {
  readonly login: number
  readonly ids: readonly number[]
  /** A repeat with the same id changes nothing again; empty where there is none. */
  readonly request_id: string
  /** The digest of all that was asked for under the id, of whatever account. */
  readonly digest: number
  /** Why, for the journal; empty where nobody said. */
  readonly reason?: string
  readonly by: Doer
}

export interface FillDecisionAsk {
  readonly login: number
  readonly order_id: number
  readonly number: number
  /** The version of the order that staff looked at; 0 is whichever stands now. */
  readonly version: number
  readonly action: HeldAction
  /** The price to book at; used by the action `book`. */
  readonly price: string
  readonly reason: string
  /** The id of the request, the same as of `delete_positions`. */
  readonly request_id: string
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
