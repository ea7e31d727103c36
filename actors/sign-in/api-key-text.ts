import { randomToken } from '../thread/random.js'

/** An API key as text: a prefix that people and secret scanners recognise, then a random token. */
const MARK = 'ofk_'
const KEY = /^ofk_[A-Za-z0-9_-]{43}$/
const PREFIX_LENGTH = 12

export function makeApiKey(): string {
  return MARK + randomToken()
}

export function isApiKey(text: string): boolean {
  return KEY.test(text)
}

/** True if the text was meant as an API key, whatever follows the prefix. */
export function claimsApiKey(text: string): boolean {
  return text.startsWith(MARK)
}

/** The part of a key that may be shown to identify it. */
export function apiKeyPrefix(key: string): string {
  return key.slice(0, PREFIX_LENGTH)
}
