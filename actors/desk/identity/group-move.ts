import { type Refusal, refuse } from '../../../engine/code.js'
import type { ConfigWorld } from '../../../engine/config/world.js'
import type { StoredAccount } from '../../../wire/stored/stored-account.js'

/**
 * Money and positions are integers in units of the group's currency, and a history is read by the margin
 * mode: an account that has made a record cannot change them. Only the shard knows whether it has, and
 * `isFresh` is its word, which holds until this is committed (actors/server/account-keeper.ts).
 */
export function refuseMove(
  world: ConfigWorld,
  account: StoredAccount,
  path: string,
  isFresh: boolean,
): Refusal | null {
  const from = world.named('groups', account.group)
  const to = world.named('groups', path)
  const isAlike =
    from?.currency === to?.currency &&
    from?.currency_digits === to?.currency_digits &&
    from?.margin_mode === to?.margin_mode
  if (isAlike || isFresh) return null
  const why = `The account ${account.login} has a trading history, and ${path} keeps other money.`
  return refuse('conflict', `${why} Choose a group with the same currency and margin mode.`)
}
