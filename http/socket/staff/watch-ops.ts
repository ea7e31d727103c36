import { isRefusal, type Refusal } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { UnwatchArgs, WatchArgs } from '../../../wire/schema/trading/watch.js'
import { eventBits } from '../../../wire/thread/watched.js'
import type { AccountWatchers } from './account-watchers.js'
import type { StaffConnection } from './staff-connection.js'
import type { StaffAnswer, StaffAsker, StaffFamily } from './staff-op.js'

/**
 * `watch` and `unwatch` for accounts by login or by group mask: the events `position`, `order`,
 * `deal`, `margin_call`, `stop_out` and `account_money` within the scope, and `config_changed` for
 * watched logins. Without `trades.view` only money, margin calls and stop outs are sent.
 *
 * O1. Requests of a socket are executed one at a time.
 * O2. `left` contains logins that have left the scope since this socket watched them. They are not
 *     watched, and were reported by `unwatched`.
 * O3. From the reply's `projection_seq` on no event is missing. Lists requested with it as
 *     `min_projection_seq` contain everything before.
 */
export function watchOps(watchers: AccountWatchers, newestSeq: () => number): StaffFamily {
  const turns = new WeakMap<StaffConnection, Promise<unknown>>()
  const inTurn = (
    { connection }: StaffAsker,
    { logins: named = [] }: UnwatchArgs,
    work: () => Promise<Refusal | null> | Refusal | null,
  ): Promise<StaffAnswer> => {
    const carriedOut = async (): Promise<StaffAnswer> => {
      await turns.get(connection)
      if (connection.state.kind !== 'live') return 'answered'
      const refusal = await work()
      if (refusal !== null) return refusal
      const { logins, masks } = watchers.watchOf(connection) ?? NOTHING
      const data = {
        logins: logins.size,
        groups: [...masks.keys()],
        left: watchers.leftOf(connection, named),
        projection_seq: String(newestSeq()),
      }
      return { ok: true, data }
    }
    const turn = carriedOut()
    turns.set(connection, turn)
    return turn
  }
  const watch = async (
    { connection, session }: StaffAsker,
    { logins, group, events, valuation }: WatchArgs,
  ): Promise<Refusal | null> => {
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
  return (sockets) => {
    watchers.attach(sockets)
    return {
      ops: {
        watch: (asker, args) => inTurn(asker, args, () => watch(asker, args)),
        unwatch: (asker, args) =>
          inTurn(asker, args, () => {
            const { connection } = asker
            const { logins, group } = args
            if (logins !== undefined) watchers.unwatchLogins(connection, logins)
            if (group !== undefined) watchers.unwatchGroup(connection, group)
            if (logins === undefined && group === undefined) watchers.unwatchAll(connection)
            return null
          }),
      },
      onDeskEvent(event) {
        if (event.type === 'profile') watchers.onRecord(event.profile, event.version)
      },
      enter: (connection, session) => watchers.review(connection, session),
      drained: (connection) => watchers.drained(connection),
      leave: (connection) => watchers.unwatchAll(connection),
    }
  }
}

const NOTHING = { logins: new Map<number, number>(), masks: new Map<string, number>() }
const ONE_OF_BOTH = because('invalid_input.logins_or_group')
