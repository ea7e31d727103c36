import { groupMaskFits } from '../../../engine/names/group-path.js'
import type { GroupWatch, WatchedNews } from '../../../wire/thread/watched.js'
import { reachOf } from '../../reach/group-reach.js'
import type { LiveSession } from '../../sessions/live-session.js'

/** The right that watching needs; what is no money, and no call, needs `TRADES_RIGHT` as well. */
export const WATCH_RIGHT = 'accounts.view'
const TRADES_RIGHT = 'trades.view'
/** The events that end with that right. */
export const TRADE_EVENTS = ['position', 'order', 'deal'] as const
const TRADES: ReadonlySet<WatchedNews> = new Set<WatchedNews>(['trade', 'night'])

/** The groups of its masks that are lost to a socket, and whether the trades of all accounts are. */
interface LostView {
  readonly groups: readonly string[]
  readonly trades: boolean
}

export type PathOf = (groupId: number) => string | undefined

/**
 * The logins and masks that one staff socket watches, and whether it may: by its session as it is at that moment. What
 * is remembered of a group is forgotten with the rights and the scope that it was found for.
 */
export class AccountWatch {
  readonly logins = new Set<number>()
  /** The logins of which it is not known yet whether they may be watched. */
  added: ReadonlySet<number> = new Set()
  readonly masks = new Set<string>()
  /** The logins whose money it has not been told of because it had not read what was on its way. */
  readonly owed = new Set<number>()
  /** Frames to send after the current batch. */
  readonly frames: Uint8Array[] = []
  readonly #hears = new Map<number, boolean>()
  readonly #watches = new Map<number, boolean>()
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

  /** Whether the account is watched by its login, and was confirmed as allowed. */
  isWatched(login: number): boolean {
    return this.logins.has(login) && !this.added.has(login)
  }

  watchGroup(mask: string): void {
    this.masks.add(mask)
    this.#watches.clear()
  }

  unwatchGroup(mask: string): void {
    this.masks.delete(mask)
    this.#watches.clear()
  }

  /** What the session may no longer hear of; null when it may still do all it could at the last review. */
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
      trades: before.rights.has(TRADES_RIGHT) && !rights.has(TRADES_RIGHT),
    }
  }

  hears(session: LiveSession, news: WatchedNews, groupId: number, pathOf: PathOf): boolean {
    const { rights, groupScope } = session
    if (rights !== this.#rights || groupScope !== this.#scope) {
      this.#rights = rights
      this.#scope = groupScope
      this.#hears.clear()
    }
    const isReached = remembered(this.#hears, groupId, pathOf, (path) =>
      reachOf(session).covers(path),
    )
    if (!isReached || !rights.has(WATCH_RIGHT)) return false
    return !TRADES.has(news) || rights.has(TRADES_RIGHT)
  }

  /** Whether a known group is out of scope; to be asked after `hears`. */
  isBeyond(groupId: number): boolean {
    return this.#hears.get(groupId) === false
  }

  /** Whether some watched mask fits the group. */
  watchesGroup(groupId: number, pathOf: PathOf): boolean {
    return remembered(this.#watches, groupId, pathOf, (path) => this.#fitsMask(path))
  }

  #fitsMask(path: string): boolean {
    return [...this.masks].some((mask) => groupMaskFits(mask, path))
  }

  /** Its masks, as the shards are to know of them. */
  groups({ groupScope: scope, rights }: LiveSession): GroupWatch[] {
    const seesStaff = rights.has('config.staff')
    return [...this.masks].map((mask) => ({ mask, scope, sees_staff: seesStaff }))
  }
}

/** The path of a group never changes; one that is not known yet is asked for again. */
function remembered(
  known: Map<number, boolean>,
  id: number,
  pathOf: PathOf,
  find: (path: string) => boolean,
): boolean {
  const before = known.get(id)
  if (before !== undefined) return before
  const path = pathOf(id)
  if (path === undefined) return false
  const found = find(path)
  known.set(id, found)
  return found
}
