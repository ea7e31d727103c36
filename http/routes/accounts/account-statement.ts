import { createHash } from 'node:crypto'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { STATEMENT_ROWS_MAX } from '../../../engine/limits/long-answers.js'
import { defaultMailServer } from '../../../engine/mail/default-server.js'
import { because } from '../../../engine/reasons/reasons.js'
import { attachmentHeaders } from '../../../wire/answer/attachment.js'
import { pagePolicy } from '../../../wire/answer/kept-page.js'
import { AccountParams } from '../../../wire/schema/accounts/account.js'
import {
  StaffStatementQuery,
  StatementEmailBody,
  StatementEmailView,
  StatementQuery,
} from '../../../wire/schema/accounts/account-statement.js'
import type { Session } from '../../exchange/session.js'
import { tablesReached } from '../../pipeline/current-tables.js'
import type { RawAnswer } from '../../pipeline/route.js'
import { readTimeRange, type TimeRange } from '../../pipeline/time-range.js'
import { CSP_HEADER } from '../../server/answer-headers.js'
import { type FrontRoute, type FrontServices, rawRoute, route } from '../route.js'

/** The statement of an account as a printable page. Clients get the same one. */
const MEDIA = 'text/html; charset=utf-8'
const RATE = { per: 'login', max: 30, seconds: 60 } as const
const DESCRIPTION =
  'Answers an HTML page in the language of the account, to read and print: deals and closed positions of the period with their ' +
  'sums, and the open positions and orders. `from` and `to` are UTC times or days in server ' +
  'time, both inclusive.\n\n' +
  '`invalid_input`: the period has more than ' +
  `${STATEMENT_ROWS_MAX} deals or closed positions.`

const PAGE_POLICY = pagePolicy((text) => createHash('sha256').update(text).digest('base64'))
/** Prevents scripts from running if the page is opened in a browser instead of saved. */
const POLICY = `${PAGE_POLICY}; frame-ancestors 'none'; sandbox`

export const adminAccountStatementRoute: FrontRoute = rawRoute({
  method: 'GET',
  path: '/admin/v1/accounts/{login}/statement',
  audience: 'staff',
  rights: ['accounts.view', 'trades.view'],
  account: { param: 'login', outOfScope: 'not_found' },
  rate: RATE,
  summary: 'Download the statement of an account',
  description:
    `${DESCRIPTION} The page shows the name of the holder only with the right ` +
    '`accounts.name`.',
  params: AccountParams,
  query: StaffStatementQuery,
  media: MEDIA,
  errors: ['not_found', 'unavailable'],
  example: { params: { login: '1001' } },
  input: ({ query, services }) => readTimeRange(query, services.serverClock()),
  async handle({ params, query, session, services, input: range }) {
    const showsName = session.rights.has('accounts.name')
    const made = await statement(services, session, params.login, range, showsName)
    return isRefusal(made) ? made : answerOf(made, params.login, query.disposition !== 'inline')
  },
})

export const adminStatementEmailRoute: FrontRoute = route({
  method: 'POST',
  path: '/admin/v1/accounts/{login}/statement/email',
  audience: 'staff',
  rights: ['accounts.view', 'trades.view', 'mailbox'],
  account: { param: 'login', outOfScope: 'not_found' },
  rate: RATE,
  idempotent: true,
  summary: 'E-mail the statement of an account to its holder',
  description:
    'Sends an e-mail to the address of the account, in its language, with the page of `GET ' +
    '…/statement` attached. It needs a default mail server. `too_large`: the page has more than ' +
    '1 MiB. Choose a shorter period.',
  params: AccountParams,
  body: StatementEmailBody,
  data: StatementEmailView,
  errors: ['not_found', 'conflict', 'too_large', 'unavailable'],
  example: { params: { login: '1001' }, body: { from: '2026-10-01', to: '2026-10-31' } },
  input: ({ body, services }) => readTimeRange(body, services.serverClock()),
  async handle({ params, body, session, services, actor, keyed, input: range }) {
    const { login } = params
    const { desk, settings } = services
    if (defaultMailServer(settings.book.records.mail_servers) === undefined) {
      return because('conflict.no_mail_server')
    }
    const page = await statement(services, session, login, range, true)
    if (isRefusal(page)) return page
    const { from = '', to = '' } = body
    const sent = await desk.ask('statements.send', { actor, ...keyed, login, from, to, page })
    if (!sent.ok) return sent
    return { login, email: session.rights.has('accounts.email') ? sent.value.to : null }
  },
})

export const traderStatementRoute: FrontRoute = rawRoute({
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
  async handle({ session, services, input: range }) {
    const made = await statement(services, session, session.login, range, true)
    return isRefusal(made) ? made : answerOf(made, session.login, true)
  },
})

async function statement(
  services: FrontServices,
  session: Session,
  login: number,
  range: TimeRange,
  showsName: boolean,
): Promise<string | Refusal> {
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
  return made.ok ? made.value : made
}

function answerOf(page: string, login: number, isSaved: boolean): RawAnswer {
  const [disposition] = attachmentHeaders(`statement-${login}.html`)
  const saved = disposition === undefined || !isSaved ? [] : [disposition]
  return { mediaType: MEDIA, body: page, headers: [...saved, [CSP_HEADER, POLICY]] }
}
