import type { Answer } from '../link/answer.js'
import { isServersLanguage, reasonText } from './reason-texts.js'
import { type RefusalData, refusalNumbers } from './refusal-numbers.js'
import { serverText } from './server-text.js'
import { texts } from './texts.js'
import { words } from './words.js'

/**
 * A refusal in the device's language: by its reason if that is known, otherwise by its code with
 * its numbers, otherwise the server's text.
 */
export function refusalWords(code: string, message: string, data: unknown = null): string {
  const said = codeText(code)
  const { reason = '', params = {} } = because(data)
  const text = reasonText(reason, shownParams(params))
  const [fault] = faultsIn(data)
  if (fault !== undefined && text !== undefined) return faultLine(fault, params)
  // A text typed by a person is appended unchanged to the text of the code.
  if (reason.endsWith('_text')) return joined(said, message)
  if (text !== undefined) {
    // A text that contains bounds needs no further numbers.
    return joined(text, 'min' in params || 'max' in params ? '' : numbersOf())
  }
  if (said === undefined) return serverText(message)
  // The text of a dealer, routing rule or provider is shown to the client in whatever language it was typed.
  if (code === 'trade.rejected') return joined(said, message)
  return joined(said, numbersOf())

  function numbersOf(): string {
    return !isServersLanguage() && isNumbers(data) ? refusalNumbers(code, data) : ''
  }
}

function codeText(code: string): string | undefined {
  const codes: Readonly<Record<string, string>> = texts.value.refusals.codes
  return isServersLanguage() ? undefined : codes[code]
}

interface Because {
  readonly reason?: string
  readonly params?: Params
}

interface Reasoned extends Because {
  readonly message: string
}

/** An error in a field of a request. */
interface FieldFault extends Reasoned {
  readonly path: string
}

export function faultsIn(data: unknown): readonly FieldFault[] {
  if (typeof data !== 'object' || data === null || !('fields' in data)) return []
  return Array.isArray(data.fields) ? data.fields.filter(isFault) : []
}

function isFault(one: unknown): one is FieldFault {
  return typeof one === 'object' && one !== null && 'path' in one && 'message' in one
}

function because(data: unknown): Because {
  const { reason, params } = (data ?? {}) as Because
  return typeof reason === 'string' ? { reason, params: params ?? {} } : {}
}

type Params = Readonly<Record<string, string | number>>

/** A text of the server in the device's language, by its reason. */
export function reasonWords({ message, reason, params }: Reasoned): string {
  return reasonText(reason ?? '', shownParams(params ?? {})) ?? serverText(message)
}

/** The first error with its field, and the number of further errors. */
function faultLine(fault: FieldFault, { count = 1 }: Params): string {
  const said = reasonWords(fault)
  const place = fault.path === '' ? '' : `${fault.path}: `
  const more = Number(count) - 1
  return more > 0 ? words.value.moreFaults({ first: `${place}${said}`, more }) : `${place}${said}`
}

/** Formats times and decimals for the page. */
function shownParams(params: Params): Params {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? serverText(value) : value,
    ]),
  )
}

const joined = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join(' ')

/** The text for an unsuccessful answer, or for a missing one. */
export function answerWords({ status, code, message, data }: Answer<unknown>): string {
  return status === 0 ? words.value.login.lost : refusalWords(code, message, data)
}

function isNumbers(data: unknown): data is RefusalData {
  return typeof data === 'object' && data !== null
}
