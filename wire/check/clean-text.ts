/** Kinds of text by the characters that they may contain. All are normalized to NFC. */
export type TextKind = 'line' | 'multiline'

const CONTROL_LINE = /[\p{Cc}\p{Cs}\u2028\u2029]/u
const CONTROL_MULTILINE = /[\p{Cs}]|(?![\t\n\r])\p{Cc}/u
const ASCII_LINE = /^[\x20-\x7e]*$/

/** Whether the text contains only characters that a single-line (or multi-line) text may contain. */
export function isCleanText(text: string, multiline: boolean): boolean {
  return !(multiline ? CONTROL_MULTILINE : CONTROL_LINE).test(text)
}

/** Returns the normalized text, or undefined if it contains forbidden characters. */
export function tidyText(text: string, kind: TextKind): string | undefined {
  if (ASCII_LINE.test(text)) return text
  return isCleanText(text, kind === 'multiline') ? text.normalize('NFC') : undefined
}
