import type { Account } from '../../../engine/account/state.js'
import {
  type GroupScope,
  groupMaskFits,
  groupScope,
  isStaffGroup,
} from '../../../engine/names/group-path.js'
import type { SocketCodec } from '../../../wire/frame/socket-frame.js'
import type { GroupWatch, WatchChange } from '../../../wire/thread/watched.js'

/** Which accounts of a shard some member of staff watches, by the codec in which they are told. */
export class WatchedAccounts {
  readonly #lists: Readonly<Record<SocketCodec, WatchList>> = {
    json: new WatchList(),
    msgpack: new WatchList(),
  }
  /** The accounts whose money is to be told next, in the order in which it changed. */
  readonly owed = new Set<Account>()
  /** The accounts that changed their group since it was told, with the group in which they were watched. */
  readonly moved = new Map<Account, string>()
  #isIdle = true

  /** Whether nobody watches any account here. */
  get isIdle(): boolean {
    return this.#isIdle
  }

  change({ codec, add = [], drop = [], groups }: WatchChange): void {
    this.#lists[codec].change(add, drop, groups)
    this.#isIdle = this.#lists.json.isEmpty && this.#lists.msgpack.isEmpty
    if (!this.#isIdle) return
    this.owed.clear()
    this.moved.clear()
  }

  /** Notes that an account is about to change its group, so that whoever watches the old group hears of it. */
  moves(account: Account, to: string): void {
    if (to === account.groupPath || this.moved.has(account)) return
    if (this.coversAny(account)) this.moved.set(account, account.groupPath)
  }

  covers(codec: SocketCodec, account: Account): boolean {
    return this.#lists[codec].covers(account)
  }

  coversAny(account: Account): boolean {
    return this.covers('json', account) || this.covers('msgpack', account)
  }

  /** The next `most` logins that are watched by themselves; each call goes on where the last one ended. */
  nextLogins(most: number): number[] {
    const { json, msgpack } = this.#lists
    return [...json.nextLogins(most), ...msgpack.nextLogins(most)]
  }

  get hasGroups(): boolean {
    return this.#lists.json.hasGroups || this.#lists.msgpack.hasGroups
  }
}

class WatchList {
  readonly #logins = new Set<number>()
  #masks: readonly { readonly mask: string; readonly scope: GroupScope }[] = []
  /** Whether each group is covered, by its path. */
  readonly #covered = new Map<string, boolean>()

  get hasGroups(): boolean {
    return this.#masks.length > 0
  }

  get isEmpty(): boolean {
    return this.#logins.size === 0 && !this.hasGroups
  }

  change(
    add: readonly number[],
    drop: readonly number[],
    groups: readonly GroupWatch[] | undefined,
  ): void {
    for (const login of add) this.#logins.add(login)
    for (const login of drop) this.#logins.delete(login)
    if (groups === undefined) return
    this.#covered.clear()
    this.#masks = groups.map(({ mask, scope, sees_staff: seesStaff }) => {
      const within = groupScope(scope)
      const covers = (path: string) => within.covers(path) && (seesStaff || !isStaffGroup(path))
      return { mask, scope: { covers } }
    })
  }

  nextLogins(most: number): number[] {
    const logins = this.#logins
    const next: number[] = []
    for (const login of logins) {
      if (next.length === most) break
      next.push(login)
    }
    // To the end: those after them come first the next time.
    for (const login of next) {
      logins.delete(login)
      logins.add(login)
    }
    return next
  }

  covers({ login, groupPath }: Account): boolean {
    if (this.#logins.has(login)) return true
    if (this.#masks.length === 0) return false
    let covered = this.#covered.get(groupPath)
    if (covered === undefined) {
      covered = this.#masks.some(
        ({ mask, scope }) => groupMaskFits(mask, groupPath) && scope.covers(groupPath),
      )
      this.#covered.set(groupPath, covered)
    }
    return covered
  }
}
