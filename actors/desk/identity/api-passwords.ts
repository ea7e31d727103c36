import { addressFaults, distinct, sameList } from '../../../engine/access/staff-profile.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { refuseInput } from '../../../engine/reasons/fault.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { StoredAccount } from '../../../wire/account/stored-account.js'
import type { FieldChange } from '../../../wire/stored/journal-line.js'
import { passwordChanged, sessionsClosed } from '../../../wire/stored/line-facts.js'
import type { AuthOperations, OwnRequest } from '../../../wire/thread/auth-messages.js'
import { madeHash } from '../../sign-in/made-hash.js'
import { accept, type Outcome } from '../../thread/ask.js'
import { madePassword } from '../../thread/random.js'
import type { Desk } from '../desk.js'
import { expired, wrongCredentials } from './auth-refusals.js'
import { type ClosedSession, closedText, LiveAccess } from './live-access.js'

/**
 * The api password, which an account's owner creates and removes (docs/decisions/sign-in.md).
 *
 *   - It is generated here and answered once; only its hash is stored.
 *   - Creating or removing it ends the sessions of the terminal `api`, which used the former one,
 *     and no others.
 *   - The allowed addresses are the account's, as staff set them; left out, they stay unchanged.
 */
type MakeRequest = AuthOperations['auth.make_api_password']['request']
type Made = AuthOperations['auth.make_api_password']['answer']

export class ApiPasswords {
  readonly #desk: Desk
  readonly #live: LiveAccess

  constructor(desk: Desk) {
    this.#desk = desk
    this.#live = new LiveAccess(desk)
  }

  /** Creates an api password. The caller has verified the master password against `current`. */
  make(request: MakeRequest): Outcome<Made> {
    const { login, current } = request
    const ip_allow = request.ipAllow === null ? null : distinct(request.ipAllow)
    const faults = addressFaults('ip_allow', ip_allow ?? [])
    if (faults.length > 0) return refuseInput(faults)
    const account = this.#owned(request)
    if (isRefusal(account)) return account
    if (!account.api_enabled) return refuseClosedApi(login)
    const { credentials, accounts } = this.#desk.tables
    if (credentials.hash(login, 'master') !== current) return wrongCredentials()
    const from = account.api_ip_allow
    const to = ip_allow === null || sameList(ip_allow, from) ? from : ip_allow
    const change = to === from ? {} : { api_ip_allow: to }
    const password = madePassword()
    const hash = madeHash(this.#desk.seal.mark, password)
    return this.#changed(request, 'An api password was made by its owner', () => {
      const now = this.#desk.clock.now()
      credentials.set(login, 'api', hash, now)
      accounts.update(login, change, now)
      const addresses = to === from ? [] : [{ field: 'api_ip_allow', from, to }]
      const changes = [passwordChanged('api', 'set'), ...addresses]
      return { changes, answer: { password, ip_allow: to } }
    })
  }

  remove(request: OwnRequest): Outcome<null> {
    const { login } = request
    const account = this.#owned(request)
    if (isRefusal(account)) return account
    const { credentials, accounts } = this.#desk.tables
    if (credentials.hash(login, 'api') === undefined) {
      return because('not_found.api_password')
    }
    return this.#changed(request, 'The api password was taken away by its owner', () => {
      credentials.remove(login, 'api')
      accounts.update(login, {}, this.#desk.clock.now())
      return { changes: [passwordChanged('api', 'removed')], answer: null }
    })
  }

  #owned({ login, session }: OwnRequest): StoredAccount | Refusal {
    const account = this.#desk.tables.accounts.get(login)
    const asking = this.#desk.tables.sessions.get(session)
    if (asking?.login === login && account !== undefined) return account
    return expired()
  }

  #changed<Answer>(
    { login, origin }: OwnRequest,
    what: string,
    write: () => { readonly changes: readonly FieldChange[]; readonly answer: Answer },
  ): Outcome<Answer> {
    let closed: readonly ClosedSession[] = []
    const outcome = this.#desk.change((journal) => {
      const { changes: own, answer } = write()
      closed = this.#live.closeApi(login)
      const changes = [...own, ...sessionsClosed(closed)]
      const actor = { login, ip: origin.ip, requestId: origin.requestId }
      const text = `${what}${closedText(closed)}`
      journal(actor, { kind: 'account.password', login, text, changes })
      return accept(answer)
    })
    if (outcome.ok) this.#live.tellClosed(closed)
    return outcome
  }
}

function refuseClosedApi(login: number): Refusal {
  return because('conflict.api_closed', { login })
}
