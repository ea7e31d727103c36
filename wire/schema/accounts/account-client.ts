import { REPEATS_TIMES_MAX } from '../../../engine/limits/front.js'
import { CLIENT_ACCOUNTS_MAX } from '../../../engine/limits/people.js'
import { Body, List, Login, Nullable, Rows, Version, View } from '../scalars.js'
import { Type } from '../type.js'

/** The accounts that belong to one client. `logins` are the others. */
export const ClientAccountsView = View({
  client_id: Nullable(Type.Integer()),
  logins: Rows(Login),
  version: Type.Integer(),
})

export const LinkAccountsBody = Body({
  logins: List(Login, CLIENT_ACCOUNTS_MAX * REPEATS_TIMES_MAX),
  version: Version,
})
