import fc from 'fast-check'

/**
 * The characters that texts are made of: `fc.string({ unit: characters })`. The lists that fast-check itself
 * has of these take it a second to look through, in every file that uses one.
 */

/** Any character but a half of a pair. */
export const characters = fc
  .oneof(fc.nat(0x7ff), fc.nat(0xffff), fc.nat(0x10_ffff))
  .map((code) => (code >> 11 === 0x1b ? '\ufffd' : String.fromCodePoint(code)))

/** The texts that are one character to a reader. */
export const graphemes = fc.constantFrom(
  'a',
  'Z',
  '0',
  ' ',
  '"',
  '\\',
  '\t',
  '\u007f',
  'ß',
  'é',
  'e\u0301',
  'ñ',
  'Ж',
  'ع',
  'ह',
  '中',
  '한',
  '€',
  '\ud7ff',
  '\ue000',
  '\ufeff',
  '\uffff',
  '\u{1f4b6}',
  '\u{1f469}\u200d\u{1f4bb}',
  '\u{1f1ea}\u{1f1fa}',
  '\u{10ffff}',
  'n\u0303\u0331',
  '\u200b',
  '\u2028',
)
