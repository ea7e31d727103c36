import type { Refusal } from '../../../engine/code.js'
import { type AccountClass, accountClass } from '../../../engine/config/account-class.js'
import type { ConfigWorld } from '../../../engine/config/world.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { StoredAccount } from '../../../wire/account/stored-account.js'

const KIND_WORDS: Readonly<Record<AccountClass, string>> = {
  demo: 'a demo account',
  real: 'a real account',
  staff: 'a staff account',
}

/**
 * Refuses a group to which an account with records cannot move. Its money and positions are
 * integers in units of the group's currency, and its history depends on the margin mode. Reports
 * and rights depend on the group's kind, so moving could remove clients' money from all reports.
 * Only the shard knows if an account has records: `isFresh` is its answer, which stays true until
 * this is committed (actors/server/account-keeper.ts).
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
    return because('conflict.group_of_another_kind', {
      login: account.login,
      kind: KIND_WORDS[kind],
      group: path,
      other: KIND_WORDS[other],
    })
  }
  const from = world.named('groups', account.group)
  const to = world.named('groups', path)
  const isAlike =
    from?.currency === to?.currency &&
    from?.currency_digits === to?.currency_digits &&
    from?.margin_mode === to?.margin_mode
  if (isAlike) return null
  return because('conflict.group_of_other_money', { login: account.login, group: path })
}
