import { isRefusal, type Refusal } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import { UnwatchArgs, WatchArgs, WatchedView } from '../../../wire/schema/trading/watch.js'
import type { DeskEvent } from '../../../wire/thread/messages.js'
import { eventBits } from '../../../wire/thread/watched-accounts.js'
import type { LiveSession } from '../../sessions/live-session.js'
import type { AccountWatchers } from './account-watchers.js'
import { SocketTurns } from './socket-turns.js'
import type { StaffConnection } from './staff-connection.js'
import {
  type StaffAnswer,
  type StaffAsker,
  type StaffFamily,
  type StaffState,
  served,
  staffOp,
} from './staff-op.js'

/**
 * `watch` and `unwatch` for accounts by login or by group mask: the events `position`, `order`,
 * `deal`, `margin_call`, `stop_out` and `account_money` within the scope, and `config_changed` for
 * watched logins. Without `trades.view` only money, margin calls and stop outs are sent.
 *
 * - Requests of a socket are executed one at a time.
 * - `left` contains logins that have left the scope since this socket watched them. They are not
 *   watched, and were reported by `unwatched`.
 * - From the reply's `projection_seq` on no event is missing. Lists requested with it as
 *   `min_projection_seq` contain everything before.
 */
class AccountWatching implements StaffState {
  readonly #watchers: AccountWatchers
  readonly #newestSeq: () => number
  readonly #turns = new SocketTurns()

  constructor(watchers: AccountWatchers, newestSeq: () => number) {
    this.#watchers = watchers
    this.#newestSeq = newestSeq
  }

  watch({ connection, session }: StaffAsker, args: WatchArgs): Promise<StaffAnswer> {
    return this.#inTurn(connection, args, () => this.#watch(connection, session, args))
  }

  unwatch({ connection }: StaffAsker, args: UnwatchArgs): Promise<StaffAnswer> {
    return this.#inTurn(connection, args, () => {
      const { logins, group } = args
      if (logins !== undefined) this.#watchers.unwatchLogins(connection, logins)
      if (group !== undefined) this.#watchers.unwatchGroup(connection, group)
      if (logins === undefined && group === undefined) this.#watchers.unwatchAll(connection)
      return null
    })
  }

  onDeskEvent(event: DeskEvent): void {
    if (event.type === 'profile') this.#watchers.onRecord(event.profile, event.version)
  }

  enter(connection: StaffConnection, session: LiveSession): void {
    this.#watchers.review(connection, session)
  }

  drained(connection: StaffConnection): void {
    this.#watchers.drained(connection)
  }

  leave(connection: StaffConnection): void {
    this.#watchers.unwatchAll(connection)
  }

  /** Runs the work in turn, and answers with everything that the socket watches after it. */
  #inTurn(
    connection: StaffConnection,
    { logins: named = [] }: UnwatchArgs,
    work: () => Promise<Refusal | null> | Refusal | null,
  ): Promise<StaffAnswer> {
    return this.#turns.take(connection, async () => {
      const refusal = await work()
      if (refusal !== null) return refusal
      const { logins, masks } = this.#watchers.watchOf(connection) ?? NOTHING
      const data = {
        logins: logins.size,
        groups: [...masks.keys()],
        left: this.#watchers.leftOf(connection, named),
        projection_seq: String(this.#newestSeq()),
      }
      return { ok: true, data }
    })
  }

  async #watch(
    connection: StaffConnection,
    session: LiveSession,
    { logins, group, events, valuation }: WatchArgs,
  ): Promise<Refusal | null> {
    const watchers = this.#watchers
    const bits = eventBits(events)
    if (group !== undefined && logins === undefined && valuation === undefined) {
      return watchers.watchGroup(connection, session, group, bits)
    }
    if (logins === undefined || group !== undefined) return ONE_OF_BOTH
    const mayValue = valuation === true && watchers.refuseToValue(connection, session, logins)
    if (isRefusal(mayValue)) return mayValue
    const refusal = await watchers.watchLogins(connection, session, logins, bits)
    if (refusal === null && valuation !== undefined) watchers.value(connection, logins, valuation)
    return refusal
  }
}

const watch = staffOp({
  name: 'watch',
  says: 'Subscribes to accounts by logins or by a mask of groups. Answers all current subscriptions.',
  rights: ['accounts.view'],
  args: WatchArgs,
  example: { logins: [1001, 1002], events: ['money', 'trades'] },
  data: WatchedView,
  handle: (watching: AccountWatching, asker, args) => watching.watch(asker, args),
})

const unwatch = staffOp({
  name: 'unwatch',
  says: 'Ends subscriptions to accounts. Without arguments, ends all of them.',
  args: UnwatchArgs,
  example: { logins: [1002] },
  data: WatchedView,
  handle: (watching: AccountWatching, asker, args) => watching.unwatch(asker, args),
})

export const WATCH_OPS = [watch, unwatch]

export function watchOps(watchers: AccountWatchers, newestSeq: () => number): StaffFamily {
  return (sockets) => {
    watchers.attach(sockets)
    return served(WATCH_OPS, new AccountWatching(watchers, newestSeq))
  }
}

const NOTHING = { logins: new Map<number, number>(), masks: new Map<string, number>() }
const ONE_OF_BOTH = because('invalid_input.logins_or_group')
