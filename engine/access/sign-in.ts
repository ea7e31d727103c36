import type { Refusal } from '../code.js'
import { isStaffGroup } from '../names/group-path.js'
import { because } from '../reasons/reasons.js'
import { addressAllowed, prefixesOfBoth } from './address.js'
import type { ServerAccess } from './server-access.js'
import type { SessionSide, Terminal } from './session.js'

/**
 * The data that decides who may sign in and what a session may do: the account, its group, its
 * staff profile.
 */
export interface AccessFacts {
  readonly login: number
  /**
   * The first and last name, as the pages show the signed-in user; empty if the account has none.
   */
  readonly name: string
  readonly group: string
  /** True if the account and its group are enabled, and the account is not archived. */
  readonly enabled: boolean
  readonly mustChangePassword: boolean
  readonly apiEnabled: boolean
  /** The networks from which the terminal `api` may be used; an empty list allows every address. */
  readonly apiIpAllow: readonly string[]
  readonly otpEnabled: boolean
  readonly otpRequired: boolean
  readonly staff: StaffFacts | null
}

export interface StaffFacts {
  readonly active: boolean
  readonly rights: readonly string[]
  readonly groupScope: readonly string[]
  readonly ipAllow: readonly string[]
  readonly logsMonths: number
  readonly reportsMonths: number
}

export interface AccessQuestion {
  readonly terminal: Terminal
  readonly side: SessionSide
  readonly address: string
}

/**
 * Decides if this login may use this terminal from this address. Called after the password check,
 * and again for open sessions when the data changes. The order of the checks is part of the
 * contract: enabled, staff, terminal, address. A disabled staff profile and its networks also apply
 * on the trader side, because it is the same person with the same password.
 */
export function refuseAccess(
  facts: AccessFacts,
  question: AccessQuestion,
  server: Pick<ServerAccess, 'isOpen'>,
): Refusal | null {
  const isStaff = question.side === 'staff'
  if (!facts.enabled || facts.staff?.active === false) {
    return because('auth.account_disabled.account')
  }
  if (isStaff && (facts.staff === null || !isStaffGroup(facts.group))) {
    return because('auth.not_staff.account')
  }
  if (!server.isOpen(question.terminal) || !terminalAllowed(facts, question)) {
    return because('auth.terminal_not_allowed.account')
  }
  if (!addressAllowed(addressesOf(facts, question), question.address)) {
    return because('auth.ip_not_allowed.sign_in')
  }
  return null
}

/** The networks from which the user of this terminal may connect; empty for every address. */
export function addressesOf(
  { staff, apiIpAllow }: Pick<AccessFacts, 'staff' | 'apiIpAllow'>,
  { side, terminal }: Pick<AccessQuestion, 'side' | 'terminal'>,
): readonly string[] {
  const ofStaff = staff?.ipAllow ?? EVERYWHERE
  return side === 'trader' && terminal === 'api' ? prefixesOfBoth(ofStaff, apiIpAllow) : ofStaff
}

function terminalAllowed(facts: AccessFacts, question: AccessQuestion): boolean {
  if (question.terminal === 'admin') return facts.staff?.rights.includes('terminal.admin') ?? false
  return question.terminal !== 'api' || facts.apiEnabled
}

const EVERYWHERE: readonly string[] = []

/** The kinds of passwords; `credentialKinds` has those of a terminal in the order in which they are tried. */
export type CredentialKind = 'master' | 'investor' | 'phone' | 'api'

export function credentialKinds(terminal: Terminal): readonly CredentialKind[] {
  if (terminal === 'api') return ['api']
  return terminal === 'admin' || terminal === 'manager' ? ['master'] : ['master', 'investor']
}

/** True for the investor password, which only allows viewing. */
export function isReadOnly(kind: CredentialKind): boolean {
  return kind === 'investor'
}
