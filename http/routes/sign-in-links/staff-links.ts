import { makeLinkCode } from '../../../actors/sign-in/link-code.js'
import { tokenDigest } from '../../../actors/thread/random.js'
import { parseAddress } from '../../../engine/access/address.js'
import { linkInLanguage } from '../../../engine/names/link-language.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import { timeText } from '../../../wire/format/time-text.js'
import { AccountParams } from '../../../wire/schema/accounts/account.js'
import { IssueSignInLinkBody, SignInLinkView } from '../../../wire/schema/people/session.js'
import type { RouteRate } from '../../pipeline/rates/route-rates.js'
import { type FrontRoute, route } from '../route.js'

/**
 * The limit is high enough for a client portal that issues a link whenever a client opens the
 * terminal.
 */
const ISSUED: RouteRate = { per: 'login', max: 100, seconds: 10 }

/**
 * Routes for links with which the broker's systems and staff open a client's terminal
 * (docs/decisions/sign-in-links.md).
 */
export const adminSignInLinkRoutes: readonly FrontRoute[] = [issueRoute()]

function issueRoute(): FrontRoute {
  return route({
    method: 'POST',
    path: '/admin/v1/accounts/{login}/sign-in-link',
    audience: 'staff',
    rights: ['accounts.sign_in_link'],
    account: { param: 'login', outOfScope: 'not_found' },
    rate: ISSUED,
    idempotent: true,
    answersSecrets: true,
    summary: 'Create a sign-in link',
    description:
      'The link opens the terminal of this account, once. Its address is the first domain of the brand, or ' +
      '`terminal_url` of the server settings; without either it is 409 `conflict`, and also if the trader turned ' +
      'links off. The same request with its Idempotency-Key answers 409 `conflict`.',
    params: AccountParams,
    body: IssueSignInLinkBody,
    data: SignInLinkView,
    errors: ['not_found', 'conflict', 'too_many_requests', 'unavailable'],
    example: { params: { login: '1001' }, body: { ttl_sec: 60, read_only: false } },
    input: ({ body: { ip } }) =>
      ip === undefined || parseAddress(ip) !== null ? null : refuseField('ip', say('field.ip')),
    async handle({ params: { login }, body, actor, keyed, services }) {
      const code = makeLinkCode(login)
      const digest = tokenDigest(code)
      const issued = await services.desk.ask('sign_in_links.issue', {
        actor,
        ...keyed,
        login,
        digest,
        ip: body.ip ?? '',
        readOnly: body.read_only,
        ttlMs: body.ttl_sec * 1000,
      })
      if (!issued.ok) return issued
      const { page, language, expiresAt } = issued.value
      // A repeat finds the link of the first request, whose code is no longer known.
      if (issued.value.digest !== digest) return because('conflict.link_shown')
      const url = linkOf(page, code, body.language ?? language)
      return { url, expires_at: timeText(expiresAt) }
    },
  })
}

/** The code is in the fragment, which browsers do not send to servers. */
function linkOf(page: string, code: string, language: string): string {
  const url = new URL(linkInLanguage(page, language || 'en'))
  url.hash = language === '' ? `link=${code}` : `link=${code}&lang=${language}`
  return url.href
}
