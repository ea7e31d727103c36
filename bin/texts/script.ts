import { type Message, type Part, plainText } from './message.js'
import type { Tree } from './tree.js'

/** Generates scripts from messages, so that neither pages nor the server need a message parser. */

const HEAD = '// Written by the build (bin/texts).\n'
/** Chooses a plural form: an exact number first, then the plural category of the language. */
const PLURAL = (language: string): string =>
  `const rules = new Intl.PluralRules(${JSON.stringify(language)})
const plural = (n, cases) => cases[String(n)] ?? cases[rules.select(Number(n))] ?? cases.other
`
const SELECT = 'const select = (value, cases) => cases[String(value)] ?? cases.other\n'

/** A module with the messages of one language, loaded on demand. */
export function scriptOf(messages: Tree<Message>, language: string): string {
  const { choices, body } = partsOf(messages, language)
  return `${HEAD}${choices}export default ${body}\n`
}

/** A module with the messages of one language under a name, always loaded. */
export function namedScriptOf(messages: Tree<Message>, language: string, name: string): string {
  const { choices, body } = partsOf(messages, language)
  return `${HEAD}${choices}export const ${name} = ${body}\n`
}

/** A function that creates the messages of one language, so that unused languages cost nothing. */
export function makerOf(messages: Tree<Message>, language: string): string {
  const { choices, body } = partsOf(messages, language)
  return `() => {\n${choices}return ${body}\n}`
}

function partsOf(messages: Tree<Message>, language: string): { choices: string; body: string } {
  const body = treeScript(messages)
  const plural = body.includes('plural(') ? PLURAL(language) : ''
  const select = body.includes('select(') ? SELECT : ''
  return { choices: `${plural}${select}`, body }
}

function treeScript(tree: Tree<Message>): string {
  if (tree.kind === 'leaf') return messageScript(tree.leaf)
  if (tree.kind === 'list') return `[${tree.items.map(treeScript).join(', ')}]`
  const lines = [...tree.named].map(([name, one]) => `${JSON.stringify(name)}: ${treeScript(one)}`)
  return `{\n${lines.join(',\n')}\n}`
}

function messageScript(message: Message): string {
  if (message.params.size === 0) return JSON.stringify(plainText(message))
  return `(d) => ${partsScript(message.parts)}`
}

/** Concatenates the parts. A leading empty text makes the result a string. */
function partsScript(parts: readonly Part[]): string {
  const [first] = parts
  const begin = first?.type === 'content' ? [] : ["''"]
  return [...begin, ...parts.map(partScript)].join(' + ')
}

function partScript(part: Part): string {
  if (part.type === 'content') return JSON.stringify(part.value)
  const value = `d[${JSON.stringify(part.arg)}]`
  if (!('cases' in part)) return value
  const cases = part.cases.map(({ key, tokens }) => {
    // In messages, `=0` means the number itself, not a plural category.
    const name = part.type === 'plural' ? key.replace('=', '') : key
    return `${JSON.stringify(name)}: ${partsScript(tokens as Part[])}`
  })
  return `${part.type}(${value}, {${cases.join(', ')}})`
}
