import type { StoredAccount } from '../../../wire/account/stored-account.js'
import { AccountParams } from '../../../wire/schema/accounts/account.js'
import { AccountJournalQuery, JournalPageView } from '../../../wire/schema/shared/journal.js'
import { AccountSessionView } from '../../../wire/schema/trading/trades.js'
import { Rows } from '../../../wire/types/scalars.js'
import type { Session } from '../../exchange/session.js'
import { NO_NAMES, type SessionRow, sessionRow } from '../../sessions/session-rows.js'
import { byAge } from '../../sessions/session-store.js'
import { journalPage } from '../journal/journal.js'
import { type FrontRoute, type FrontServices, route } from '../route.js'

/** Routes for an account's journal and its active sessions. */
const EXAMPLE = { params: { login: '1001' } }

export const adminAccountActivityRoutes: readonly FrontRoute[] = [
  route({
    method: 'GET',
    path: '/admin/v1/accounts/{login}/journal',
    audience: 'staff',
    rights: ['journal'],
    account: { param: 'login', outOfScope: 'not_found' },
    summary: 'Read the journal of an account',
    description:
      'Lists lines newest first, as far back as your `logs_months`. The filters are those of the ' +
      'journal.',
    params: AccountParams,
    query: AccountJournalQuery,
    data: JournalPageView,
    errors: ['not_found', 'unavailable'],
    example: EXAMPLE,
    handle({ params, query, session, services }) {
      return journalPage({ ...query, login: params.login }, session, services)
    },
  }),
  route({
    method: 'GET',
    path: '/admin/v1/accounts/{login}/sessions',
    audience: 'staff',
    rights: ['accounts.online'],
    account: { param: 'login', outOfScope: 'not_found' },
    summary: 'List the sessions of an account',
    description: 'Lists all sessions that can still be used, oldest first.',
    params: AccountParams,
    data: Rows(AccountSessionView),
    errors: ['not_found', 'unavailable'],
    example: EXAMPLE,
    async handle({ account, session, services }) {
      const equity = await equityOf(services, account.login)
      return sessionsOf(services, session, account, equity)
    },
  }),
]

function sessionsOf(
  services: FrontServices,
  reader: Session,
  account: StoredAccount,
  equity: string,
): SessionRow[] {
  const names = reader.rights.has('accounts.name') ? account : NO_NAMES
  return services.sessions
    .ofLogin(account.login)
    .filter((one) => one.via === undefined || services.socketsOf(one.id) > 0)
    .toSorted(byAge)
    .map((session) => ({
      ...sessionRow(session, services.socketsOf(session.id), names, equity),
      group: account.group,
    }))
}

/** Returns `0` if the shard does not answer or a price is missing. */
async function equityOf(services: FrontServices, login: number): Promise<string> {
  const [text = 'null'] = await services.accounts.moneys([login])
  const money = JSON.parse(text) as { readonly equity: string | null } | null
  return money?.equity ?? '0'
}
