import { createHash } from 'node:crypto'
import type { Refusal } from '../../../engine/code.js'
import { STATEMENT_ROWS_MAX } from '../../../engine/limits/long-answers.js'
import { attachmentHeaders } from '../../../wire/answer/attachment.js'
import { pagePolicy } from '../../../wire/answer/kept-page.js'
import { AccountParams } from '../../../wire/schema/accounts/account.js'
import { StatementQuery } from '../../../wire/schema/accounts/account-statement.js'
import { tablesReached } from '../../pipeline/projected.js'
import { type RawAnswer, type Route, rawRoute } from '../../pipeline/route.js'
import type { FrontServices } from '../../pipeline/services.js'
import type { Session } from '../../pipeline/session.js'
import { readTimeRange, type TimeRange } from '../../pipeline/time-range.js'
import { CSP_HEADER } from '../../server/answer-headers.js'

/** The statement of an account as a page that prints; its holder has the same one. */
const MEDIA = 'text/html; charset=utf-8'
const RATE = { per: 'login', max: 30, seconds: 60 } as const
const DESCRIPTION =
  'HTML to be read and printed: deals and closed positions of the period with what they come to, and what is open ' +
  'now. from and to are UTC times or days on the server clock, both included. A period of more than ' +
  `${STATEMENT_ROWS_MAX} deals or closed positions is 400 invalid_input.`

const PAGE_POLICY = pagePolicy((text) => createHash('sha256').update(text).digest('base64'))
/** A page that was opened instead of kept runs nothing here. */
const POLICY = `${PAGE_POLICY}; frame-ancestors 'none'; sandbox`

export const adminAccountStatementRoute: Route = rawRoute({
  method: 'GET',
  path: '/admin/v1/accounts/{login}/statement',
  audience: 'staff',
  rights: ['accounts.view', 'trades.view'],
  account: { param: 'login', outOfScope: 'not_found' },
  rate: RATE,
  summary: 'Download the statement of an account',
  description: `${DESCRIPTION} The name needs accounts.name.`,
  params: AccountParams,
  query: StatementQuery,
  media: MEDIA,
  errors: ['not_found', 'unavailable'],
  example: { params: { login: '1001' } },
  input: ({ query, services }) => readTimeRange(query, services.serverClock()),
  handle({ params, session, services, input: range }) {
    return statement(services, session, params.login, range, session.rights.has('accounts.name'))
  },
})

export const traderStatementRoute: Route = rawRoute({
  method: 'GET',
  path: '/trader/v1/statement',
  audience: 'trader',
  accountHeader: true,
  rate: RATE,
  summary: 'Download your statement',
  description: DESCRIPTION,
  query: StatementQuery,
  media: MEDIA,
  errors: ['unavailable'],
  input: ({ query, services }) => readTimeRange(query, services.serverClock()),
  handle: ({ session, services, input: range }) =>
    statement(services, session, session.login, range, true),
})

async function statement(
  services: FrontServices,
  session: Session,
  login: number,
  range: TimeRange,
  showsName: boolean,
): Promise<RawAnswer | Refusal> {
  const behind = await tablesReached(services)
  if (behind !== undefined) return behind
  const madeAt = services.clock.now()
  const made = await services.queries.of(session).run('account.statement', {
    login,
    ...range,
    serverClock: services.serverClock(),
    madeAt,
    showsName,
    policy: PAGE_POLICY,
  })
  if (!made.ok) return made
  const [disposition] = attachmentHeaders(`statement-${login}.html`)
  const saved = disposition === undefined ? [] : [disposition]
  return { mediaType: MEDIA, body: made.value, headers: [...saved, [CSP_HEADER, POLICY]] }
}
