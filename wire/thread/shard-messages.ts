import type { PositionCorrection } from '../../engine/account/audit/correct.js'
import type { BalanceAction, Reason } from '../../engine/account/event.js'
import type { HeldAction } from '../../engine/account/rules/at-provider/held-fills.js'
import type { AccountProfile } from '../../engine/account/state.js'
import type { DealerOnline } from '../../engine/book/dealers.js'
import type { Code } from '../../engine/code.js'
import type { BookRecords, ConfigChange } from '../../engine/config/book-records.js'
import type { RequestRate } from '../../engine/limits/rates.js'
import type { UnixMs } from '../../engine/units.js'
import type { FieldDifference } from '../account/field-difference.js'
import type { CodedJson, JsonFields, JsonLines, JsonValue } from '../format/json-parts.js'
import type { JournalHead } from '../stored/journal-line.js'
import type { Risk } from '../trade/trade-question.js'
import type { TradeFields } from '../trade/trade-request.js'
import type { LaneMemory } from './batch-lane.js'
import type { IdKind, IdRange, LogLine, NextFreeId, SharedBuffers } from './common-messages.js'
import type { DayEndNotice } from './day-end-notice.js'
import type { DealingAct, DealingResult } from './dealing.js'
import type { Doer } from './doer.js'
import type { EffectsAnswer, EffectsAsk } from './effects.js'
import type { ExposureAnswer, ExposureAsk, GroupMoney } from './exposure.js'
import type { HoldersAnswer, HoldersAsk, MarginsAnswer, MarginsAsk } from './holders.js'
import type { FromGateways } from './provider-messages.js'
import type { QuorumStart } from './quorum-messages.js'
import type { WatchChange, WatchResult } from './watched-accounts.js'

/** Messages to and from a shard, and requests of the front besides frames. */

export type ToShard =
  | { readonly type: 'config'; readonly change: ConfigChange }
  /** Replaces all settings after a restart of the desk, because changes may have been missed. */
  | { readonly type: 'book'; readonly records: BookRecords }
  | { readonly type: 'profile'; readonly number: number; readonly profile: AccountProfile }
  /** Unlocks an account that `hold` of `ShardOperations` has locked. */
  | { readonly type: 'let_go'; readonly login: number }
  /** Tells the shard that the tape contains new ticks. */
  | { readonly type: 'ticks' }
  /** The shard sends this to itself when the next slice of the day end is due. */
  | { readonly type: 'day_end' }
  | { readonly type: 'ids'; readonly range: IdRange }
  /** The dealers who are online at the moment. */
  | { readonly type: 'dealers'; readonly dealers: readonly DealerOnline[] }
  | FromGateways
  | { readonly type: 'halt'; readonly stop: TradingStop }
  /** True if demo accounts that people opened may not trade. */
  | { readonly type: 'halt_demo'; readonly isHalted: boolean }
  /** The newest journal line on disk, to be recorded in the log. */
  | { readonly type: 'anchor'; readonly head: JournalHead }
  /** The projector has stored everything up to this number. */
  | { readonly type: 'trim'; readonly beforeSeq: number }
  | { readonly type: 'stop' }

export type FromShard =
  | { readonly type: 'ready'; readonly accounts: number; readonly replayed: number }
  | { readonly type: 'ids'; readonly kind: IdKind }
  /** The shard stops and has assigned none of these ids. */
  | { readonly type: 'ids_left'; readonly left: readonly NextFreeId[] }
  | { readonly type: 'set_aside'; readonly login: number; readonly why: string }
  | { readonly type: 'day_end'; readonly notice: DayEndNotice }
  | LogLine

/**
 * The time since which trading is stopped; `starting` until all shards are ready; null while
 * trading is active.
 */
export type TradingStop = UnixMs | 'starting' | null

