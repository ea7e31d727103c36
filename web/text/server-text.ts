import { marks } from './marks.js'
import { grouped } from './numbers.js'
import { timeText } from './times.js'

const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g
const NUMBER = /(?<![\w.:-])-?\d+\.\d+(?![\w.])/g

/** A text that the server has written, with its moments and decimals as the page writes them: the server's are UTC, with points. */
export function serverText(text: string): string {
  return text.replace(MOMENT, (at) => timeText(at)).replace(NUMBER, grouped)
}

/** Typed words for a search in texts of the server, with numbers in the form of the page: the server's have points alone. */
export function searchText(typed: string): string {
  const { group, decimal } = marks()
  const number = new RegExp(
    `\\d{1,3}(?:[${group}]\\d{3})+(?:[${decimal}]\\d+)?|\\d+[${decimal}]\\d+`,
    'g',
  )
  return typed.replace(number, (shown) => shown.replaceAll(group, '').replace(decimal, '.'))
}
