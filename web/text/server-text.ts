import { marks } from './marks.js'
import { grouped } from './numbers.js'
import { timeText } from './times.js'

const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g
const NUMBER = /(?<![\w.:-])-?\d+\.\d+(?![\w.])/g

/**
 * A text written by the server with its times and decimals in the page's format; the server writes
 * UTC and decimal points.
 */
export function serverText(text: string): string {
  return text.replace(MOMENT, (at) => timeText(at)).replace(NUMBER, grouped)
}

/** Search words for texts of the server: typed numbers are converted to the server's format. */
export function searchText(typed: string): string {
  const { group, decimal } = marks()
  const number = new RegExp(
    `\\d{1,3}(?:[${group}]\\d{3})+(?:[${decimal}]\\d+)?|\\d+[${decimal}]\\d+`,
    'g',
  )
  return typed.replace(number, (shown) => shown.replaceAll(group, '').replace(decimal, '.'))
}
