/**
 * Text of a stranger, made safe for storing and showing: control characters, broken surrogates and
 * characters that change the writing direction are removed; multi-line texts keep line breaks and
 * tabs.
 */
const LINE_ENDS = /\r\n?/g
const NOT_PLAIN = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
const NOT_PLAIN_NOR_BREAK = /(?![\n\t])[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** Cleans a text to one line of at most `max` characters. */
export function plainLine(text: string, max: number): string {
  // Limits the work for long texts, because composing characters never makes a text longer.
  const shown = text.slice(0, 4 * max).replace(/[\r\n\t]+/g, ' ')
  return cut(shown.replace(NOT_PLAIN, '').normalize('NFC').trim(), max)
}

/** Cleans a text of several lines to a maximum of UTF-8 bytes, and returns whether it was cut. */
export function plainLines(
  text: string,
  bytesMax: number,
): { readonly text: string; readonly isCut: boolean } {
  const shown = text
    .slice(0, 4 * bytesMax)
    .replace(LINE_ENDS, '\n')
    .replace(NOT_PLAIN_NOR_BREAK, '')
  const whole = shown.normalize('NFC').trimEnd()
  const fits = fitting(whole, bytesMax)
  return { text: fits, isCut: fits.length < whole.length }
}

function cut(text: string, max: number): string {
  if (text.length <= max) return text
  return text.slice(0, isHigh(text, max - 1) ? max - 1 : max)
}

function fitting(text: string, bytesMax: number): string {
  const bytes = new Uint8Array(bytesMax)
  const { read } = new TextEncoder().encodeInto(text, bytes)
  return text.slice(0, read)
}

/** True for the first half of a surrogate pair. */
function isHigh(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xd800 && code <= 0xdbff
}
