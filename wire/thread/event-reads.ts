import type { LineReach } from '../../engine/access/line-reach.js'
import type { ConfigKindName } from '../../engine/config/config-records.js'
import type { Login, UnixMs } from '../../engine/units.js'
import type { GroupFacts } from '../answer/account-text.js'
import type { JsonValue } from '../answer/json-parts.js'

/** Kinds of events that the stream has. */
export const EVENT_KINDS = [
  'order',
  'deal',
  'position',
  'margin_call',
  'stop_out',
  'day_end',
  'account',
  'config',
  'journal',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** The changes of an account that an `account` event names. */
export const ACCOUNT_EVENT_CHANGES = [
  'created',
  'changed',
  'moved',
  'enabled',
  'disabled',
  'archived',
  'restored',
] as const
export type AccountEventChange = (typeof ACCOUNT_EVENT_CHANGES)[number]

/** The events that a reader may see and has selected. */
export interface EventScope {
  readonly kinds: readonly EventKind[]
  /** Groups of trading accounts. */
  readonly groups: readonly GroupFacts[]
  /** The reader selected accounts of `groups`, so events that name no account are left out. */
  readonly isNarrowed: boolean
  /** Only these accounts. */
  readonly logins?: readonly Login[]
  /** Fields of accounts that read null. */
  readonly hidden: readonly string[]
  /** Kinds of settings that the reader may read. */
  readonly settings: readonly ConfigKindName[]
  /** Groups whose lines of the journal the reader may read; undefined is all. */
  readonly lines?: LineReach
  /** Older lines of the journal are not shown. */
  readonly linesFrom: UnixMs
}

export interface EventsAsk {
  /** Cursor of the last event that the reader has. */
  readonly after?: string
  /** Without a cursor: begins behind the newest event. */
  readonly isLatest: boolean
  readonly limit: number
  readonly scope: EventScope
  /** Events of records before this time are no longer kept. */
  readonly keptFrom: UnixMs
}

export interface EventsPage {
  readonly items: readonly JsonValue[]
  /** Cursor for the next read. */
  readonly next: string
  readonly hasMore: boolean
  /** Cursor before the oldest event that is kept. */
  readonly oldest: string
}
