import { isOwners } from '../../../engine/access/session.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { StoredAccount } from '../../../wire/account/stored-account.js'
import type { AuthOperations, CodeSecret, OwnRequest } from '../../../wire/thread/auth-messages.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import { sessionRecord } from './auth-records.js'
import type { FailedSignIns } from './failed-sign-ins.js'
import { OneTimeCodes, wrongCode } from './one-time-codes.js'

type Request<Name extends keyof AuthOperations> = AuthOperations[Name]['request']

/**
 * One-time codes, which their owner turns on and off. The login's sessions learn it with the change
 * of the account (actors/desk/accounts/account-changed.ts).
 */
export class CodeChanges {
  readonly #desk: Desk
  readonly #failures: FailedSignIns
  readonly #codes: OneTimeCodes

  constructor(desk: Desk, failures: FailedSignIns) {
    this.#desk = desk
    this.#failures = failures
    this.#codes = new OneTimeCodes(desk)
  }

  enrol(request: OwnRequest): Outcome<CodeSecret> {
    const account = this.#owned(request)
    if (isRefusal(account)) return account
    const { login } = request
    if (account.otp_enabled) {
      return because('conflict.codes_on')
    }
    const group = this.#desk.config.world.named('groups', account.group)
    return this.#desk.change((journal) => {
      const made = this.#codes.make(login, group?.company ?? '')
      const text = 'Made a new secret for one-time codes'
      journal(actorOf(request), { kind: 'auth', login, text })
      return accept(made)
    })
  }

  confirm(request: Request<'auth.otp_confirm'>): Outcome<null> {
    const account = this.#owned(request)
    if (isRefusal(account)) return account
    const { login } = request
    if (account.otp_enabled || !this.#codes.awaitsConfirmation(login)) return notSet()
    const step = this.#codes.stepOf(login, request.code)
    if (step === null) return this.#wrong(request, 'Turning one-time codes on')
    return this.#turn(request, step, true)
  }

  disable(request: Request<'auth.otp_disable'>): Outcome<null> {
    const account = this.#owned(request)
    if (isRefusal(account)) return account
    const { login } = request
    const group = this.#desk.config.world.named('groups', account.group)
    if (group?.otp_required === true) {
      return because('forbidden.codes_required')
    }
    const step = account.otp_enabled ? this.#codes.stepOf(login, request.code) : null
    if (step === null) return this.#wrong(request, 'Turning one-time codes off')
    return this.#turn(request, step, false)
  }

  /** The account of a session that the master password opened. */
  #owned({ login, session: id }: OwnRequest): StoredAccount | Refusal {
    const session = this.#desk.tables.sessions.get(id)
    const account = this.#desk.tables.accounts.get(login)
    if (session?.login !== login || account === undefined) {
      return because('auth.session_expired.over')
    }
    if (isOwners(sessionRecord(session))) return account
    return because('forbidden.codes_of_master')
  }

  #turn(request: OwnRequest, step: number, isOn: boolean): Outcome<null> {
    const { login } = request
    return this.#desk.change((journal) => {
      this.#codes.use(login, step)
      if (!isOn) this.#codes.forget(login)
      this.#desk.tables.accounts.update(login, { otp_enabled: isOn }, this.#desk.clock.now())
      const text = `Turned one-time codes ${isOn ? 'on' : 'off'}`
      const changes = [{ field: 'otp_enabled', from: !isOn, to: isOn }]
      journal(actorOf(request), { kind: 'auth', login, text, changes })
      return accept(null)
    })
  }

  #wrong(request: OwnRequest, what: string): Refusal {
    const { login } = request
    const written = this.#failures.tell(actorOf(request), login, `${what} failed: wrong code`)
    return written.ok ? wrongCode() : written
  }
}

function actorOf({ login, origin }: OwnRequest): Actor {
  return { login, ip: origin.ip, requestId: origin.requestId }
}

function notSet(): Refusal {
  return because('auth.otp_not_set.no_key')
}
