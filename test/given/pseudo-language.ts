import { ENGLISH, type Texts } from '../../bin/texts/files.js'
import { type Part, readMessage } from '../../bin/texts/message.js'
import { mapped } from '../../bin/texts/tree.js'

/**
 * A language for tests, made of the English messages: each letter has an accent and each text is 40 % longer, so a page
 * shows a text without accents that comes from no message file, and a long text that does not fit.
 */
const PLAIN = 'AaCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz'
const ACCENTED = 'ÅåÇçÐðÉéĞğĤĥÎîĴĵĶķĻļÑñÖöŔŕŠšŢţÛûŴŵÝýŽž'
const LONGER = 0.4

export function pseudoTexts(english: Texts): Texts {
  return new Map(
    [...english].map(([folder, areas]) => [
      folder,
      new Map([...areas].map(([area, tree]) => [area, mapped(tree, pseudoText)])),
    ]),
  )
}

/** `Chart of {symbol}` as `Çĥåŕţ öf {symbol}···`. */
export function pseudoText(text: string): string {
  return partsText(readMessage(text, ENGLISH).parts)
}

function partsText(parts: readonly Part[]): string {
  const shown = parts.map((part) => (part.type === 'content' ? part.value : '')).join('')
  const fill = '·'.repeat(Math.ceil(LONGER * shown.trim().length))
  return `${parts.map(partText).join('')}${fill}`
}

function partText(part: Part): string {
  if (part.type === 'content') return quoted([...part.value].map(accented).join(''))
  if (!('cases' in part)) return `{${part.arg}}`
  const cases = part.cases.map(({ key, tokens }) => `${key} {${partsText(tokens as Part[])}}`)
  return `{${[part.arg, part.type, cases.join(' ')].join(', ')}}`
}

function accented(letter: string): string {
  const at = PLAIN.indexOf(letter)
  return at < 0 ? letter : (ACCENTED[at] ?? letter)
}

/** As MessageFormat reads it as text. */
function quoted(text: string): string {
  return text.replaceAll("'", "''").replaceAll(/[{}]+/g, (braces) => `'${braces}'`)
}