/** The start data of a shard thread. */
export interface ShardStart {
  readonly shard: number
  readonly shards: number
  readonly dataDir: string
  readonly shared: SharedBuffers
  readonly book: BookRecords
  readonly clockOffsetMs: number
  /** The default is `PROJECTION_LAG_MAX` of engine/limits/shards.ts. */
  readonly projectionLagMax?: number
  /** The rate limit of requests per account; none if omitted. */
  readonly requestRate?: RequestRate
  /**
   * Other shards are still reading their logs, so nothing is written until a `halt` message permits
   * it.
   */
  readonly awaitsOthers?: boolean
  /** See the message `halt`. */
  readonly stop?: TradingStop
  /** Accounts to ignore, because their work has crashed the thread before. */
  readonly setAside?: readonly number[]
  /** Accounts that the shard's predecessor had locked. They stay locked until `let_go`. */
  readonly held?: readonly number[]
  /** The quorum that keeps the log; undefined for a single server. */
  readonly quorum?: QuorumStart | undefined
}

/** The start data with the lanes for batches, which end with the thread. */
export interface ShardThreadData extends ShardStart {
  readonly toShard: LaneMemory
  readonly fromShard: LaneMemory
  /** The account being worked on (actors/shard/log/work-note.ts). */
  readonly inWork: SharedArrayBuffer
}

/**
 * Requests of the front to a shard, besides frames. They travel in the same batches as frames, so
 * all are processed in order of arrival.
 */
export interface ShardOperations {
  /** The stored amounts such as `balance`, and the object `money`. */
  money: { readonly request: { readonly login: number }; readonly answer: JsonFields }
  /** The money object of each login, in order; `null` for an account that is not on this shard. */
  moneys: { readonly request: { logins: readonly number[] }; readonly answer: JsonLines<JsonValue> }
  balance: {
    readonly request: {
      readonly login: number
      readonly action: BalanceAction
      readonly amount: string
      readonly comment: string
      readonly request_id: string
      readonly skip_margin_check: boolean
      /**
       * The side of a payment per lot: buys or sells. It is part of what the payment's id is bound
       * to.
       */
      readonly side?: 'buy' | 'sell'
      /** The balance operation to reverse, which takes the place of a request id, and the reason. */
      readonly reverses?: { readonly deal_id: number; readonly reason: string }
      readonly by: Doer
    }
    readonly answer: {
      readonly deal_id: number
      readonly amount: string
      readonly projection_seq: string
    }
  }
  /** Returns the same answer as the WebSocket. */
  trade: { readonly request: TradeOrder; readonly answer: CodedJson }
  check: {
    readonly request: TradeOrder & { readonly risk?: Risk | undefined }
    readonly answer: CodedJson
  }
  /** The result of a client's request: code, message and data of the first answer. */
  outcome: {
    readonly request: { readonly login: number; readonly client_order_id: string }
    readonly answer: JsonValue
  }
  /** Corrects a position. Returns its new row. */
  correct: { readonly request: CorrectionAsk; readonly answer: JsonValue }
  /**
   * Corrects the deal prices of a position: its open price and the difference in money, in one
   * step.
   */
  correct_deals: {
    readonly request: DealCorrectionAsk
    readonly answer: { readonly deal_id: number | null; readonly projection_seq: string }
  }
  /** Deletes positions. Returns for each id `ok` or the reason for a refusal. */
  delete_positions: { readonly request: DeletionAsk; readonly answer: readonly Code[] }
  /** Executes a decision about a held fill. Returns the fill. */
  decide_fill: { readonly request: FillDecisionAsk; readonly answer: JsonValue }
  /** The account's current state for an audit: exact JSON of `HeldText`, and its latest record. */
  held: {
    readonly request: { readonly login: number }
    readonly answer: { readonly text: string; readonly recordSeq: number }
  }
  /** A page of the account's records from `from` backwards: raw log bytes in base64, newest first. */
  history: {
    readonly request: { readonly login: number; readonly from: number }
    /** `next` is the record before them; 0 if there is none, or if the log no longer contains it. */
    readonly answer: { readonly records: string; readonly next: number }
  }
  /** Repairs an account as an audit computed it. Returns each difference with the repair's deal. */
  repair: {
    readonly request: {
      readonly login: number
      /** An `AccountRepair` as JSON, in which integers keep all digits. */
      readonly repair: string
      readonly differences: readonly FieldDifference[]
      /** The id of the request, with the same effect as in `delete_positions`. */
      readonly request_id: string
      readonly by: Doer
    }
    readonly answer: JsonValue
  }
  /**
   * Checks that the account meets a condition and has no pending work. If so, locks it until
   * `let_go`, and refuses changes of the condition.
   */
  hold: {
    readonly request: { readonly login: number; readonly condition: HoldCondition }
    readonly answer: { readonly is_held: boolean }
  }
  /** The margin of an account by symbol, together with its money. */
  margin: { readonly request: { readonly login: number }; readonly answer: JsonValue }
  dealing: { readonly request: DealingAct; readonly answer: DealingResult }
  /** Changes which events of its accounts staff watch. */
  watch: { readonly request: WatchChange; readonly answer: WatchResult }
  /** The account's open positions with live figures. */
  positions: { readonly request: { readonly login: number }; readonly answer: JsonValue }
  /** The account's pending orders with live prices. */
  orders: { readonly request: { readonly login: number }; readonly answer: JsonValue }
  /** The net positions of all accounts of some groups. */
  exposure: { readonly request: ExposureAsk; readonly answer: ExposureAnswer }
  /** The money of these accounts, or of all, by group. */
  group_money: {
    readonly request: { readonly logins: readonly number[] | null }
    readonly answer: readonly GroupMoney[]
  }
  /** The accounts of some groups with the lowest margin levels. */
  low_margins: { readonly request: MarginsAsk; readonly answer: MarginsAnswer }
  /** A preview of a change's effects on margin. */
  effects: { readonly request: EffectsAsk; readonly answer: EffectsAnswer }
  /** The accounts of some groups with the largest positions in a symbol. */
  holders: { readonly request: HoldersAsk; readonly answer: HoldersAnswer }
  /** The live figures of a position for each pair of login and id, in order. */
  live_positions: {
    readonly request: { readonly positions: readonly (readonly [login: number, id: number])[] }
    readonly answer: JsonLines<JsonFields>
  }
}

