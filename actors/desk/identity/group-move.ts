import { type Refusal, refuse } from '../../../engine/code.js'
import { type AccountClass, accountClass } from '../../../engine/config/account-class.js'
import type { ConfigWorld } from '../../../engine/config/world.js'
import type { StoredAccount } from '../../../wire/stored/stored-account.js'

const KIND_WORDS: Readonly<Record<AccountClass, string>> = {
  demo: 'a demo account',
  real: 'a real account',
  staff: 'a staff account',
}

/**
 * Refuses a group that an account with a record cannot move to. Its money and positions are integers in units of the
 * group's currency, and its history is read by the margin mode. Reports and rights go by its kind, so clients' money
 * would leave all reports with another one. Only the shard knows whether an account has made a record: `isFresh` is
 * the shard's word, which holds until this is committed (actors/server/account-keeper.ts).
 */
export function refuseMove(
  world: ConfigWorld,
  account: StoredAccount,
  path: string,
  isFresh: boolean,
): Refusal | null {
  if (isFresh) return null
  const [kind, other] = [accountClass(account.group), accountClass(path)]
  if (kind !== other) {
    const why = `The account ${account.login} is ${KIND_WORDS[kind]} with a trading history`
    const what = `${path} would make it ${KIND_WORDS[other]}`
    return refuse('conflict', `${why}, and ${what}. Choose a group of the same kind.`)
  }
  const from = world.named('groups', account.group)
  const to = world.named('groups', path)
  const isAlike =
    from?.currency === to?.currency &&
    from?.currency_digits === to?.currency_digits &&
    from?.margin_mode === to?.margin_mode
  if (isAlike) return null
  const why = `The account ${account.login} has a trading history, and ${path} keeps other money.`
  return refuse('conflict', `${why} Choose a group with the same currency and margin mode.`)
}
