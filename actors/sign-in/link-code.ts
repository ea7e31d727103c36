import type { Login } from '../../engine/units.js'
import { randomToken } from '../thread/random.js'

const CODE = /^([1-9]\d{0,15})\.[A-Za-z0-9_-]{43}$/

/**
 * The code of a sign-in link: the login, a dot and 256 random bits. The digest includes the login,
 * so a page can show whose link it is, and a link with a replaced login opens nothing.
 */
export function makeLinkCode(login: Login): string {
  return `${login}.${randomToken()}`
}

/** The login in a code; null if the text cannot be a code. */
export function loginOfCode(code: string): Login | null {
  const login = CODE.exec(code)?.[1]
  return login === undefined ? null : Number(login)
}
