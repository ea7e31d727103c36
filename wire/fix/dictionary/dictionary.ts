import { assert } from '../../../engine/assert.js'
import { DATA_LENGTHS, FIELD_TYPES, FIELD_VALUES } from './fields.js'
import { MESSAGE_LAYOUTS, MESSAGE_TYPES, SHARED_PARTS } from './layouts.js'

/** Fields that a message, or an entry of a group, may and must hold. */
export interface FixLayout {
  readonly fields: ReadonlySet<number>
  readonly required: readonly number[]
  /** By the field that counts their entries. */
  readonly groups: ReadonlyMap<number, FixGroup>
}

export interface FixGroup extends FixLayout {
  /** By which an entry begins. */
  readonly first: number
  /** Its fields and those of the groups within it. */
  readonly members: ReadonlySet<number>
}

export interface FixFieldRule {
  readonly type: string
  /** Undefined where any is allowed. */
  readonly values: ReadonlySet<string> | undefined
}

function lines(text: string): string[] {
  return text.trim().replaceAll('\n  ', ' ').split('\n')
}

function named(text: string): Map<string, string> {
  return new Map(
    lines(text).map((line) => {
      const at = line.indexOf(' ')
      return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)]
    }),
  )
}

const PARTS = named(SHARED_PARTS)
const VALUES = new Map(
  [...named(FIELD_VALUES)].map(([tag, values]) => [Number(tag), new Set(values.split(' '))]),
)
const RULES: ReadonlyMap<number, FixFieldRule> = new Map(
  [...named(FIELD_TYPES)].flatMap(([type, tags]) =>
    tags.split(' ').map((tag): [number, FixFieldRule] => {
      return [Number(tag), { type, values: VALUES.get(Number(tag)) }]
    }),
  ),
)
const LENGTH_TAGS = new Map(
  DATA_LENGTHS.trim()
    .split(/\s+/)
    .map((pair) => pair.split(':').map(Number) as [number, number]),
)
const TYPES: ReadonlySet<string> = new Set(MESSAGE_TYPES.trim().split(/\s+/))
const LAYOUTS = new Map([...named(MESSAGE_LAYOUTS)].map(([type, text]) => [type, compiled(text)]))

export const HEADER: FixLayout = layoutNamed('Header')
export const TRAILER: FixLayout = layoutNamed('Trailer')
LAYOUTS.delete('Header')
LAYOUTS.delete('Trailer')

/** Undefined for a field that the dictionary does not hold. */
export function fieldRule(tag: number): FixFieldRule | undefined {
  return RULES.get(tag)
}

/** The field that says how long a field of bytes is; undefined for a field of text. */
export function dataLengthTag(tag: number): number | undefined {
  return LENGTH_TAGS.get(tag)
}

/** Undefined for what is not spoken here. */
export function messageLayout(type: string): FixLayout | undefined {
  return LAYOUTS.get(type)
}

/** A type of the standard, spoken here or not. */
export function isStandardType(type: string): boolean {
  return TYPES.has(type)
}

/** Fields of a message's group, those within it included: to take its entries apart. */
export function groupMembers(type: string, count: number): ReadonlySet<number> {
  const group = messageLayout(type)?.groups.get(count)
  assert(group !== undefined, `${type} has a group ${count}`)
  return group.members
}

function layoutNamed(name: string): FixLayout {
  const layout = LAYOUTS.get(name)
  assert(layout !== undefined, `the dictionary has a ${name}`)
  return layout
}

interface DraftLayout {
  readonly fields: Set<number>
  readonly required: number[]
  readonly groups: Map<number, FixGroup>
}

function emptyLayout(): DraftLayout {
  return { fields: new Set(), required: [], groups: new Map() }
}

function compiled(text: string): FixLayout {
  const layout = emptyLayout()
  add(layout, text.match(/@\w+!?|\d+!?|[()]/g) ?? [], true)
  return layout
}

/** Required fields of a part count where the part itself is required. */
function add(layout: DraftLayout, words: readonly string[], isRequired: boolean): void {
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string
    const must = isRequired && word.endsWith('!')
    if (word.startsWith('@')) {
      const part = PARTS.get(word.replace(/[@!]/g, ''))
      assert(part !== undefined, `the dictionary has a part ${word}`)
      add(layout, part.match(/@\w+!?|\d+!?|[()]/g) ?? [], must)
      continue
    }
    const tag = Number.parseInt(word, 10)
    layout.fields.add(tag)
    if (must) layout.required.push(tag)
    if (words[i + 1] !== '(') continue
    const end = closing(words, i + 1)
    layout.groups.set(tag, groupOf(words.slice(i + 2, end)))
    i = end
  }
}

function groupOf(words: readonly string[]): FixGroup {
  const layout = emptyLayout()
  add(layout, words, true)
  const members = new Set(layout.fields)
  for (const group of layout.groups.values()) for (const tag of group.members) members.add(tag)
  const [first] = layout.fields
  assert(first !== undefined, 'a group has fields')
  return { ...layout, first, members }
}

function closing(words: readonly string[], from: number): number {
  let depth = 0
  for (let i = from; i < words.length; i++) {
    if (words[i] === '(') depth++
    if (words[i] === ')') depth--
    if (depth === 0) return i
  }
  throw new Error('a group of the dictionary does not end')
}
