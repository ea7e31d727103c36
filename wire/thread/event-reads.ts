import type { LineReach } from '../../engine/access/line-reach.js'
import type { ConfigKindName } from '../../engine/config/config-records.js'
import type { Login, UnixMs } from '../../engine/units.js'
import type { GroupFacts } from '../account/account-text.js'
import type { JsonValue } from '../format/json-parts.js'
import type { PackedFrames } from '../frame/packed-frames.js'

export const EVENT_KINDS = [
  'order',
  'deal',
  'position',
  'margin_call',
  'stop_out',
  'day_end',
  'account',
  'password',
  'application',
  'session',
  'mail',
  'job',
  'config',
  'journal',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** The changes of an account that an `account` event can name. */
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
  readonly groups: readonly GroupFacts[]
  /** True if the reader selected accounts, so that events without an account are left out. */
  readonly isNarrowed: boolean
  /** Limits the events to those of these accounts. */
  readonly logins?: readonly Login[]
  /** The reader's login. Readers get events of their jobs. */
  readonly reader: Login
  /** Names of account fields that are null for the reader. */
  readonly hidden: readonly string[]
  readonly settings: readonly ConfigKindName[]
  /** Groups whose journal lines the reader may read; undefined means all. */
  readonly lines?: LineReach
  /** The time before which journal lines are left out. */
  readonly linesFrom: UnixMs
  /**
   * True for the receiver of a webhook. Events then leave the server, and only with those texts
   * that are declared for it (actors/events/sent-texts.ts).
   */
  readonly isForReceiver?: true
}

export interface EventsAsk {
  /** The cursor of the last event that the reader has. */
  readonly after?: string
  /** True to start after the newest event if there is no cursor. */
  readonly isLatest: boolean
  readonly limit: number
  /** The read ends after this many characters of events; a default applies if omitted. */
  readonly characters?: number
  readonly scope: EventScope
  /** The record that the database must contain; until then the answer has no events. */
  readonly minProjectionSeq?: number
  /** Events of records before this time are no longer available. */
  readonly keptFrom: UnixMs
}

/** The result of one read of the stream, without its events. */
interface StreamPart {
  /** The id of the last event; null if there are none. */
  readonly lastId: string | null
  readonly next: string
  readonly hasMore: boolean
  /** The cursor before the oldest available event. */
  readonly oldest: string
  /** The seq of the newest record in the database. */
  readonly projectionSeq: number
  /**
   * True if the database is behind the reader, as on a standby node that lags behind the active
   * one.
   */
  readonly isPending: boolean
}

/** An event as JSON, with those of its fields that a delivery needs. */
export interface StreamItem {
  readonly id: string
  readonly kind: EventKind
  readonly at: string
  readonly login: Login | null
  readonly json: JsonValue
}

export interface StreamPage extends StreamPart {
  readonly items: readonly StreamItem[]
}

export interface EventsPage extends StreamPart {
  readonly items: readonly JsonValue[]
}

/** A page as frames for a live socket. */
export interface EventFramesPage extends StreamPart {
  readonly frames: PackedFrames
}
