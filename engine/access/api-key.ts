import { DAY_MS } from '../calendar/durations.js'
import { scopeMasks } from '../names/group-path.js'
import type { Fault } from '../reasons/keyed-text.js'
import { say } from '../reasons/reasons.js'
import { prefixBits } from './address.js'
import { maskWithin, scopeExcess } from './grants.js'
import { knownRights, RIGHTS, type Right } from './rights.js'
import type { StaffFacts } from './sign-in.js'
import { addressFaults, distinct, profileFaults } from './staff-profile.js'

/**
 * The permissions of an API key (docs/decisions/api-keys.md).
 *
 *   K1. A key has the rights that both it and its login have at the moment, and never those in
 *       `KEY_NEVER_HOLDS`.
 *   K2. A key reaches the groups that both reach at the moment. If masks overlap only in part, it
 *       reaches less than the overlap, never more.
 *   K3. A key must confirm bulk actions if its login must, whatever its own rights.
 */
export interface KeyGrant {
  /** The rights of the key; null if it has all rights of its login. */
  readonly rights: readonly string[] | null
  /** The scope of the key; null if it has the whole scope of its login. */
  readonly group_scope: readonly string[] | null
}

/** The fields of a key that people set. */
export interface KeyFields extends KeyGrant {
  readonly name: string
  readonly ip_allow: readonly string[]
  /** The time when the key expires; null if it is valid until it is revoked. */
  readonly expires_at: number | null
  readonly enabled: boolean
}

const KEY_NEVER_HOLDS: ReadonlySet<string> = new Set(['config.staff', 'config.api_keys'])

export const KEY_RIGHTS: readonly Right[] = RIGHTS.filter((right) => !KEY_NEVER_HOLDS.has(right))

const DUTY = 'confirm_actions'
const IPV4_BITS_MIN = 8
const IPV6_BITS_MIN = 24
const KEY_LIFE_YEARS_MAX = 2
export const KEY_LIFE_MAX_MS = KEY_LIFE_YEARS_MAX * 366 * DAY_MS

/** K1 and K3. */
export function rightsOfKey({ rights }: KeyGrant, ofLogin: readonly string[]): Right[] {
  return knownRights(ofLogin).filter((right) => {
    if (KEY_NEVER_HOLDS.has(right)) return false
    return rights === null || right === DUTY || rights.includes(right)
  })
}

/** K2. */
export function scopeOfKey(
  { group_scope: scope }: KeyGrant,
  ofLogin: readonly string[],
): readonly string[] {
  if (scope === null) return ofLogin
  if (scopeExcess(scope, ofLogin) === null) return scope
  const [own, login] = [scopeMasks(scope), scopeMasks(ofLogin)]
  const within = (inner: readonly string[], outer: readonly string[]): string[] =>
    inner.filter((mask) => outer.some((one) => maskWithin(mask, one)))
  const allowed = [...within(own.allowed, login.allowed), ...within(login.allowed, own.allowed)]
  const denied = [...own.denied, ...login.denied].map((mask) => `!${mask}`)
  return distinct([...allowed, ...denied])
}

/** The staff facts of a login, restricted to what its key allows. */
export function staffFactsOfKey(key: KeyGrant, staff: StaffFacts): StaffFacts {
  return {
    ...staff,
    rights: rightsOfKey(key, staff.rights),
    groupScope: scopeOfKey(key, staff.groupScope),
  }
}

/** The stored form of the fields: without duplicates, rights in the order of `RIGHTS`. */
export function normalKey<Given extends Partial<KeyFields>>(given: Given): Given {
  const { rights, group_scope, ip_allow } = given
  return {
    ...given,
    ...(rights ? { rights: KEY_RIGHTS.filter((right) => rights.includes(right)) } : {}),
    ...(group_scope ? { group_scope: distinct(group_scope) } : {}),
    ...(ip_allow === undefined ? {} : { ip_allow: distinct(ip_allow) }),
  }
}

/** Faults that the schema cannot find, for fields in their normal form. */
export function keyFaults(
  { group_scope, ip_allow, expires_at }: Partial<KeyFields>,
  now: number,
): Fault[] {
  const faults = group_scope ? profileFaults({ group_scope }) : []
  faults.push(...addressFaults('ip_allow', ip_allow))
  if (faults.length === 0) faults.push(...wideNetworks(ip_allow ?? []))
  if (expires_at === undefined || expires_at === null) return faults
  if (expires_at <= now) faults.push({ path: 'expires_at', ...say('field.in_future') })
  else if (expires_at > now + KEY_LIFE_MAX_MS) {
    faults.push({ path: 'expires_at', ...say('field.years_ahead', { years: KEY_LIFE_YEARS_MAX }) })
  }
  return faults
}

function wideNetworks(prefixes: readonly string[]): Fault[] {
  return prefixes.flatMap((text, i) => {
    const prefix = prefixBits(text)
    const min = prefix?.bits === 128 ? IPV6_BITS_MIN : IPV4_BITS_MIN
    if (prefix !== null && prefix.length >= min) return []
    return [{ path: `ip_allow[${i}]`, ...say('field.blocked_network_min', { min }) }]
  })
}
