import { type Refusal, refuse } from '../../../engine/code.js'
import { refuseInput } from '../../../wire/answer/errors.js'
import { findErrors } from '../../../wire/check/validate.js'
import { WatchArgs } from '../../../wire/schema/trading/watch.js'
import { WATCH_RIGHT } from './account-watch.js'
import type { AccountWatchers } from './account-watchers.js'
import type { StaffConnection } from './staff-connection.js'
import type { StaffAnswer, StaffFamily, StaffRequest } from './staff-op.js'

/**
 * `watch` and `unwatch` of accounts, by logins or by a mask of groups: `position`, `order`, `deal`,
 * `margin_call`, `stop_out` and `account_money` of those in scope. Without `trades.view` a socket
 * hears of the money and the two calls alone.
 *
 *   O1. Those of one socket are carried out one after the other.
 *   O2. `left` are those of the logins that left the scope since this socket watched them: they are not
 *       watched, and were told of by `unwatched`.
 *   O3. From `projection_seq` of the reply on nothing is missing: lists that are asked for with it as
 *       `min_projection_seq` hold what came before.
 */
export function watchOps(watchers: AccountWatchers, newestSeq: () => number): StaffFamily {
  const turns = new WeakMap<StaffConnection, Promise<unknown>>()
  const inTurn = (
    request: StaffRequest,
    work: (args: WatchArgs) => Promise<Refusal | null> | Refusal | null,
  ): StaffAnswer | Promise<StaffAnswer> => {
    const errors = findErrors(WatchArgs, request.args, request.sizeBytes)
    if (errors !== null) return refuseInput(errors)
    const { connection } = request
    const carriedOut = async (): Promise<StaffAnswer> => {
      await turns.get(connection)
      if (connection.state.kind !== 'live') return 'answered'
      const args = request.args as WatchArgs
      const refusal = await work(args)
      if (refusal !== null) return refusal
      const { logins, masks } = watchers.watchOf(connection) ?? NOTHING
      const data = {
        logins: logins.size,
        groups: [...masks],
        left: watchers.leftOf(connection, args.logins ?? []),
        projection_seq: String(newestSeq()),
      }
      return { ok: true, data }
    }
    const turn = carriedOut()
    turns.set(connection, turn)
    return turn
  }
  return (sockets) => {
    watchers.attach(sockets)
    return {
      ops: {
        watch: {
          rights: [WATCH_RIGHT],
          run: (request) =>
            inTurn(request, ({ logins, group }) => {
              const { connection, session } = request
              if (logins !== undefined && group === undefined) {
                return watchers.watchLogins(connection, session, logins)
              }
              if (group !== undefined && logins === undefined) {
                return watchers.watchGroup(connection, session, group)
              }
              return refuse('invalid_input', 'Send logins, or group with a mask of groups.')
            }),
        },
        unwatch: {
          rights: [],
          run: (request) =>
            inTurn(request, ({ logins, group }) => {
              const { connection } = request
              if (logins !== undefined) watchers.unwatchLogins(connection, logins)
              if (group !== undefined) watchers.unwatchGroup(connection, group)
              if (logins === undefined && group === undefined) watchers.unwatchAll(connection)
              return null
            }),
        },
      },
      enter: (connection, session) => watchers.review(connection, session),
      drained: (connection) => watchers.drained(connection),
      leave: (connection) => watchers.unwatchAll(connection),
    }
  }
}

const NOTHING: { readonly logins: ReadonlySet<number>; readonly masks: ReadonlySet<string> } = {
  logins: new Set(),
  masks: new Set(),
}
