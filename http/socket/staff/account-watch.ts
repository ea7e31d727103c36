import { groupMaskFits } from '../../../engine/names/group-path.js'
import {
  ALL_EVENTS,
  type EventBits,
  eventBits,
  isOfLogins,
  newsBit,
  TRADES_BIT,
  WATCHED_EVENTS,
  type WatchedGroup,
  type WatchedNews,
} from '../../../wire/thread/watched-accounts.js'
import { reachOf } from '../../reach/group-reach.js'
import type { LiveSession } from '../../sessions/live-session.js'

/**
 * The right to watch accounts. Events other than money, margin call and stop out also need
 * `TRADES_RIGHT`.
 */
export const WATCH_RIGHT = 'accounts.view'
export const TRADES_RIGHT = 'trades.view'
/** The events that need the right `TRADES_RIGHT`. */
const TRADE_EVENTS = ['position', 'order', 'deal'] as const
const TRADES: ReadonlySet<WatchedNews> = new Set<WatchedNews>(['trade', 'night', 'valuation'])

/** The losses of a socket: groups of its masks, and events of all its accounts. */
interface LostView {
  readonly groups: readonly string[]
  readonly events: readonly string[]
}

export type PathOf = (groupId: number) => string | undefined

/**
 * The logins and masks that one staff socket watches, checked against its session's current
 * permissions. Cached results are dropped when permissions change.
 */
export class AccountWatch {
  /** The watched accounts by login, with the events wanted for each. */
  readonly logins = new Map<number, EventBits>()
  /** Logins for which the shard has not yet confirmed that they may be watched. */
  added: ReadonlySet<number> = new Set()
  readonly masks = new Map<string, EventBits>()
  /** The logins whose positions it also watches with live figures. */
  readonly valued = new Set<number>()
  /** Logins whose money was not sent because the client was slow. */
  readonly owed = new Set<number>()
  /** Logins whose live figures were not sent because the client was slow. */
  readonly owedValues = new Set<number>()
  /** Frames to send after the current batch. */
  readonly frames: Uint8Array[] = []
  readonly #reached = new Map<number, boolean>()
  readonly #watches = new Map<number, EventBits>()
  #rights: LiveSession['rights']
  #scope: LiveSession['groupScope']
  #reviewed: Pick<LiveSession, 'rights' | 'groupScope'>

  constructor({ rights, groupScope }: LiveSession) {
    this.#rights = rights
    this.#scope = groupScope
    this.#reviewed = { rights, groupScope }
  }

  get isEmpty(): boolean {
    return this.logins.size === 0 && this.masks.size === 0
  }

  /** True if the account is watched by its login, and confirmed as allowed. */
  isWatched(login: number): boolean {
    return this.logins.has(login) && !this.added.has(login)
  }

  watchGroup(mask: string, events: EventBits): void {
    this.masks.set(mask, events)
    this.#watches.clear()
  }

  unwatchGroup(mask: string): void {
    this.masks.delete(mask)
    this.#watches.clear()
  }

  /** The data that the session may no longer see since the last review; null if none. */
  review(
    { rights, groupScope }: LiveSession,
    groups: readonly { readonly path: string }[],
  ): LostView | null {
    const before = this.#reviewed
    if (rights === before.rights && groupScope === before.groupScope) return null
    this.#reviewed = { rights, groupScope }
    const [had, has] = [before, this.#reviewed].map((session) => {
      const reach = reachOf(session)
      return (path: string) => session.rights.has(WATCH_RIGHT) && reach.covers(path)
    })
    return {
      groups: groups
        .map(({ path }) => path)
        .filter((path) => this.#fitsMask(path) && had?.(path) && !has?.(path)),
      events: before.rights.has(TRADES_RIGHT) && !rights.has(TRADES_RIGHT) ? this.#ofTrades : [],
    }
  }

  /** The watched events that need the right to see trades. */
  get #ofTrades(): string[] {
    const asked = [...this.logins.values(), ...this.masks.values()]
    const watchesTrades = asked.some((events) => (events & TRADES_BIT) !== 0)
    return [...(watchesTrades ? TRADE_EVENTS : []), ...(this.valued.size > 0 ? ['valuation'] : [])]
  }

  maySee(session: LiveSession, news: WatchedNews, groupId: number, pathOf: PathOf): boolean {
    const { rights, groupScope } = session
    if (rights !== this.#rights || groupScope !== this.#scope) {
      this.#rights = rights
      this.#scope = groupScope
      this.#reached.clear()
    }
    const isReached = remembered(this.#reached, groupId, pathOf, (path) =>
      reachOf(session).covers(path),
    )
    if (isReached !== true || !rights.has(WATCH_RIGHT)) return false
    return !TRADES.has(news) || rights.has(TRADES_RIGHT)
  }

  /** True if a known group is out of scope. Only valid after a call of `maySee`. */
  isBeyond(groupId: number): boolean {
    return this.#reached.get(groupId) === false
  }

  /** True if the socket subscribed to this kind of event for the account. */
  wants(news: WatchedNews, login: number, groupId: number, pathOf: PathOf): boolean {
    if (news === 'valuation') return this.valued.has(login)
    const own = this.logins.get(login) ?? 0
    const asked = isOfLogins(news) ? own : own | this.#eventsOf(groupId, pathOf)
    return (asked & newsBit(news)) !== 0
  }

  /** Whether a watched mask matches the group. */
  watchesGroup(groupId: number, pathOf: PathOf): boolean {
    return this.#eventsOf(groupId, pathOf) !== 0
  }

  #eventsOf(groupId: number, pathOf: PathOf): EventBits {
    const fitting = (path: string): EventBits => {
      let bits = 0
      for (const [mask, events] of this.masks) if (groupMaskFits(mask, path)) bits |= events
      return bits
    }
    return remembered(this.#watches, groupId, pathOf, fitting) ?? 0
  }

  #fitsMask(path: string): boolean {
    return [...this.masks.keys()].some((mask) => groupMaskFits(mask, path))
  }

  /** The masks of the session, in the form for the shards. */
  groups({ groupScope: scope, rights }: LiveSession): WatchedGroup[] {
    const seesStaff = rights.has('config.staff')
    return [...this.masks].map(([mask, bits]) => {
      const group = { mask, scope, sees_staff: seesStaff }
      if (bits === ALL_EVENTS) return group
      const events = WATCHED_EVENTS.filter((event) => (bits & eventBits([event])) !== 0)
      return { ...group, events }
    })
  }
}

/**
 * Caches by group id, since the path of a group never changes. An unknown group is looked up again
 * later.
 */
function remembered<Found>(
  known: Map<number, Found>,
  id: number,
  pathOf: PathOf,
  find: (path: string) => Found,
): Found | undefined {
  const before = known.get(id)
  if (before !== undefined) return before
  const path = pathOf(id)
  if (path === undefined) return undefined
  const found = find(path)
  known.set(id, found)
  return found
}
