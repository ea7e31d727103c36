import { groupMaskFits, groupScope, isStaffGroup } from '../../engine/names/group-path.js'
import { SOCKET_CODECS, type SocketCodec } from '../frame/socket-frame.js'

/**
 * Events of accounts for staff who watch them: subscriptions, and frames from shards to the front.
 */

/** Selects accounts by a group mask within the scope of the reader. */
export interface GroupWatch {
  readonly mask: string
  readonly scope: readonly string[]
  /** True if staff groups are within reach too. */
  readonly sees_staff: boolean
}

/**
 * Returns a check whether a group is selected. It caches by path, because many accounts share few
 * groups.
 */
export function reachedGroups({
  mask,
  scope,
  sees_staff: seesStaff,
}: GroupWatch): (path: string) => boolean {
  const within = groupScope(scope)
  const known = new Map<string, boolean>()
  return (path) => {
    let isReached = known.get(path)
    if (isReached === undefined) {
      isReached =
        groupMaskFits(mask, path) && (seesStaff || !isStaffGroup(path)) && within.covers(path)
      known.set(path, isReached)
    }
    return isReached
  }
}

/**
 * Kinds of events of a watched account: money; orders, deals and positions; margin calls and stop
 * outs; changes of its record.
 */
export const WATCHED_EVENTS = ['money', 'trades', 'standing', 'record'] as const
export type WatchedEvent = (typeof WATCHED_EVENTS)[number]

const EVENT_BITS: Readonly<Record<WatchedEvent, number>> = {
  money: 1,
  trades: 2,
  standing: 4,
  record: 8,
}

/** A set of these kinds, as bits of a number. */
export type EventBits = number
export const MONEY_BIT: EventBits = EVENT_BITS.money
export const TRADES_BIT: EventBits = EVENT_BITS.trades
export const STANDING_BIT: EventBits = EVENT_BITS.standing
const RECORD_BIT: EventBits = EVENT_BITS.record
export const ALL_EVENTS: EventBits = MONEY_BIT | TRADES_BIT | STANDING_BIT | RECORD_BIT

/** The bits of some kinds; all kinds if omitted. */
export function eventBits(events: readonly WatchedEvent[] = WATCHED_EVENTS): EventBits {
  return events.reduce((bits, event) => bits | EVENT_BITS[event], 0)
}

/** The kinds of events to watch in a group; all if omitted. */
export interface WatchedGroup extends GroupWatch {
  readonly events?: readonly WatchedEvent[]
}

/** A change of what the sockets of one codec watch. Omitted fields stay unchanged. */
export interface WatchChange {
  readonly codec: SocketCodec
  readonly add?: readonly number[]
  readonly drop?: readonly number[]
  /** Logins whose group is queried without watching them. */
  readonly look?: readonly number[]
  /** The watched groups, which replace the previous ones. */
  readonly groups?: readonly WatchedGroup[]
  /** Accounts whose money should be sent again. */
  readonly money?: readonly number[]
  /**
   * Watched accounts whose positions' live figures are sent from now on (and at once), and those
   * for which they end.
   */
  readonly value?: readonly number[]
  readonly unvalue?: readonly number[]
}

/** The group of each added and then of each queried account; null if it is not on this shard. */
export interface WatchResult {
  readonly groups: readonly (string | null)[]
}

/**
 * The kind of an event, which decides who gets it. `night`: a position's swap at the day end, only
 * for watches by login. `valuation`: for sockets that requested live figures. `moved`: not a frame;
 * the account has moved to the group in the head, and the bytes are the id of the old group.
 * `record`: sent by the desk, only for watches by login.
 */
export const WATCHED_NEWS = [
  'money',
  'trade',
  'standing',
  'night',
  'valuation',
  'moved',
  'record',
] as const
export type WatchedNews = (typeof WATCHED_NEWS)[number]

/** True if only watches by login receive the event. */
export function isOfLogins(news: WatchedNews): boolean {
  return news === 'night' || news === 'valuation' || news === 'record'
}

/** The bit of the kind that an event belongs to; 0 if it belongs to none. */
export function newsBit(news: WatchedNews): EventBits {
  if (news === 'money') return MONEY_BIT
  if (news === 'trade' || news === 'night') return TRADES_BIT
  if (news === 'record') return RECORD_BIT
  return news === 'standing' ? STANDING_BIT : 0
}

/** A frame in one codec for all who watch the account. */
export interface WatchedFrame {
  readonly login: number
  readonly groupId: number
  readonly codec: SocketCodec
  readonly news: WatchedNews
  readonly frame: Uint8Array
}

const LOGIN_AT = 0
const GROUP_AT = 8
const CODEC_AT = 12
const NEWS_AT = 13
const HEAD_BYTES = 16
const GROUP_ID_BYTES = 4

/** Writes the head before the frame. The result is valid until the next call. */
export class WatchedWriter {
  #bytes = new Uint8Array(4096)
  #view = new DataView(this.#bytes.buffer)

  written(
    login: number,
    groupId: number,
    codec: SocketCodec,
    news: WatchedNews,
    frame: Uint8Array,
  ): Uint8Array {
    const length = HEAD_BYTES + frame.length
    if (length > this.#bytes.length) {
      this.#bytes = new Uint8Array(length * 2)
      this.#view = new DataView(this.#bytes.buffer)
    }
    const view = this.#view
    view.setFloat64(LOGIN_AT, login)
    view.setUint32(GROUP_AT, groupId)
    view.setUint8(CODEC_AT, SOCKET_CODECS.indexOf(codec))
    view.setUint8(NEWS_AT, WATCHED_NEWS.indexOf(news))
    this.#bytes.set(frame, HEAD_BYTES)
    return this.#bytes.subarray(0, length)
  }

  /** Writes the move of an account to another group. The codec in its head has no meaning. */
  moved(login: number, groupId: number, before: number): Uint8Array {
    const bytes = new Uint8Array(GROUP_ID_BYTES)
    new DataView(bytes.buffer).setUint32(0, before)
    return this.written(login, groupId, 'json', 'moved', bytes)
  }
}

/** The id of the old group in a `moved` event. */
export function groupBefore({ frame }: WatchedFrame): number {
  return new DataView(frame.buffer, frame.byteOffset, frame.byteLength).getUint32(0)
}

/** The frame is a view into `bytes`. */
export function readWatched(bytes: Uint8Array): WatchedFrame {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    login: view.getFloat64(LOGIN_AT),
    groupId: view.getUint32(GROUP_AT),
    codec: SOCKET_CODECS[view.getUint8(CODEC_AT)] as SocketCodec,
    news: WATCHED_NEWS[view.getUint8(NEWS_AT)] as WatchedNews,
    frame: bytes.subarray(HEAD_BYTES),
  }
}
