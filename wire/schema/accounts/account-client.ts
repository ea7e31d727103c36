import { REPEATS_TIMES_MAX } from '../../../engine/limits/front.js'
import { CLIENT_ACCOUNTS_MAX } from '../../../engine/limits/people.js'
import { AnyText, Body, List, Login, Nullable, Rows, Version, View } from '../../types/scalars.js'
import { Type } from '../../types/type.js'

/** A linked account. The name is null if the reader may not see it. */
export const LinkedAccountView = View({
  login: Login,
  name: Nullable(AnyText),
  group: AnyText,
  currency: AnyText,
  balance: AnyText,
})

/**
 * The accounts of one client. `logins` are the other ones, and `accounts` the same for readers who
 * may see accounts.
 */
export const ClientAccountsView = View({
  client_id: Nullable(Type.Integer()),
  logins: Rows(Login),
  accounts: Nullable(Rows(LinkedAccountView)),
  version: Type.Integer(),
})

export const LinkAccountsBody = Body({
  logins: List(Login, CLIENT_ACCOUNTS_MAX * REPEATS_TIMES_MAX),
  version: Version,
})
