import type { ShardClient } from '../../../actors/shard/shard-client.js'
import type { AccountProfile } from '../../../engine/account/state.js'
import { groupOf } from '../../../engine/book/book.js'
import type { Book } from '../../../engine/book/compiled.js'
import { isRefusal, type Refusal, refuse } from '../../../engine/code.js'
import {
  SOCKET_BEHIND_BYTES,
  VALUED_LOGINS_MAX,
  WATCHED_GROUPS_MAX,
  WATCHED_LOGINS_MAX,
} from '../../../engine/limits/sockets.js'
import type { GroupScope } from '../../../engine/names/group-path.js'
import { because } from '../../../engine/reasons/reasons.js'
import { configChanged, EventFrame } from '../../../wire/frame/plain-frame.js'
import { SOCKET_CODECS, type SocketCodec } from '../../../wire/frame/socket-frame.js'
import {
  ALL_EVENTS,
  type EventBits,
  groupBefore,
  isOfLogins,
  type WatchChange,
  type WatchedFrame,
  type WatchedGroup,
} from '../../../wire/thread/watched-accounts.js'
import { reachOf } from '../../reach/group-reach.js'
import type { LiveSession } from '../../sessions/live-session.js'
import { SENT } from '../connection.js'
import { RESTART } from '../drain.js'
import type { LiveSockets } from '../live-sockets.js'
import { AccountWatch, type PathOf, TRADES_RIGHT, WATCH_RIGHT } from './account-watch.js'
import type { StaffConnection } from './staff-connection.js'

/** The functions of a shard that watching needs. */
export type WatchedShard = Pick<ShardClient, 'shard' | 'ready' | 'ask'>

/**
 * Knows which staff sockets watch which accounts, and sends them events.
 *
 * - A shard encodes frames for each watched account, once per codec. This class decides by current
 *   rights and scope which sockets get them.
 * - Events of an account arrive in order and without gaps, or the socket is closed: if a shard
 *   ends, events may be missing, so the watchers of its accounts are closed with 1012 and start
 *   again.
 * - `account_money` is not queued for a slow client. When it has caught up, it gets the current
 *   money.
 * - The frames of a batch leave in one write per socket.
 * - If an account leaves the scope of a socket that watches it by login, the watch ends and the
 *   socket is informed. A new watch request may still contain the login and is not refused for it.
 * - Sockets that watch groups get the accounts that have left them, and the groups that have left
 *   their scope.
 * - A socket that only loses the right to see trades gets the event that these have ended; the
 *   others continue.
 * - Only requested events are sent. If a group is watched for certain events only, shards do not
 *   create others.
 * - Valuations are not queued for a slow client. When it has caught up, it gets the current
 *   figures.
 * A10. A change of an account's record is only sent to sockets that watch its login, because a
 *      change of many accounts would flood sockets that watch groups.
 */
export class AccountWatchers {
  readonly #shards: readonly WatchedShard[]
  readonly #book: () => Book
  readonly #watches = new Map<StaffConnection, AccountWatch>()
  readonly #byLogin = new Map<number, Set<StaffConnection>>()
  readonly #withGroups = new Set<StaffConnection>()
  readonly #touched = new Set<StaffConnection>()
  /** Logins found to be out of scope in the current batch, by socket. */
  readonly #leaving = new Map<StaffConnection, Set<number>>()
  readonly #left = new WeakMap<StaffConnection, Set<number>>()
  readonly #told: Record<SocketCodec, string> = { json: '[]', msgpack: '[]' }
  #sockets: LiveSockets<StaffConnection> | undefined
  readonly #pathOf: PathOf = (id) =>
    this.#book().records.groups.find((group) => group.id === id)?.path

  constructor(shards: readonly WatchedShard[], book: () => Book) {
    this.#shards = shards
    this.#book = book
  }

  attach(sockets: LiveSockets<StaffConnection>): void {
    this.#sockets = sockets
  }

  /** The number of sockets that watch anything. */
  get size(): number {
    return this.#watches.size
  }

  watchOf(connection: StaffConnection): Pick<AccountWatch, 'logins' | 'masks'> | undefined {
    return this.#watches.get(connection)
  }

