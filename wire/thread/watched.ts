import { groupMaskFits, groupScope, isStaffGroup } from '../../engine/names/group-path.js'
import { SOCKET_CODECS, type SocketCodec } from '../frame/socket-frame.js'

/** The news of accounts for staff who watch them: the request for it, and its way to the front. */

/** Accounts by a mask of their groups, within what the one who asks may reach. */
export interface GroupWatch {
  readonly mask: string
  readonly scope: readonly string[]
  /** Staff groups are in reach, too. */
  readonly sees_staff: boolean
}

/** Whether a group is one of those that are watched. Remembers each path: accounts share few. */
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
 * What may be heard of a watched account: its money, its orders, deals and positions, its margin calls and stop outs, and
 * that its record has changed.
 */
export const WATCHED_EVENTS = ['money', 'trades', 'standing', 'record'] as const
export type WatchedEvent = (typeof WATCHED_EVENTS)[number]

const EVENT_BITS: Readonly<Record<WatchedEvent, number>> = {
  money: 1,
  trades: 2,
  standing: 4,
  record: 8,
}

/** Some of these events, as bits of a number. */
export type EventBits = number
export const MONEY_BIT: EventBits = EVENT_BITS.money
export const TRADES_BIT: EventBits = EVENT_BITS.trades
export const STANDING_BIT: EventBits = EVENT_BITS.standing
const RECORD_BIT: EventBits = EVENT_BITS.record
export const ALL_EVENTS: EventBits = MONEY_BIT | TRADES_BIT | STANDING_BIT | RECORD_BIT

/** Left out they are all. */
export function eventBits(events: readonly WatchedEvent[] = WATCHED_EVENTS): EventBits {
  return events.reduce((bits, event) => bits | EVENT_BITS[event], 0)
}

/** The events in which a group's accounts are watched; left out, all. */
export interface WatchedGroup extends GroupWatch {
  readonly events?: readonly WatchedEvent[]
}

/** A change in the watching of one codec's sockets. A field that is left out stays. */
export interface WatchChange {
  readonly codec: SocketCodec
  readonly add?: readonly number[]
  readonly drop?: readonly number[]
  /** Logins whose groups alone are asked for. */
  readonly look?: readonly number[]
  /** All watched groups, in place of those before. */
  readonly groups?: readonly WatchedGroup[]
  /** Accounts whose money is to be told again. */
  readonly money?: readonly number[]
  /** Watched accounts whose positions' live figures are told from now on, and again; and those of which they are no more. */
  readonly value?: readonly number[]
  readonly unvalue?: readonly number[]
}

/** The group of each account that was added, and then looked for; null for one that is not here. */
export interface WatchDone {
  readonly groups: readonly (string | null)[]
}

/**
 * The kind of a news, which decides who hears it. `night` is a position's swap of a day end: only for those
 * who watch the account by its login. `valuation` is for those who asked for live figures. `moved` is no frame: the account is in the group of the head now, and the bytes are
 * the id of the one before. `record` is the desk's, not a shard's, and for those who watch the account by its login.
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

/** Told to those who watch the account by its login alone. */
export function isOfLogins(news: WatchedNews): boolean {
  return news === 'night' || news === 'valuation' || news === 'record'
}

/** The event that a piece of news belongs to; none of what is not told as one of them. */
export function newsBit(news: WatchedNews): EventBits {
  if (news === 'money') return MONEY_BIT
  if (news === 'trade' || news === 'night') return TRADES_BIT
  if (news === 'record') return RECORD_BIT
  return news === 'standing' ? STANDING_BIT : 0
}

/** A frame for all who watch the account, in one codec. */
export interface WatchedFrame {
  readonly login: number
  /** The id of the account's group. */
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

/** Puts the head before the frame. What it answers is good until the next. */
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

  /** The codec of the head is of no account. */
  moved(login: number, groupId: number, before: number): Uint8Array {
    const bytes = new Uint8Array(GROUP_ID_BYTES)
    new DataView(bytes.buffer).setUint32(0, before)
    return this.written(login, groupId, 'json', 'moved', bytes)
  }
}

/** The group before, in what tells of a moved account. */
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
