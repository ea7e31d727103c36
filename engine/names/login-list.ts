import type { Login } from '../units.js'

const PART = /^(\d{1,16})(?:-(\d{1,16}))?$/

/**
 * Logins with commas between, and ranges of them (`low-high`), both ends included; each once, in their order. A text says what
 * is wrong. A range is measured before it is counted out.
 */
export function loginsIn(text: string, max: number): readonly Login[] | string {
  const logins = new Set<Login>()
  for (const part of text.split(',').map((one) => one.trim())) {
    const [, low, high = low] = PART.exec(part) ?? []
    if (low === undefined || high === undefined) {
      return 'must be logins and ranges like "1001,1005-1010"'
    }
    const [from, to] = [Number(low), Number(high)]
    if (from < 1 || to > Number.MAX_SAFE_INTEGER) return 'must be logins, 1 or more'
    if (to < from) return `must name the lower login of ${part} first`
    const tooMany = `must be ${max} logins at most`
    if (to - from >= max) return tooMany
    for (let login = from; login <= to; login++) logins.add(login)
    if (logins.size > max) return tooMany
  }
  return [...logins]
}
