/** The kinds of text by the characters that they may hold, in one form: NFC. */
export type TextKind = 'line' | 'multiline'

const CONTROL_LINE = /[\p{Cc}\p{Cs}\u2028\u2029]/u
const CONTROL_MULTILINE = /[\p{Cs}]|(?![\t\n\r])\p{Cc}/u
const ASCII_LINE = /^[\x20-\x7e]*$/

/** Whether a text is free of characters that one-line (or multi-line) text may not hold. */
export function isCleanText(text: string, multiline: boolean): boolean {
  return !(multiline ? CONTROL_MULTILINE : CONTROL_LINE).test(text)
}

/** `text` in its one form; undefined when it holds what it may not. */
export function tidyText(text: string, kind: TextKind): string | undefined {
  if (ASCII_LINE.test(text)) return text
  return isCleanText(text, kind === 'multiline') ? text.normalize('NFC') : undefined
}
