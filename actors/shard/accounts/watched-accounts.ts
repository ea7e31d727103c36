import type { Account } from '../../../engine/account/state.js'
import {
  type GroupScope,
  groupMaskFits,
  groupScope,
  isStaffGroup,
} from '../../../engine/names/group-path.js'
import type { SocketCodec } from '../../../wire/frame/socket-frame.js'
import {
  ALL_EVENTS,
  type EventBits,
  eventBits,
  MONEY_BIT,
  type WatchChange,
  type WatchedGroup,
} from '../../../wire/thread/watched-accounts.js'

/** The accounts of a shard that staff watch, by the codec in which they receive events. */
export class WatchedAccounts {
  readonly #lists: Readonly<Record<SocketCodec, WatchList>> = {
    json: new WatchList(),
    msgpack: new WatchList(),
  }
  /** The accounts whose money is sent next, in the order of its changes. */
  readonly owed = new Set<Account>()
  /**
   * The accounts that changed their group since it was last reported, with the watched group that
   * they left.
   */
  readonly moved = new Map<Account, string>()
  /** The accounts whose figures must be sent to staff again, or that lost their last subscriber. */
  readonly revalued = new Set<number>()
  readonly #valued: Readonly<Record<SocketCodec, Set<number>>> = {
    json: new Set(),
    msgpack: new Set(),
  }
  #isIdle = true

  /** True if nobody watches an account of this shard. */
  get isIdle(): boolean {
    return this.#isIdle
  }

  change({ codec, add = [], drop = [], groups, value = [], unvalue = [] }: WatchChange): void {
    this.#lists[codec].change(add, drop, groups)
    for (const login of value) this.#valued[codec].add(login)
    for (const login of unvalue) this.#valued[codec].delete(login)
    for (const login of [...value, ...unvalue]) this.revalued.add(login)
    this.#isIdle = this.#lists.json.isEmpty && this.#lists.msgpack.isEmpty
    if (!this.#isIdle) return
    this.owed.clear()
    this.moved.clear()
  }

  /**
   * Notes that an account is about to change its group, so that watchers of the old group are
   * notified.
   */
  moves(account: Account, to: string): void {
    if (to === account.groupPath || this.moved.has(account)) return
    if (this.coversAny(account)) this.moved.set(account, account.groupPath)
  }

  /** True if someone watches one of these events of the account. */
  covers(codec: SocketCodec, account: Account, events: EventBits = ALL_EVENTS): boolean {
    return (this.#lists[codec].eventsOf(account) & events) !== 0
  }

  coversAny(account: Account, events: EventBits = ALL_EVENTS): boolean {
    return this.covers('json', account, events) || this.covers('msgpack', account, events)
  }

  /** True if someone has subscribed to the live figures of the account's positions. */
  values(codec: SocketCodec, login: number): boolean {
    return this.#valued[codec].has(login)
  }

  valuesAny(login: number): boolean {
    return this.values('json', login) || this.values('msgpack', login)
  }

  /**
   * The next `most` logins that are watched individually. Each call continues after the last one.
   */
  nextLogins(most: number): number[] {
    const { json, msgpack } = this.#lists
    return [...json.nextLogins(most), ...msgpack.nextLogins(most)]
  }

  /** True if someone watches the money of the accounts of a group. */
  get hasMoneyOfGroups(): boolean {
    return this.#lists.json.hasMoneyOfGroups || this.#lists.msgpack.hasMoneyOfGroups
  }
}

interface WatchedMask {
  readonly mask: string
  readonly scope: GroupScope
  readonly events: EventBits
}

class WatchList {
  readonly #logins = new Set<number>()
  #masks: readonly WatchedMask[] = []
  /** The watched events of each group, by its path. */
  readonly #covered = new Map<string, EventBits>()

  get hasMoneyOfGroups(): boolean {
    return this.#masks.some(({ events }) => (events & MONEY_BIT) !== 0)
  }

  get isEmpty(): boolean {
    return this.#logins.size === 0 && this.#masks.length === 0
  }

  change(
    add: readonly number[],
    drop: readonly number[],
    groups: readonly WatchedGroup[] | undefined,
  ): void {
    for (const login of add) this.#logins.add(login)
    for (const login of drop) this.#logins.delete(login)
    if (groups === undefined) return
    this.#covered.clear()
    this.#masks = groups.map(({ mask, scope, sees_staff: seesStaff, events }) => {
      const within = groupScope(scope)
      const covers = (path: string) => within.covers(path) && (seesStaff || !isStaffGroup(path))
      return { mask, scope: { covers }, events: eventBits(events) }
    })
  }

  nextLogins(most: number): number[] {
    const logins = this.#logins
    const next: number[] = []
    for (const login of logins) {
      if (next.length === most) break
      next.push(login)
    }
    // Moves the returned logins to the end, so that the next call returns the others first.
    for (const login of next) {
      logins.delete(login)
      logins.add(login)
    }
    return next
  }

  /**
   * An account that is watched by its login produces all events; the front knows which watcher
   * receives which.
   */
  eventsOf({ login, groupPath }: Account): EventBits {
    if (this.#logins.has(login)) return ALL_EVENTS
    if (this.#masks.length === 0) return 0
    let covered = this.#covered.get(groupPath)
    if (covered === undefined) {
      covered = 0
      for (const { mask, scope, events } of this.#masks) {
        if (groupMaskFits(mask, groupPath) && scope.covers(groupPath)) covered |= events
      }
      this.#covered.set(groupPath, covered)
    }
    return covered
  }
}