  /** The logins that have left the scope since this socket watched them. */
  leftOf(connection: StaffConnection, logins: readonly number[]): number[] {
    const left = this.#left.get(connection)
    return left === undefined ? [] : logins.filter((login) => left.has(login))
  }

  /**
   * Watches all of the logins, or none if one is missing or out of scope. Logins that this socket
   * watched and that have since left its scope are skipped.
   */
  async watchLogins(
    connection: StaffConnection,
    session: LiveSession,
    logins: readonly number[],
    events: EventBits = ALL_EVENTS,
  ): Promise<Refusal | null> {
    const watch = this.#watchFor(connection, session)
    const added = [...new Set(logins)].filter((login) => !watch.logins.has(login))
    if (watch.logins.size + added.length > WATCHED_LOGINS_MAX) {
      this.#tidy(connection, watch)
      const why = `A socket watches at most ${WATCHED_LOGINS_MAX} logins. Watch their group instead.`
      return refuse('invalid_input', why)
    }
    for (const login of added) {
      watch.logins.set(login, events)
      const others = this.#byLogin.get(login)
      if (others === undefined) this.#byLogin.set(login, new Set([connection]))
      else others.add(connection)
    }
    watch.added = new Set(added)
    const beyond = await this.#addAtShards(connection, session, added)
    watch.added = NONE
    if (isRefusal(beyond)) {
      this.#unwatch(connection, added)
      return beyond
    }
    const left = this.#left.get(connection)
    const stranger = beyond.find((login) => left?.has(login) !== true)
    if (stranger !== undefined) {
      this.#unwatch(connection, added)
      return because('not_found.account', { login: stranger })
    }
    this.#unwatch(connection, beyond)
    for (const login of added) if (!beyond.includes(login)) left?.delete(login)
    for (const login of logins) if (watch.logins.has(login)) watch.logins.set(login, events)
    return null
  }

  /** Starts or stops sending live figures for the watched accounts among these. */
  value(connection: StaffConnection, logins: readonly number[], hears: boolean): void {
    const watch = this.#watches.get(connection)
    if (watch === undefined) return
    const { codec } = connection
    if (!hears) {
      for (const [shard, unvalue] of this.#byShard(this.#unvalue(connection, watch, logins))) {
        if (shard.ready) void shard.ask('watch', { codec, unvalue })
      }
      return
    }
    const begun = logins.filter((login) => watch.logins.has(login))
    for (const login of begun) watch.valued.add(login)
    for (const [shard, value] of this.#byShard(begun)) {
      if (shard.ready) void shard.ask('watch', { codec, value })
    }
  }

  /** Refuses live figures that the socket may not see. */
  refuseToValue(
    connection: StaffConnection,
    { rights }: LiveSession,
    logins: readonly number[],
  ): Refusal | null {
    if (!rights.has(TRADES_RIGHT)) {
      return because('forbidden.live_figures', { right: TRADES_RIGHT })
    }
    const valued = this.#watches.get(connection)?.valued ?? NONE
    if (new Set([...valued, ...logins]).size <= VALUED_LOGINS_MAX) return null
    const why = `valuation: a socket hears the live figures of at most ${VALUED_LOGINS_MAX} accounts.`
    return refuse('invalid_input', why)
  }