/** A trade request with the account or user that sent it. */
export interface TradeOrder {
  readonly login: number
  /** The fields of the request, which the sender of this message has validated. */
  readonly body: TradeFields
  readonly reason: Reason
  /** The terminal and the id of the session; omitted if unknown. */
  readonly session?: string | undefined
  /** The caller's address, and the id of the REST request. */
  readonly ip?: string | undefined
  readonly request_id?: string | undefined
  /** The staff member who trades for the account; null for the client. */
  readonly by: Doer | null
}

/** `fresh`: without any record. `flat`: without positions, orders and uncharged commissions. */
export type HoldCondition = 'fresh' | 'flat'

export interface CorrectionAsk {
  readonly login: number
  readonly correction: PositionCorrection
  /** The reason for the journal; may be empty. */
  readonly reason?: string
  readonly by: Doer
}

export interface DealCorrectionAsk {
  readonly login: number
  readonly position_id: number
  /**
   * The position's version on which the correction is based; 0 if it is closed and its price stays.
   */
  readonly version: number
  readonly price_open: string
  readonly open_rest: number
  /** The signed amount. Zero creates no deal. */
  readonly amount: string
  readonly comment: string
  readonly skip_margin_check: boolean
  /** A digest of the deals and their prices, so that the same correction is applied only once. */
  readonly digest: number
  /** The reason for the journal; may be empty. */
  readonly reason?: string
  readonly by: Doer
}

export interface DeletionAsk {
  readonly login: number
  readonly ids: readonly number[]
  /** A repeat with the same id changes nothing; empty means no id. */
  readonly request_id: string
  /** A digest of the complete request under this id, over all accounts. */
  readonly digest: number
  /** The reason for the journal; may be empty. */
  readonly reason?: string
  readonly by: Doer
}

export interface FillDecisionAsk {
  readonly login: number
  readonly order_id: number
  readonly number: number
  /** The order's version on which the decision is based; 0 accepts any. */
  readonly version: number
  readonly action: HeldAction
  /** The price to book at, for the action `book`. */
  readonly price: string
  readonly reason: string
  /** The id of the request, with the same effect as in `delete_positions`. */
  readonly request_id: string
  readonly by: Doer
}

/** The first character of an answer whose text is used unchanged. */
export const READY_TEXT = '='

export type ShardOperation = keyof ShardOperations

/** A request as it is sent: JSON in an `ask` entry of a batch. */
export type ShardAsk = {
  readonly [Name in ShardOperation]: {
    readonly op: Name
    readonly request: ShardOperations[Name]['request']
  }
}[ShardOperation]
