import type { StaffGrants } from '../../engine/access/grants.js'
import { assert } from '../../engine/assert.js'
import { type Refusal, refuse } from '../../engine/code.js'
import type { GroupRecord } from '../../engine/config/records/group.js'
import { groupPath } from '../../engine/names/group-path.js'
import type { Login } from '../../engine/units.js'
import { accountsRepo, type NewAccount } from '../../storage/repos/accounts.js'
import { countersRepo } from '../../storage/repos/counters.js'
import { type CredentialKind, credentialsRepo } from '../../storage/repos/credentials.js'
import { staffRepo } from '../../storage/repos/staff.js'
import type { AccountDetails, StoredAccount } from '../../wire/stored/stored-account.js'
import { accept, type Handlers, type Outcome } from '../thread/ask.js'
import type { Actor } from './actor.js'
import type { Desk, JournalWriter } from './desk.js'
import { grantsOf } from './identity/staff-reach.js'
import type { Once } from './remembered-answers.js'

export interface AccountsOperations {
  'accounts.create': { readonly request: CreateAccount; readonly answer: CreatedAccount }
  'accounts.get': { readonly request: { readonly login: Login }; readonly answer: StoredAccount }
  /** What a login's staff profile lets it do; null without one. */
  'accounts.staff_grants': {
    readonly request: { readonly login: Login }
    readonly answer: StaffGrants | null
  }
}

export interface CreateAccount {
  readonly actor: Actor
  readonly once?: Once
  /** 0 or left out takes the next free login. */
  readonly login?: Login
  readonly group: string
  readonly leverage?: number
  readonly limit_orders?: number
  readonly limit_positions?: number
  readonly trading_enabled?: boolean
  readonly details?: Partial<AccountDetails>
  /** Hashes, never passwords. */
  readonly hashes: Readonly<Partial<Record<CredentialKind, string>>>
}

/** Answers are remembered for a day under their keys: what was written in this shape is read again. */
export interface CreatedAccount {
  readonly account: StoredAccount
}

export const FIRST_LOGIN = 1001
/** More would not fit what clients keep in 53 bits, with room to spare. */
const LOGIN_MAX = 999_999_999_999

export function accountsDesk(desk: Desk): Handlers<AccountsOperations> {
  const accounts = accountsRepo(desk.db)
  const staff = staffRepo(desk.db)
  return {
    'accounts.create': (request) => desk.change((journal) => create(desk, request, journal)),
    'accounts.get': ({ login }) => {
      const account = accounts.get(login)
      if (account === undefined) return refuse('not_found', `There is no account ${login}.`)
      return accept(account)
    },
    'accounts.staff_grants': ({ login }) => {
      const profile = staff.get(login)
      return accept(profile === undefined ? null : grantsOf(profile))
    },
  }
}

function create(
  desk: Desk,
  request: CreateAccount,
  journal: JournalWriter,
): Outcome<CreatedAccount> {
  const accounts = accountsRepo(desk.db)
  const group = desk.config.world.named('groups', groupPath(request.group))
  if (group === undefined) {
    return refuse('not_found', `There is no group ${request.group}. Name an existing group.`)
  }
  const unfit = refuseGroup(group)
  if (unfit !== undefined) return unfit
  const login = loginFor(desk, request.login ?? 0)
  if (typeof login !== 'number') return login
  const now = desk.clock.now()
  accounts.insert(
    accountWithDefaults({
      login,
      group: group.path,
      leverage: request.leverage ?? 0,
      limit_orders: request.limit_orders ?? 0,
      limit_positions: request.limit_positions ?? 0,
      trading_enabled: request.trading_enabled ?? true,
      must_change_password: group.password_change_at_first,
      ...request.details,
    }),
    now,
  )
  const credentials = credentialsRepo(desk.db)
  for (const kind of ['master', 'investor', 'phone', 'api'] as const) {
    const hash = request.hashes[kind]
    if (hash !== undefined) credentials.set(login, kind, hash, now)
  }
  const text = `Account ${login} was opened in ${group.path}`
  journal(request.actor, { kind: 'account.created', login, text })
  const account = accounts.get(login)
  assert(account !== undefined, 'an inserted account can be read')
  return accept({ account })
}

function refuseGroup(group: GroupRecord): Refusal | undefined {
  if (!group.enabled) {
    return refuse('invalid_input', `The group ${group.path} is disabled. Choose another group.`)
  }
  return undefined
}

function loginFor(desk: Desk, wanted: Login): Login | Refusal {
  const accounts = accountsRepo(desk.db)
  if (wanted !== 0) {
    if (!Number.isSafeInteger(wanted) || wanted < 1 || wanted > LOGIN_MAX) {
      return refuse('invalid_input', `A login is a whole number from 1 to ${LOGIN_MAX}.`)
    }
    if (accounts.profile(wanted) === undefined) return wanted
    return refuse('conflict', `The login ${wanted} is taken. Choose another, or leave it out.`)
  }
  const counters = countersRepo(desk.db)
  let login = counters.next('login', FIRST_LOGIN)
  while (accounts.profile(login) !== undefined) login++
  counters.setNext('login', login + 1)
  return login
}

type AccountStart = Pick<NewAccount, 'login' | 'group'> & Partial<NewAccount>

/** Everything that is not given reads as not set. */
export function accountWithDefaults(given: AccountStart): NewAccount {
  return {
    leverage: 0,
    name: '',
    last_name: '',
    middle_name: '',
    email: '',
    phone: '',
    address: '',
    city: '',
    country: '',
    state: '',
    zip_code: '',
    id_number: '',
    comment: '',
    company: '',
    bank_account: '',
    lead_campaign: '',
    lead_source: '',
    color: '',
    language: '',
    status: '',
    agent: null,
    client_id: null,
    enabled: true,
    trading_enabled: true,
    expert_enabled: true,
    api_enabled: false,
    limit_orders: 0,
    limit_positions: 0,
    must_change_password: false,
    otp_enabled: false,
    policy_revision: 0,
    archived_at: null,
    last_access: null,
    last_ip: '',
    ...given,
  }
}
