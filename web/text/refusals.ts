import { words } from './words.js'

/** A refusal in the language of the device where its code is known there, else as the server says it. */
export function refusalWords(code: string, message: string): string {
  return words.value.refusals[code] ?? message
}
