import { type Refusal, refuse } from '../code.js'
import type { CommonPasswords } from './common-passwords.js'

/**
 * The password rule: 8 to 16 characters, and at least the group's minimum, with a lower case
 * letter, an upper case letter, a digit and a symbol. Characters are code points of the NFC form,
 * so that the same password typed on two keyboards is one password. What everybody takes who is asked for
 * such a password is refused (`common-passwords.ts`).
 */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 16

const LOWER = /\p{Ll}/u
const UPPER = /\p{Lu}/u
const DIGIT = /[0-9]/
const SYMBOL = /[\p{P}\p{S}]/u
const CONTROL = /\p{Cc}/u

/** The form of a password that is compared and hashed. */
export function normalPassword(password: string): string {
  return password.normalize('NFC')
}

/** The weakness of `password`, said to its user; null when it is strong enough. */
export function passwordWeakness(
  password: string,
  groupMinimum: number,
  common: CommonPasswords,
): string | null {
  const normal = normalPassword(password)
  const shortest = Math.min(Math.max(PASSWORD_MIN, groupMinimum), PASSWORD_MAX)
  const length = [...normal].length
  if (length < shortest || length > PASSWORD_MAX) {
    return `The password must have ${shortest} to ${PASSWORD_MAX} characters.`
  }
  if (CONTROL.test(normal)) return 'The password must not have control characters.'
  if (!LOWER.test(normal)) return 'The password needs a lower case letter.'
  if (!UPPER.test(normal)) return 'The password needs an upper case letter.'
  if (!DIGIT.test(normal)) return 'The password needs a digit.'
  if (!SYMBOL.test(normal)) return 'The password needs a symbol, such as ! or #.'
  if (common.has(normal)) {
    return 'This password is among the first that are guessed. Choose another.'
  }
  return null
}

/** Null when it is strong enough. */
export function refuseWeak(
  password: string,
  groupMinimum: number,
  common: CommonPasswords,
): Refusal | null {
  const weakness = passwordWeakness(password, groupMinimum, common)
  return weakness === null ? null : refuse('auth.password_weak', weakness)
}
