import { assert } from '../../../engine/assert.js'
import { dataLengthTag } from '../dictionary/dictionary.js'

export const FIX_BEGIN_STRING = 'FIX.4.4'
const SEPARATOR = '\u0001'

/** A field to write: tag and value, one character per byte. */
export type FixField = readonly [tag: number, value: string]

/** Serializes fields. Only binary fields may contain the separator. */
export function fieldsText(fields: readonly FixField[]): string {
  let text = ''
  for (const [tag, value] of fields) {
    assert(
      !value.includes(SEPARATOR) || dataLengthTag(tag) !== undefined,
      `field ${tag} holds no separator`,
    )
    text += `${tag}=${value}${SEPARATOR}`
  }
  return text
}

/** The complete message for the text of its fields, which start with MsgType. */
export function frameText(fields: string, beginString = FIX_BEGIN_STRING): string {
  const text = `8=${beginString}${SEPARATOR}9=${fields.length}${SEPARATOR}${fields}`
  let sum = 0
  for (let i = 0; i < text.length; i++) sum += text.charCodeAt(i) & 0xff
  return `${text}10=${String(sum & 0xff).padStart(3, '0')}${SEPARATOR}`
}

const TEXT_CHARACTERS_MAX = 255

/** Makes text from elsewhere a valid value: one line of Latin-1 characters, never empty. */
export function textValue(text: string): string {
  const said = text.slice(0, TEXT_CHARACTERS_MAX).replace(/[^\x20-\x7e\xa0-\xff]/g, '?')
  return said === '' ? '?' : said
}
