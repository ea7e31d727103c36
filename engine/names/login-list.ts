import type { KeyedText } from '../reasons/keyed-text.js'
import { say } from '../reasons/reasons.js'
import type { Login } from '../units.js'

const PART = /^(\d{1,16})(?:-(\d{1,16}))?$/

/**
 * Parses logins separated by commas, and ranges (`low-high`, inclusive): without duplicates, in
 * order. Otherwise returns what is wrong. The size of a range is checked before it is expanded.
 */
export function loginsIn(text: string, max: number): readonly Login[] | KeyedText {
  const logins = new Set<Login>()
  for (const part of text.split(',').map((one) => one.trim())) {
    const [, low, high = low] = PART.exec(part) ?? []
    if (low === undefined || high === undefined) {
      return say('field.logins_list')
    }
    const [from, to] = [Number(low), Number(high)]
    if (from < 1 || to > Number.MAX_SAFE_INTEGER) return say('field.logins_positive')
    if (to < from) return say('field.logins_order', { part })
    const tooMany = say('field.logins_max', { max })
    if (to - from >= max) return tooMany
    for (let login = from; login <= to; login++) logins.add(login)
    if (logins.size > max) return tooMany
  }
  return [...logins]
}
