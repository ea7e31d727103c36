import { refuseAccess } from '../../../engine/access/sign-in.js'
import { isUsableLink, LINK_CODE_MS, linkAsksCode } from '../../../engine/access/sign-in-link.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { SIGN_IN_LINKS_MAX, SIGN_IN_LINKS_PER_ACCOUNT_MAX } from '../../../engine/limits/people.js'
import { isStaffGroup } from '../../../engine/names/group-path.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import type { StoredSession } from '../../../storage/repos/people/sessions.js'
import type { StoredSignInLink } from '../../../storage/repos/people/sign-in-links.js'
import { timeText } from '../../../wire/format/time-text.js'
import type {
  AuthOperations,
  OwnRequest,
  SessionWithFacts,
} from '../../../wire/thread/auth-messages.js'
import { accept, type Outcome } from '../../thread/ask.js'
import { ChangedAccounts } from '../accounts/changed-accounts.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import { letterHead } from '../people/letter-head.js'
import { accessFactsReader } from './access-facts.js'
import { type OpenedSession, sessionByLink, sessionRecord } from './auth-records.js'
import { expired } from './auth-refusals.js'
import type { FailedSignIns } from './failed-sign-ins.js'
import { OneTimeCodes, wrongCode } from './one-time-codes.js'
import { StaffReach } from './staff-reach.js'
import type { WrongCodes } from './wrong-codes.js'

/**
 * Sign-in links (docs/decisions/sign-in-links.md).
 *
 *   - A link is removed in the transaction that opens its session, so it opens one, even after a
 *     crash.
 *   L2. Unknown, used and expired links, and those of another address, take the same time and get
 *       the same answer.
 *   - A link that a sign-in rule refuses is kept, because it opened nothing.
 *   - A one-time code uses the link up, right or wrong.
 */
type OpenRequest = AuthOperations['auth.open_by_link']['request']

interface IssueRequest {
  readonly actor: Actor
  readonly login: Login
  readonly digest: string
  /** The only address that may use the link; empty for any address. */
  readonly ip: string
  readonly readOnly: boolean
  readonly ttlMs: number
}

export interface IssuedLink {
  readonly digest: string
  /** The page that accepts the link's code. */
  readonly page: string
  readonly language: string
  readonly expiresAt: number
}

export function signInLinksDesk(desk: Desk) {
  const links = new SignInLinks(desk)
  return {
    'sign_in_links.issue': (request: IssueRequest): Outcome<IssuedLink> => links.issue(request),
    'sign_in_links.allowed': ({ login }: { readonly login: Login }): Outcome<boolean> =>
      accept(desk.tables.signInLinks.account(login).allowed),
    'sign_in_links.allow': (request: OwnRequest & { readonly allowed: boolean }): Outcome<null> =>
      links.allow(request),
  }
}

/** Links that staff and programs create, and that traders turn on and off. */
class SignInLinks {
  readonly #desk: Desk
  readonly #reach: StaffReach
  readonly #changed: ChangedAccounts

  constructor(desk: Desk) {
    this.#desk = desk
    this.#reach = new StaffReach(desk)
    this.#changed = new ChangedAccounts(desk)
  }

  issue(request: IssueRequest): Outcome<IssuedLink> {
    const { actor, login, digest, ip, readOnly } = request
    const page = this.#pageFor(actor, login)
    if (isRefusal(page)) return page
    const { signInLinks: links } = this.#desk.tables
    if (links.count() >= SIGN_IN_LINKS_MAX) return because('too_many_requests.links')
    const expiresAt = this.#desk.clock.now() + request.ttlMs
    return this.#desk.change((journal) => {
      links.removeOldest(login, SIGN_IN_LINKS_PER_ACCOUNT_MAX - 1)
      links.add({
        digest,
        login,
        ip,
        read_only: readOnly,
        issued_by: actor.login as Login,
        via: actor.via ?? null,
        code_asked: false,
        expires_at: expiresAt,
      })
      const kind = readOnly ? 'read-only sign-in link' : 'sign-in link'
      const from = ip === '' ? '' : `, from ${ip} only`
      const text = `Issued a ${kind} of ${login}, valid until ${timeText(expiresAt)}${from}`
      journal(actor, { kind: 'auth', login, text })
      return accept({ ...page, digest, expiresAt })
    })
  }

  allow({ login, session, origin, allowed }: OwnRequest & { allowed: boolean }): Outcome<null> {
    const { sessions, signInLinks: links } = this.#desk.tables
    if (sessions.get(session)?.login !== login) return expired()
    const now = links.account(login)
    if (now.allowed === allowed) return accept(null)
    return this.#desk.change((journal) => {
      links.putAccount({ ...now, allowed })
      if (!allowed) links.removeOfLogin(login)
      const actor = { login, ip: origin.ip, requestId: origin.requestId }
      const text = `Turned sign-in links ${allowed ? 'on' : 'off'}`
      journal(actor, { kind: 'auth', login, text })
      return accept(null)
    })
  }

  /** The page and language for an account's links, if the caller may create them. */
  #pageFor(actor: Actor, login: Login): Pick<IssuedLink, 'page' | 'language'> | Refusal {
    const caller = this.#reach.holder(actor, 'accounts.sign_in_link')
    if (isRefusal(caller)) return caller
    const account = this.#changed.asked({ actor, login })
    if (isRefusal(account)) return account
    const { staff, signInLinks: links } = this.#desk.tables
    const isStaff = staff.get(login) !== undefined || isStaffGroup(account.group)
    if (isStaff) return because('forbidden.link_of_staff')
    if (!links.account(login).allowed) return because('conflict.links_off', { login })
    const { terminal: page } = letterHead(this.#desk, account.group)
    if (page === '') return because('conflict.no_terminal_address')
    return { page, language: account.language }
  }
}

