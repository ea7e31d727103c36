import type { StaffGrants } from '../../../engine/access/grants.js'
import { assert } from '../../../engine/assert.js'
import type { Refusal } from '../../../engine/code.js'
import { isDemoGroup } from '../../../engine/config/kinds/server-settings.js'
import { demoPolicy } from '../../../engine/config/network-servers.js'
import type { GroupRecord } from '../../../engine/config/records/group.js'
import { groupPath } from '../../../engine/names/group-path.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import type { NewAccount } from '../../../storage/repos/accounts/accounts.js'
import type { CredentialKind } from '../../../storage/repos/accounts/credentials.js'
import { ACCOUNT_FIELDS, accountField } from '../../../wire/account/account-fields.js'
import type { AccountDetails, StoredAccount } from '../../../wire/account/stored-account.js'
import { madeHash } from '../../sign-in/made-hash.js'
import { accept, type Outcome } from '../../thread/ask.js'
import { madePassword } from '../../thread/random.js'
import type { Actor } from '../actor.js'
import type { Desk, JournalWriter } from '../desk.js'
import { grantsOf } from '../identity/staff-reach.js'
import { Outbox } from '../people/outbox.js'
import { welcomeEmail } from '../people/welcome.js'
import type { Once } from '../remembered-answers.js'
import { refuseAccount } from './account-counts.js'

export interface CreateAccount {
  readonly actor: Actor
  readonly once?: Once
  /** The login of the new account; 0 or undefined takes the next free login. */
  readonly login?: Login
  readonly group: string
  /**
   * True if the password must be changed at the first sign-in. If undefined, the group's setting
   * applies.
   */
  readonly must_change_password?: boolean
  readonly details?: Partial<AccountDetails> & Partial<Pick<NewAccount, 'api_enabled'>>
  /** The hash of each password, never the password itself. */
  readonly hashes: Readonly<Partial<Record<CredentialKind, string>>>
}

/** The passwords for an account holder's sign-in. */
export type SignInPasswords = Readonly<Record<'master' | 'investor', string | null>>

export interface OpenAccount extends CreateAccount {
  /**
   * The passwords that the server generates; a generated master password must be changed at the
   * first sign-in.
   */
  readonly make?: readonly (keyof SignInPasswords)[]
  /** Sends the welcome e-mail, with the generated passwords and those that staff chose. */
  readonly welcome?: SignInPasswords
}

/**
 * The answer about an opened account. Answers are stored for a day under their keys, so the form
 * must stay readable.
 */
export interface CreatedAccount {
  readonly account: StoredAccount
  /**
   * The generated passwords that were not sent by e-mail. Missing in answers stored by older
   * versions.
   */
  readonly made?: SignInPasswords
}

export const FIRST_LOGIN = 1001
/** The highest login: clients store numbers in 53 bits, and this leaves room to spare. */
export const LOGIN_MAX = 999_999_999_999

export function accountsDesk(desk: Desk) {
  const { accounts, staff } = desk.tables
  const opened = new NewAccounts(desk)
  const outbox = new Outbox(desk)
  return {
    'accounts.create': (request: OpenAccount): Outcome<CreatedAccount> => {
      const { welcome } = request
      const made = madeFor(request)
      const created = desk.change((journal) => {
        const one = opened.create(withMade(desk, request, made), journal)
        if (!one.ok || welcome === undefined) return one.ok ? accept({ ...one.value, made }) : one
        const { account } = one.value
        const master = made.master ?? welcome.master ?? ''
        const investor = made.investor ?? welcome.investor ?? ''
        const queued = outbox.add(welcomeEmail(desk, account, { master, investor }))
        return queued.ok ? one : queued
      })
      if (created.ok && welcome !== undefined) outbox.announce()
      return created
    },
    'accounts.get': ({ login }: { readonly login: Login }): Outcome<StoredAccount> => {
      const account = accounts.get(login)
      if (account === undefined) return because('not_found.account', { login })
      return accept(account)
    },
    /** The grants of a login's staff profile; null if there is none. */
    'accounts.staff_grants': ({
      login,
    }: {
      readonly login: Login
    }): Outcome<StaffGrants | null> => {
      const profile = staff.get(login)
      return accept(profile === undefined ? null : grantsOf(profile))
    },
  }
}

