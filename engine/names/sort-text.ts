/**
 * The form in which texts are put in order and compared in lists: NFC, then lower case. Two texts of one
 * form are equal there. SQLite orders it by code points, as `compareCodePoints` does.
 */
export function sortText(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/**
 * Lower-case letters that are no base letter with an accent, and how people type them on other
 * keyboards.
 */
const TYPED_AS: Readonly<Record<string, string>> = {
  æ: 'ae',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
}
const SPECIAL = new RegExp(`[${Object.keys(TYPED_AS).join('')}]`, 'g')
const ASCII = /^[ -~]*$/
const MARKS = /\p{M}+/gu

/** The form of `sortText` without accents: `müller` becomes `muller`, `søren` becomes `soren`. */
export function plainText(text: string): string {
  if (ASCII.test(text)) return text
  const bare = text.normalize('NFD').replace(MARKS, '').normalize('NFC')
  return bare.replace(SPECIAL, (letter) => TYPED_AS[letter] ?? letter)
}

const SURROGATES = 0xd800
const AFTER_SURROGATES = 0xe000
const CODE_POINT_MAX = 0x10ffff

/**
 * Compares by code points. JavaScript compares UTF-16 units, which puts surrogates before U+E000.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (left === right) continue
    const isLeftPair = left >= SURROGATES && left < AFTER_SURROGATES
    const isRightPair = right >= SURROGATES && right < AFTER_SURROGATES
    if (isLeftPair !== isRightPair) return isLeftPair ? 1 : -1
    return left < right ? -1 : 1
  }
  return Math.sign(a.length - b.length)
}

/** The first text after all texts that begin with `prefix`; undefined if there is none. */
export function textAfterPrefix(prefix: string): string | undefined {
  const points = [...prefix].map((one) => one.codePointAt(0) as number)
  while (points.length > 0) {
    const last = points.pop() as number
    if (last === CODE_POINT_MAX) continue
    const next = last + 1 === SURROGATES ? AFTER_SURROGATES : last + 1
    return String.fromCodePoint(...points, next)
  }
  return undefined
}
