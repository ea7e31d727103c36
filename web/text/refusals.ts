import type { Answer } from '../link/rest.js'
import type { RefusalData } from './common/en.js'
import { timeText } from './times.js'
import { words } from './words.js'

/**
 * A refusal in the language of the device where its code is known there, with the numbers that it carries, else as the
 * server says it.
 */
export function refusalWords(code: string, message: string, data: unknown = null): string {
  const { refusals, refusalNumbers } = words.value
  const said = refusals[code]
  if (said === undefined) return message
  // The text of a dealer, a routing rule or a provider is for the client, in whatever language it was typed.
  if (code === 'trade.rejected') return `${said} ${message}`
  const numbers = isNumbers(data) ? (refusalNumbers[code]?.(withTimes(data)) ?? '') : ''
  return `${said} ${numbers}`.trim()
}

/** What is said of an answer that is not what was asked for, or that did not come. */
export function answerWords({ status, code, message, data }: Answer<unknown>): string {
  return status === 0 ? words.value.login.lost : refusalWords(code, message, data)
}

function isNumbers(data: unknown): data is RefusalData {
  return typeof data === 'object' && data !== null
}

/** Moments on the clock that is shown. */
function withTimes(data: RefusalData): RefusalData {
  const { opens_at: at } = data
  return typeof at === 'string' ? { ...data, opens_at: timeText(at, false) } : data
}