/** Opens sessions for sign-ins, and counts failures. */
interface Opener {
  readonly failures: FailedSignIns
  readonly wrongCodes: WrongCodes
  openSession<T>(session: StoredSession, also: OpenedSession<T>): Outcome<T>
}

/** Opens sessions for sign-in links. */
export class LinkSignIns {
  readonly #desk: Desk
  readonly #auth: Opener
  readonly #facts
  readonly #codes: OneTimeCodes

  constructor(desk: Desk, auth: Opener) {
    this.#desk = desk
    this.#auth = auth
    this.#facts = accessFactsReader(desk)
    this.#codes = new OneTimeCodes(desk)
  }

  open(request: OpenRequest): Outcome<SessionWithFacts> {
    const { digest, terminal, origin } = request
    const link = this.#desk.tables.signInLinks.get(digest)
    if (link === undefined || !isUsableLink(link, origin.ip, this.#desk.clock.now())) {
      return this.#refused(request, null, unknownLink())
    }
    const { login } = link
    const facts = this.#facts(login)
    if (facts === undefined || facts.staff !== null || isStaffGroup(facts.group)) {
      return this.#refused(request, login, unknownLink())
    }
    const question = { terminal, side: 'trader', address: origin.ip } as const
    const refusal = refuseAccess(facts, question, this.#desk.access)
    if (refusal !== null) return this.#refused(request, login, refusal)
    const skipsCodes = this.#desk.config.records.settings[0]?.links_skip_codes ?? false
    const requiresCode = linkAsksCode(facts, link, skipsCodes)
    const step = requiresCode ? this.#codeOf(request, link) : 0
    if (typeof step !== 'number') return step
    const skipsPasswordChange = this.#isFirst(login)
    const session = sessionByLink(
      request,
      link,
      { skipsPasswordChange, skipsCodes },
      this.#desk.clock.now(),
    )
    const outcome = this.#auth.openSession(session, (journal, changes) => {
      if (step > 0) this.#codes.use(login, step)
      this.#used(link, origin.ip, skipsPasswordChange)
      const look = link.read_only ? ', read-only' : ''
      const by = link.via === null ? '' : ` with the API key ${link.via}`
      const text = `Signed in to terminal ${terminal} by a sign-in link that ${link.issued_by} issued${by}${look}`
      journal({ login, ...origin }, { kind: 'auth', login, text, changes })
      return { session: sessionRecord(session), facts }
    })
    if (outcome.ok && requiresCode) this.#auth.wrongCodes.right(login)
    return outcome
  }

  /** The step of the one-time code, or a refusal. */
  #codeOf(request: OpenRequest, link: StoredSignInLink): number | Refusal {
    const { login } = link
    if (request.otp === '') return this.#askCode(link)
    const guess = { login, origin: request.origin, isKnown: request.isKnown }
    const held = this.#auth.wrongCodes.refuse(guess)
    if (held !== null) return this.#refused(request, login, held)
    const step = this.#codes.stepOf(login, request.otp)
    if (step !== null) return step
    const removed = this.#desk.change(() =>
      accept(this.#desk.tables.signInLinks.remove(link.digest)),
    )
    if (!removed.ok) return removed
    const counted = this.#auth.wrongCodes.wrong(guess, true)
    return counted.ok ? this.#refused(request, login, wrongCode()) : counted
  }

  /** Keeps the link for an exchange with a code. Further requests do not extend that time. */
  #askCode({ digest, code_asked }: StoredSignInLink): Refusal {
    const until = this.#desk.clock.now() + LINK_CODE_MS
    const asked = code_asked
      ? accept(true)
      : this.#desk.change(() => accept(this.#desk.tables.signInLinks.askCode(digest, until)))
    return asked.ok ? because('auth.otp_required.code') : asked
  }

  /** True if nobody has signed in to the account with a password. */
  #isFirst(login: Login): boolean {
    const { accounts, signInLinks: links } = this.#desk.tables
    return accounts.get(login)?.last_access === null || links.account(login).only_by_links
  }

  /**
   * Marks the link as used, inside the change that opens the session. A view-only session does not
   * change the account's last access.
   */
  #used(link: StoredSignInLink, ip: string, isFirst: boolean): void {
    const { accounts, signInLinks: links } = this.#desk.tables
    links.remove(link.digest)
    if (link.read_only) return
    if (isFirst) links.putAccount({ ...links.account(link.login), only_by_links: true })
    accounts.touchAccess(link.login, ip, this.#desk.clock.now())
  }

  #refused(request: OpenRequest, login: Login | null, refusal: Refusal): Refusal {
    const { terminal, origin } = request
    const text = `Sign-in by a link to terminal ${terminal} refused: ${refusal.code}`
    const written = this.#auth.failures.tell({ login: null, ...origin }, login, text)
    return written.ok ? refusal : written
  }
}

/** The same refusal for every link that opens nothing (L2). */
function unknownLink(): Refusal {
  return because('auth.code_invalid.link')
}
