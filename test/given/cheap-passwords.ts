import type { PasswordCost } from '../../actors/sign-in/password.task.js'

/** For servers of which something else is looked at: a hash as they come takes a tenth of a second and more. */
export const CHEAP_PASSWORDS: PasswordCost = { memoryKib: 64, passes: 1 }