function madeFor({ make = [] }: OpenAccount): SignInPasswords {
  const one = (kind: keyof SignInPasswords) => (make.includes(kind) ? madePassword() : null)
  return { master: one('master'), investor: one('investor') }
}

/**
 * The request with the hashes of generated passwords. A user who gets a password from staff must
 * choose another one.
 */
function withMade({ seal }: Desk, request: OpenAccount, made: SignInPasswords): CreateAccount {
  const hashes = { ...request.hashes }
  for (const kind of ['master', 'investor'] as const) {
    const password = made[kind]
    if (password !== null) hashes[kind] = madeHash(seal.mark, password)
  }
  const isHandedOver = made.master !== null || request.welcome !== undefined
  return { ...request, hashes, ...(isHandedOver ? { must_change_password: true } : {}) }
}

/** Opens accounts, inside changes. A refused opening has changed nothing. */
export class NewAccounts {
  readonly #desk: Desk

  constructor(desk: Desk) {
    this.#desk = desk
  }

  create(request: CreateAccount, journal: JournalWriter): Outcome<CreatedAccount> {
    const opened = this.open(request, journal)
    if (!opened.ok) return opened
    const account = this.#desk.tables.accounts.get(opened.value)
    assert(account !== undefined, 'an inserted account can be read')
    return accept({ account })
  }

  open(request: CreateAccount, journal: JournalWriter): Outcome<Login> {
    const group = this.#desk.config.world.named('groups', groupPath(request.group))
    if (group === undefined) {
      return because('not_found.existing_group', { path: request.group })
    }
    const unfit = refuseGroup(group) ?? refuseDemo(this.#desk, group) ?? refuseAccount(this.#desk)
    if (unfit !== undefined) return unfit
    const login = this.#loginFor(request.login ?? 0)
    if (typeof login !== 'number') return login
    const now = this.#desk.clock.now()
    this.#desk.tables.accounts.insert(
      accountWithDefaults({
        login,
        group: group.path,
        must_change_password: request.must_change_password ?? group.password_change_at_first,
        ...request.details,
      }),
      now,
    )
    for (const kind of ['master', 'investor', 'phone', 'api'] as const) {
      const hash = request.hashes[kind]
      if (hash !== undefined) this.#desk.tables.credentials.set(login, kind, hash, now)
    }
    const text = `Account ${login} was opened in ${group.path}`
    journal(request.actor, { kind: 'account.created', login, text })
    return accept(login)
  }

  #loginFor(wanted: Login): Login | Refusal {
    const accounts = this.#desk.tables.accounts
    if (wanted !== 0) {
      if (!Number.isSafeInteger(wanted) || wanted < 1 || wanted > LOGIN_MAX) {
        return because('invalid_input.login', { max: LOGIN_MAX })
      }
      if (accounts.profile(wanted) === undefined) return wanted
      return because('conflict.login_taken', { login: wanted })
    }
    let login = this.#desk.tables.counters.next('login', FIRST_LOGIN)
    while (accounts.profile(login) !== undefined) login++
    this.#desk.tables.counters.setNext('login', login + 1)
    return login
  }
}

/** Refuses an account in a demo group if the server's policy allows no demo accounts. */
function refuseDemo({ config }: Desk, { path }: GroupRecord): Refusal | undefined {
  if (demoPolicy(config)?.mode !== 0 || !isDemoGroup(path)) return undefined
  return because('forbidden.no_demo')
}

function refuseGroup(group: GroupRecord): Refusal | undefined {
  if (!group.enabled) {
    return because('invalid_input.group_disabled', { group: group.path })
  }
  return undefined
}

type AccountStart = Pick<NewAccount, 'login' | 'group'> & Partial<NewAccount>

const UNSET = Object.fromEntries(
  ACCOUNT_FIELDS.filter((name) => accountField(name).isMade !== true).map((name) => [
    name,
    accountField(name).empty,
  ]),
) as NewAccount

/** The account to store: omitted fields get the value that means "not set". */
export function accountWithDefaults(given: AccountStart): NewAccount {
  return { ...UNSET, ...given }
}
