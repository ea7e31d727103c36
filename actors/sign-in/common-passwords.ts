import { createRequire } from 'node:module'
import type * as Lists from '@zxcvbn-ts/language-common'
import { type CommonPasswords, commonPasswords } from '../../engine/access/common-passwords.js'

const load = createRequire(import.meta.url)

/** The product's name, which attackers of its users try too. */
const PRODUCT = 'openfloor'

let read: CommonPasswords | null = null

/**
 * The package's list of passwords. Reading it takes 40 ms and 5 MB, so it is read for the first new
 * password, or by `prepare`.
 */
export const COMMON_PASSWORDS: CommonPasswords & { prepare(): void } = {
  has: (password) => known().has(password),
  prepare: () => void known(),
}

function known(): CommonPasswords {
  if (read !== null) return read
  const { dictionary }: typeof Lists = load('@zxcvbn-ts/language-common')
  read = commonPasswords([PRODUCT, ...dictionary['passwords-common']])
  return read
}
