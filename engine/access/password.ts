import type { Refusal } from '../code.js'
import type { KeyedText } from '../reasons/keyed-text.js'
import { say } from '../reasons/reasons.js'
import type { CommonPasswords } from './common-passwords.js'

/**
 * The password rule: 8 to 16 characters, at least the group's minimum, with a lower case letter, an
 * upper case letter, a digit and a symbol. Characters are code points of the NFC form, so that the
 * same password typed on two keyboards is the same. Common passwords that satisfy the rule are
 * refused (`common-passwords.ts`).
 */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 16

const LOWER = /\p{Ll}/u
const UPPER = /\p{Lu}/u
const DIGIT = /[0-9]/
const SYMBOL = /[\p{P}\p{S}]/u
const CONTROL = /\p{Cc}/u

/** The normal form of a password, which is compared and hashed. */
export function normalPassword(password: string): string {
  return password.normalize('NFC')
}

/** The reason why `password` is too weak for its user; null if it is strong enough. */
export function passwordWeakness(
  password: string,
  groupMinimum: number,
  common: CommonPasswords,
): KeyedText | null {
  const normal = normalPassword(password)
  const shortest = Math.min(Math.max(PASSWORD_MIN, groupMinimum), PASSWORD_MAX)
  const length = [...normal].length
  if (length < shortest || length > PASSWORD_MAX) {
    return say('auth.password_weak.length', { min: shortest, max: PASSWORD_MAX })
  }
  if (CONTROL.test(normal)) return say('auth.password_weak.control')
  if (!LOWER.test(normal)) return say('auth.password_weak.lower')
  if (!UPPER.test(normal)) return say('auth.password_weak.upper')
  if (!DIGIT.test(normal)) return say('auth.password_weak.digit')
  if (!SYMBOL.test(normal)) return say('auth.password_weak.symbol')
  if (common.has(normal)) {
    return say('auth.password_weak.common')
  }
  return null
}

/** Refuses a weak password; null if it is strong enough. */
export function refuseWeak(
  password: string,
  groupMinimum: number,
  common: CommonPasswords,
): Refusal | null {
  const weakness = passwordWeakness(password, groupMinimum, common)
  return weakness === null ? null : { ok: false, code: 'auth.password_weak', ...weakness }
}
