import { isRefusal, type Refusal } from '../../../engine/code.js'
import { groupPath } from '../../../engine/names/group-path.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { StoredAccount } from '../../../wire/account/stored-account.js'
import { stateChanged } from '../../../wire/stored/line-facts.js'
import type { StoredApplication } from '../../../wire/stored/stored-application.js'
import { madeHash } from '../../sign-in/made-hash.js'
import { accept, type Outcome } from '../../thread/ask.js'
import { madePassword } from '../../thread/random.js'
import { NewAccounts } from '../accounts/accounts.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import { StaffReach } from '../identity/staff-reach.js'
import type { Once } from '../remembered-answers.js'
import { Outbox } from './outbox.js'
import { welcomeEmail } from './welcome.js'

/**
 * Applications for real accounts, which staff decide.
 *
 *   - An application is decided once. On approval the account, its journal lines and the welcome
 *     mail are one change.
 *   - The deciding staff user must reach both the preferred group and the group of the new account.
 *   - Passwords are only in the welcome mail, which is encrypted until it is sent.
 */

export interface ChosenPassword {
  readonly text: string
  readonly hash: string
}

interface ApproveApplication {
  readonly actor: Actor
  readonly once?: Once
  readonly id: number
  /** The group and leverage of the new account; undefined for those that the applicant prefers. */
  readonly group: string | undefined
  readonly leverage: number | undefined
  /** The passwords of the new account; null if the desk should generate one. */
  readonly master: ChosenPassword | null
  readonly investor: ChosenPassword | null
}

export function applicationsDesk(desk: Desk) {
  const applications = new Applications(desk)
  return {
    'applications.get': ({ actor, id }: { readonly actor: Actor; readonly id: number }) =>
      applications.get(actor, id),
    'applications.approve': (request: ApproveApplication) => applications.approve(request),
    'applications.reject': ({
      actor,
      id,
      reason,
    }: {
      readonly actor: Actor
      readonly id: number
      readonly reason: string
      readonly once?: Once
    }) => applications.reject(actor, id, reason),
  }
}

class Applications {
  readonly #desk: Desk
  readonly #staff: StaffReach
  readonly #accounts: NewAccounts
  readonly #outbox: Outbox

  constructor(desk: Desk) {
    this.#desk = desk
    this.#staff = new StaffReach(desk)
    this.#accounts = new NewAccounts(desk)
    this.#outbox = new Outbox(desk)
  }

  get(actor: Actor, id: number): Outcome<StoredApplication> {
    const caller = this.#staff.holder(actor, 'applications')
    if (isRefusal(caller)) return caller
    const row = this.#desk.tables.applications.get(id)
    if (row === undefined || !caller.reach.covers(row.group_path)) return missing(id)
    return accept(row)
  }

  approve(request: ApproveApplication): Outcome<StoredApplication> {
    const { actor, id } = request
    const found = this.#open(actor, id)
    if (!found.ok) return found
    const application = found.value
    const path = groupPath(request.group ?? application.group_path)
    const caller = this.#staff.holder(actor, 'applications')
    if (isRefusal(caller)) return caller
    if (!caller.reach.covers(path)) {
      return because('forbidden.group_scope', { group: path })
    }
    const master = request.master ?? this.#made()
    const investor = request.investor ?? this.#made()
    const done = this.#desk.change((journal) => {
      const { name, last_name, email, phone, address, city, country, language } = application
      const leverage = request.leverage ?? (sameGroup(path, application) ? application.leverage : 0)
      const opened = this.#accounts.open(
        {
          actor,
          group: path,
          must_change_password: true,
          details: {
            name,
            last_name,
            email,
            phone,
            address,
            city,
            country,
            language,
            leverage,
            lead_source: 'sign-up',
          },
          hashes: { master: master.hash, investor: investor.hash },
        },
        journal,
      )
      if (!opened.ok) return opened
      const login = opened.value
      const account = this.#desk.tables.accounts.get(login) as StoredAccount
      const passwords = { master: master.text, investor: investor.text }
      const queued = this.#outbox.add(
        welcomeEmail(this.#desk, account, passwords, application.allocation_id),
      )
      if (!queued.ok) return queued
      const text = `Application ${id} was approved: account ${login} in ${path}`
      const changes = [stateChanged('new', 'approved')]
      journal(actor, { kind: 'application', about: aboutApplication(id), login, text, changes })
      return accept(this.#decided(actor, id, { state: 'approved', login, reason: '' }))
    })
    if (done.ok) this.#outbox.announce()
    return done
  }

  reject(actor: Actor, id: number, reason: string): Outcome<StoredApplication> {
    const found = this.#open(actor, id)
    if (!found.ok) return found
    return this.#desk.change((journal) => {
      const text = `Application ${id} was rejected: ${reason}`
      const masks = [found.value.group_path]
      const changes = [stateChanged('new', 'rejected')]
      journal(actor, { kind: 'application', about: aboutApplication(id), masks, text, changes })
      return accept(this.#decided(actor, id, { state: 'rejected', login: null, reason }))
    })
  }

  #made(): ChosenPassword {
    const text = madePassword()
    return { text, hash: madeHash(this.#desk.seal.mark, text) }
  }

  /** The application, if the caller may see it and it still waits. */
  #open(actor: Actor, id: number): Outcome<StoredApplication> {
    const found = this.get(actor, id)
    if (!found.ok || found.value.state === 'new') return found
    return because('conflict.application_decided', { id, state: found.value.state })
  }

  #decided(
    { login: by }: Actor,
    id: number,
    how: Pick<StoredApplication, 'state' | 'login' | 'reason'>,
  ): StoredApplication {
    this.#desk.tables.applications.decide(id, {
      ...how,
      decided_at: this.#desk.clock.now(),
      decided_by: by,
    })
    return this.#desk.tables.applications.get(id) as StoredApplication
  }
}

function sameGroup(path: string, { group_path }: StoredApplication): boolean {
  return path.toLowerCase() === group_path.toLowerCase()
}

function missing(id: number): Refusal {
  return because('not_found.application', { id })
}

/** The reference of an application in journal lines. */
export function aboutApplication(id: number) {
  return { kind: 'applications', id }
}
