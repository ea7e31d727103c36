import { htmlText } from '../format/html-text.js'
import type { Language } from '../generated/languages.js'
import { lettersIn } from '../words/reader-language.js'
import { writtenIn } from '../words/text-format.js'

export const WIDTH = 440

export function svg(height: number, label: string, parts: readonly string[]): string {
  return `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${htmlText(label)}">${parts.join('')}</svg>`
}

type Place = readonly [x: number, y: number, width: number, height: number]

/** A box with a tooltip. The caller must HTML-escape `said`. */
export function box(kind: string, [x, y, width, height]: Place, said: string): string {
  const place = `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`
  return `<rect class="${kind}" ${place}><title>${said}</title></rect>`
}

/** A name or a day, with its value, in the reader's language. */
export function htmlLabel(label: string, value: number, language: Language): string {
  return htmlText(`${writtenIn(language).date(label)}: ${numberText(value, language)}`)
}

const UNITS = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const

/** Formats a value for the axis of a chart. */
export function tick(value: number, language: Language): string {
  const unit = UNITS.find(([size]) => Math.abs(value) >= size)
  return unit === undefined
    ? numberText(value, language)
    : `${numberText(value / unit[0], language)} ${unit[1]}`
}

/** A number with at most two decimals, in the reader's language. */
export function numberText(value: number, language: Language): string {
  return writtenIn(language).number(String(Number(value.toFixed(2))))
}

export function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** A date on the axis, in the reader's language. */
export function dateText(date: string, withYear: boolean, language: Language): string {
  const { charts, forms } = lettersIn(language)
  const [year = '', month = '', day = ''] = date.split('-')
  const parts = { day: Number(day), month: forms.months[Number(month) - 1] ?? '' }
  return withYear ? charts.dayOfYear({ ...parts, year }) : charts.day(parts)
}