  /** Returns the logins for which no socket with the same codec wants figures any more. */
  #unvalue(connection: StaffConnection, watch: AccountWatch, logins: readonly number[]): number[] {
    const ended = logins.filter((login) => watch.valued.delete(login))
    for (const login of ended) watch.owedValues.delete(login)
    return ended.filter((login) => {
      const others = [...(this.#byLogin.get(login) ?? [])]
      return !others.some(
        (other) => other.codec === connection.codec && this.#watches.get(other)?.valued.has(login),
      )
    })
  }

  async watchGroup(
    connection: StaffConnection,
    session: LiveSession,
    mask: string,
    events: EventBits = ALL_EVENTS,
  ): Promise<Refusal | null> {
    const watch = this.#watchFor(connection, session)
    const isKnown = watch.masks.has(mask)
    if (this.#shards.some(({ ready }) => !ready)) {
      this.#tidy(connection, watch)
      return because('unavailable.trading_starts')
    }
    if (!isKnown && watch.masks.size >= WATCHED_GROUPS_MAX) {
      return because('invalid_input.masks', { max: WATCHED_GROUPS_MAX })
    }
    watch.watchGroup(mask, events)
    const groups = this.#book().records.groups
    const isThere = groups.some(
      ({ id }) =>
        watch.watchesGroup(id, this.#pathOf) && watch.maySee(session, 'money', id, this.#pathOf),
    )
    if (!isKnown && !isThere) {
      watch.unwatchGroup(mask)
      this.#tidy(connection, watch)
      return because('not_found.group', { path: mask })
    }
    this.#withGroups.add(connection)
    const refusal = await this.#tellGroups(connection.codec)
    if (refusal !== null && !isKnown) this.unwatchGroup(connection, mask)
    return refusal
  }

  unwatchLogins(connection: StaffConnection, logins: readonly number[]): void {
    const left = this.#left.get(connection)
    for (const login of logins) left?.delete(login)
    this.#unwatch(connection, logins)
  }

  #unwatch(connection: StaffConnection, logins: readonly number[]): void {
    const watch = this.#watches.get(connection)
    if (watch === undefined) return
    this.value(connection, logins, false)
    const dropped = logins.filter((login) => watch.logins.delete(login))
    const unwatched = dropped.filter((login) => {
      const others = this.#byLogin.get(login)
      others?.delete(connection)
      if (others?.size === 0) this.#byLogin.delete(login)
      return ![...(others ?? [])].some(({ codec }) => codec === connection.codec)
    })
    for (const [shard, drop] of this.#byShard(unwatched)) {
      if (shard.ready) void shard.ask('watch', { codec: connection.codec, drop })
    }
    this.#tidy(connection, watch)
  }

  unwatchGroup(connection: StaffConnection, mask: string): void {
    const watch = this.#watches.get(connection)
    if (watch === undefined || !watch.masks.has(mask)) return
    watch.unwatchGroup(mask)
    this.#tidy(connection, watch)
    void this.#tellGroups(connection.codec)
  }

  unwatchAll(connection: StaffConnection): void {
    const watch = this.#watches.get(connection)
    if (watch === undefined) return
    const hadGroups = watch.masks.size > 0
    for (const mask of [...watch.masks.keys()]) watch.unwatchGroup(mask)
    this.unwatchLogins(connection, [...watch.logins.keys()])
    if (hadGroups) void this.#tellGroups(connection.codec)
  }

  /**
   * Called when permissions may have changed, or when the client may have caught up without an
   * event of the library.
   */
  review(connection: StaffConnection, session: LiveSession): void {
    const watch = this.#watches.get(connection)
    if (watch === undefined) return
    const lost = watch.review(session, this.#book().records.groups)
    if (!session.rights.has(WATCH_RIGHT)) {
      this.#tellUnwatched(connection, {
        logins: [...watch.logins.keys()],
        groups: lost?.groups ?? [],
      })
      this.unwatchAll(connection)
    } else if (lost !== null) {
      if (watch.masks.size > 0) void this.#tellGroups(connection.codec)
      const { groups, events } = lost
      const ended = { logins: [], groups, ...(events.length > 0 ? { events } : {}) }
      if (events.length > 0 || groups.length > 0) this.#tellUnwatched(connection, ended)
      void this.#lookForLeft(connection, watch)
    }
    this.drained(connection)
  }

  /** Called when the client has read something. */
  drained(connection: StaffConnection): void {
    const watch = this.#watches.get(connection)
    if (watch === undefined || connection.unsent > 0) return
    const { codec } = connection
    for (const [shard, money] of this.#byShard(taken(watch.owed))) {
      if (shard.ready) void shard.ask('watch', { codec, money })
    }
    for (const [shard, value] of this.#byShard(taken(watch.owedValues))) {
      if (shard.ready) void shard.ask('watch', { codec, value })
    }
  }

