import { grouped } from './numbers.js'
import { timeText } from './times.js'

const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g
const NUMBER = /(?<![\w.:-])-?\d+\.\d+(?![\w.])/g

/** A text that the server has written, with its moments and decimals as the page writes them: the server's are UTC, with points. */
export function serverText(text: string): string {
  return text.replace(MOMENT, (at) => timeText(at)).replace(NUMBER, grouped)
}
