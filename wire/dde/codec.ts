/**
 * Converts between DDE lines and quotes. A quote line is `SYMBOL BID ASK` or `SYMBOL TIME BID ASK`;
 * if more than two values follow the symbol, exactly one is skipped. Prices stay text until the
 * symbol's digits are known (`engine/pricing`).
 */

/** Common DDE clients have a fixed-size field for the symbol. */
export const DDE_SYMBOL_CHARACTERS_MAX = 32
/** Maximum length of a line, apart from symbol filters. */
export const DDE_LINE_CHARACTERS_MAX = 1_024
/** The longest `> Symbols:` line that a client may send. */
export const DDE_FILTER_CHARACTERS_MAX = 65_536
export const DDE_PING = '> Ping\r\n'

const SPACE = 32
const LESS = 60
const GREATER = 62
const EXCLAMATION = 33
const TILDE = 126
const SEMICOLON = 59

export interface DdeQuote {
  readonly symbol: string
  readonly bid: string
  readonly ask: string
}

/** Lines without a quote: answers to pings, and notices of the provider. */
export function isServiceLine(line: string): boolean {
  const first = line.charCodeAt(0)
  return first === LESS || first === GREATER
}

/**
 * Parses a quote; undefined if the line does not look like one. Whether the prices are plausible is
 * checked later.
 */
export function quoteFromLine(line: string): DdeQuote | undefined {
  const symbolEnd = line.indexOf(' ')
  if (symbolEnd < 1 || symbolEnd > DDE_SYMBOL_CHARACTERS_MAX) return undefined
  const first = line.indexOf(' ', symbolEnd + 1)
  if (first < 0) return undefined
  const second = valueEnd(line, first + 1)
  const third = second + 1
  const isTimed = third < line.length && line.charCodeAt(third) !== SPACE
  const bid = isTimed ? line.slice(first + 1, second) : line.slice(symbolEnd + 1, first)
  const ask = isTimed ? line.slice(third, valueEnd(line, third)) : line.slice(first + 1, second)
  if (bid === '' || ask === '') return undefined
  const symbol = line.slice(0, symbolEnd)
  return isSymbol(symbol) ? { symbol, bid, ask } : undefined
}

export function lineFromQuote(symbol: string, bid: string, ask: string): string {
  return `${symbol} ${bid} ${ask}\r\n`
}

/** The line that requests only these symbols; undefined if it would be too long. */
export function filterLine(symbols: readonly string[]): string | undefined {
  const line = `> Symbols:${symbols.join(';')};\r\n`
  return line.length <= DDE_FILTER_CHARACTERS_MAX ? line : undefined
}

const FILTER = /^> ?symbols:/i

/** The names in a `> Symbols:` line; undefined for other lines. Invalid names are left out. */
export function symbolsFromFilterLine(line: string): string[] | undefined {
  const head = FILTER.exec(line)
  if (head === null) return undefined
  const names = line.slice(head[0].length).split(';')
  return names.map((name) => name.trim()).filter((name) => name !== '' && isSymbol(name))
}

/** Clients write it in any case, with or without spaces. */
export function isPing(line: string): boolean {
  return line.length <= 16 && line.replaceAll(' ', '').toLowerCase() === '>ping'
}

/** Printable ASCII without spaces and semicolons, and not the start of a service line. */
export function isSymbol(name: string): boolean {
  if (name.length > DDE_SYMBOL_CHARACTERS_MAX || isServiceLine(name)) return false
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i)
    if (code < EXCLAMATION || code > TILDE || code === SEMICOLON) return false
  }
  return name !== ''
}

function valueEnd(line: string, from: number): number {
  const space = line.indexOf(' ', from)
  return space < 0 ? line.length : space
}
