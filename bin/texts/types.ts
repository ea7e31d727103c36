import type { Message, ParamKind } from './message.js'
import type { Tree } from './tree.js'

/** Generates the types of messages: a string, or a function of the English message's parameters. */

const KINDS: Readonly<Record<ParamKind, string>> = {
  value: 'string | number | bigint',
  number: 'number | bigint',
  truth: 'boolean',
  choice: 'string',
}

export function typeOf(tree: Tree<Message>): string {
  if (tree.kind === 'leaf') return messageType(tree.leaf)
  if (tree.kind === 'list') {
    const types = new Set(tree.items.map(typeOf))
    return `readonly (${[...types].join(' | ')})[]`
  }
  const lines = [...tree.named].map(
    ([name, one]) => `readonly ${JSON.stringify(name)}: ${typeOf(one)}`,
  )
  return `{\n${lines.join('\n')}\n}`
}

function messageType({ params }: Message): string {
  if (params.size === 0) return 'string'
  const fields = [...params].map(([name, kind]) => `readonly ${name}: ${KINDS[kind]}`)
  return `(values: { ${fields.join('; ')} }) => string`
}