  onShardDeath(shard: number): void {
    const why = 'events may be missing: connect and watch again'
    for (const [connection, { logins, masks }] of [...this.#watches]) {
      const isConcerned =
        masks.size > 0 || [...logins.keys()].some((login) => this.#isAt(login, shard))
      if (isConcerned) this.#sockets?.close(connection, RESTART, why)
    }
    this.#told.json = '[]'
    this.#told.msgpack = '[]'
  }

  /** Sends a change of an account's record (A10). */
  onRecord({ login, group }: Pick<AccountProfile, 'login' | 'group'>, version: number): void {
    if (!this.#byLogin.has(login)) return
    const spec = groupOf(this.#book(), group)
    if (spec === undefined) return
    const groupId = spec.record.id
    const changed = configChanged('accounts', login, version, { key: String(login) })
    const told = SOCKET_CODECS.map(
      (codec): WatchedFrame => ({
        login,
        groupId,
        codec,
        news: 'record',
        frame: changed.as(codec),
      }),
    )
    this.onWatched(told)
  }

  onWatched(frames: readonly WatchedFrame[]): void {
    for (const frame of frames) this.#hand(frame)
    for (const connection of this.#touched) this.#send(connection)
    this.#touched.clear()
    for (const [connection, logins] of this.#leaving) this.#leave(connection, [...logins])
    this.#leaving.clear()
  }

  /** Checks whether the watched logins are still within the socket's scope. */
  async #lookForLeft(connection: StaffConnection, watch: AccountWatch): Promise<void> {
    const { codec } = connection
    const asked = [...this.#byShard([...watch.logins.keys()])].map(async ([shard, look]) => {
      const done = await shard.ask('watch', { codec, look })
      const { state } = connection
      if (!done.ok || state.kind !== 'live') return
      const reach = reachOf(state.session)
      const { groups } = done.value
      const left = look.filter((_, at) => !reaches(reach, groups[at]))
      this.#leave(
        connection,
        left.filter((login) => watch.isWatched(login)),
      )
    })
    await Promise.all(asked)
  }

  #leave(connection: StaffConnection, logins: readonly number[]): void {
    if (logins.length === 0) return
    const known = this.#left.get(connection) ?? new Set()
    this.#left.set(connection, known)
    for (const login of logins) known.add(login)
    for (const login of known) {
      if (known.size <= WATCHED_LOGINS_MAX) break
      known.delete(login)
    }
    this.#unwatch(connection, logins)
    this.#tellUnwatched(connection, { logins, groups: [] })
  }

  #tellUnwatched(connection: StaffConnection, ended: object): void {
    if (connection.state.kind !== 'live') return
    connection.send(new EventFrame('unwatched', ended).as(connection.codec))
    this.#sockets?.boundBacklog(connection)
  }

  #hand(told: WatchedFrame): void {
    if (told.news === 'moved') {
      this.#moved(told)
      return
    }
    const byLogin = this.#byLogin.get(told.login)
    if (byLogin !== undefined) for (const connection of byLogin) this.#queue(connection, told)
    if (isOfLogins(told.news)) return
    for (const connection of this.#withGroups) {
      if (byLogin?.has(connection)) continue
      if (this.#watches.get(connection)?.watchesGroup(told.groupId, this.#pathOf)) {
        this.#queue(connection, told)
      }
    }
  }

