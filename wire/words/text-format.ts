import type { Language } from '../generated/languages.js'
import { letters } from '../generated/letters.js'

/** How a language writes numbers and times for people. */
export interface TextFormat {
  /** A decimal such as `-12345.60`: `−12,345.60`, or `−12.345,60`. */
  number(text: string): string
  /** A date such as `2026-03-02`: `02 Mar 2026`, or `02.03.2026`. */
  date(text: string): string
  /** A UTC moment such as `2026-03-02T10:00:05.000Z`: `02 Mar 2026 10:00:05`. */
  time(text: string): string
}

const known = new Map<Language, TextFormat>()

/** The format of a language. `Intl` is slow, so each language reads its separators only once. */
export function writtenIn(language: Language): TextFormat {
  const before = known.get(language)
  if (before !== undefined) return before
  const number = numberIn(language)
  const date = dateIn(language)
  const time = (text: string): string => {
    const [day = '', clock = ''] = text.slice(0, SECONDS_END).split(/[T ]/)
    return `${date(day)} ${clock}`.trimEnd()
  }
  const made = { number, date, time }
  known.set(language, made)
  return made
}

/** The number of characters of a time up to its seconds. */
const SECONDS_END = 19

function numberIn(language: Language): (text: string) => string {
  const parts = new Intl.NumberFormat(language, { useGrouping: 'always' }).formatToParts(1_000.5)
  const mark = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  const [group, decimal] = [mark('group'), mark('decimal')]
  return (text) => {
    const [whole = '', fraction] = text.replace(/^-/, '').split('.')
    const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group)
    const sign = text.startsWith('-') ? '\u2212' : ''
    return `${sign}${grouped}${fraction === undefined ? '' : `${decimal}${fraction}`}`
  }
}

function dateIn(language: Language): (text: string) => string {
  const { date, months } = letters[language]().forms
  return (text) => {
    const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
    if (year === undefined || month === undefined || day === undefined) return text
    return date({ day, month: months[Number(month) - 1] ?? month, year })
  }
}
