import { randomToken } from '../thread/random.js'

/** An API key as text: a mark by which people and scanners of source code know it, then a random token. */
const MARK = 'ofk_'
const KEY = /^ofk_[A-Za-z0-9_-]{43}$/
const PREFIX_LENGTH = 12

export function makeApiKey(): string {
  return MARK + randomToken()
}

export function isApiKey(text: string): boolean {
  return KEY.test(text)
}

/** Whether the text was meant as an API key, whatever follows the mark. */
export function claimsApiKey(text: string): boolean {
  return text.startsWith(MARK)
}

/** The part of a key by which people know it. */
export function apiKeyPrefix(key: string): string {
  return key.slice(0, PREFIX_LENGTH)
}