  #queue(connection: StaffConnection, { codec, news, groupId, login, frame }: WatchedFrame): void {
    const watch = this.#watches.get(connection)
    const { state } = connection
    if (watch === undefined || state.kind !== 'live' || connection.codec !== codec) return
    if (!watch.maySee(state.session, news, groupId, this.#pathOf)) {
      if (watch.isBeyond(groupId) && watch.isWatched(login)) this.#seenOutside(connection, login)
      return
    }
    if (!watch.wants(news, login, groupId, this.#pathOf)) return
    const isBehind = connection.unsent > SOCKET_BEHIND_BYTES
    if (isBehind && (news === 'money' || news === 'valuation')) {
      ;(news === 'money' ? watch.owed : watch.owedValues).add(login)
      return
    }
    watch.frames.push(frame)
    this.#touched.add(connection)
  }

  /**
   * Finds sockets that lose an account because it has changed its group. Those that watch it by
   * login notice it with its next money event.
   */
  #moved(told: WatchedFrame): void {
    const before = groupBefore(told)
    for (const connection of this.#withGroups) {
      const { state } = connection
      const watch = this.#watches.get(connection)
      if (watch === undefined || state.kind !== 'live' || watch.logins.has(told.login)) continue
      const hears = (groupId: number): boolean =>
        watch.watchesGroup(groupId, this.#pathOf) &&
        watch.maySee(state.session, 'money', groupId, this.#pathOf)
      if (hears(before) && !hears(told.groupId)) this.#seenOutside(connection, told.login)
    }
  }

  #seenOutside(connection: StaffConnection, login: number): void {
    const logins = this.#leaving.get(connection)
    if (logins === undefined) this.#leaving.set(connection, new Set([login]))
    else logins.add(login)
  }

  /** If a frame cannot be sent, no later one is, so the client never sees a gap. */
  #send(connection: StaffConnection): void {
    const frames = this.#watches.get(connection)?.frames ?? []
    let isWhole = true
    connection.ws?.cork(() => {
      for (const frame of frames) {
        isWhole = isWhole && connection.send(frame) !== SENT.dropped
      }
    })
    frames.length = 0
    if (isWhole) this.#sockets?.boundBacklog(connection)
    else this.#sockets?.close(connection, 4008, 'too_slow')
  }

  #watchFor(connection: StaffConnection, session: LiveSession): AccountWatch {
    let watch = this.#watches.get(connection)
    if (watch === undefined) {
      watch = new AccountWatch(session)
      this.#watches.set(connection, watch)
    }
    return watch
  }

  #tidy(connection: StaffConnection, watch: AccountWatch): void {
    if (watch.masks.size === 0) this.#withGroups.delete(connection)
    if (watch.isEmpty) this.#watches.delete(connection)
  }

  /**
   * Returns the logins that are missing or out of scope. For a repeated watch the money is sent
   * again as well.
   */
  async #addAtShards(
    { codec }: StaffConnection,
    session: LiveSession,
    logins: readonly number[],
  ): Promise<readonly number[] | Refusal> {
    const reach = reachOf(session)
    const asked = [...this.#byShard(logins)].map(async ([shard, add]) => {
      const done = await shard.ask('watch', { codec, add })
      return done.ok ? add.filter((_, at) => !reaches(reach, done.value.groups[at])) : done
    })
    const answers = await Promise.all(asked)
    return answers.find(isRefusal) ?? answers.flatMap((beyond) => (isRefusal(beyond) ? [] : beyond))
  }

  /** Tells all shards which groups the sockets of a codec watch, whenever these have changed. */
  async #tellGroups(codec: SocketCodec): Promise<Refusal | null> {
    const distinct = new Map<string, WatchedGroup>()
    for (const connection of this.#withGroups) {
      const { state } = connection
      if (connection.codec !== codec || state.kind !== 'live') continue
      for (const group of this.#watches.get(connection)?.groups(state.session) ?? []) {
        distinct.set(JSON.stringify(group), group)
      }
    }
    const groups = [...distinct.values()]
    const text = JSON.stringify(groups)
    if (text === this.#told[codec]) return null
    this.#told[codec] = text
    const change: WatchChange = { codec, groups }
    const done = await Promise.all(this.#shards.map((shard) => shard.ask('watch', change)))
    const refusal = done.find((answer): answer is Refusal => !answer.ok)
    if (refusal !== undefined) this.#told[codec] = ''
    return refusal ?? null
  }

  #isAt(login: number, shard: number): boolean {
    return login % this.#shards.length === shard
  }

  #byShard(logins: readonly number[]): Map<WatchedShard, number[]> {
    const split = new Map<WatchedShard, number[]>()
    for (const login of logins) {
      const shard = this.#shards[login % this.#shards.length] as WatchedShard
      const asked = split.get(shard)
      if (asked === undefined) split.set(shard, [login])
      else asked.push(login)
    }
    return split
  }
}

/** Returns the logins and clears the set. */
function taken(owed: Set<number>): number[] {
  const logins = [...owed]
  owed.clear()
  return logins
}

/** True if the path is within the scope. A missing account has no group, so it is not. */
function reaches(reach: GroupScope, path: string | null | undefined): boolean {
  return typeof path === 'string' && reach.covers(path)
}

const NONE: ReadonlySet<number> = new Set()
