import { assert } from '../../../engine/assert.js'
import { DATA_LENGTHS, FIELD_TYPES, FIELD_VALUES } from './fields.js'
import { MESSAGE_LAYOUTS, MESSAGE_TYPES, SHARED_PARTS } from './layouts.js'
import { type FixFieldRule, typeCheck } from './values.js'

/** An upper bound for the tags of the standard. */
export const FIX_TAGS_END = 1_024

/** A set of standard tags. Tags are small numbers, so a table is much faster than a set. */
export class FixTags {
  readonly #held = new Uint8Array(FIX_TAGS_END)

  has(tag: number): boolean {
    return tag < FIX_TAGS_END && this.#held[tag] === 1
  }

  add(tag: number): void {
    assert(tag < FIX_TAGS_END, 'a tag of the standard is small')
    this.#held[tag] = 1
  }

  addAll({ list }: FixTags): void {
    for (const tag of list) this.add(tag)
  }

  get list(): readonly number[] {
    return [...this.#held.keys()].filter((tag) => this.has(tag))
  }
}

/** The fields that a message or group entry may and must contain. */
export interface FixLayout {
  readonly fields: FixTags
  readonly required: readonly number[]
  /** Groups by the tag of the field with their number of entries (type NUMINGROUP). */
  readonly groups: ReadonlyMap<number, FixGroup>
}

export interface FixGroup extends FixLayout {
  /** The field with which every entry begins. */
  readonly first: number
  /** The fields of the group and of the groups nested in it. */
  readonly members: FixTags
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

/** A table by tag; unused tags are undefined. */
function tableByTag<T>(entries: readonly (readonly [number, T])[]): readonly (T | undefined)[] {
  const table: (T | undefined)[] = Array.from({ length: FIX_TAGS_END }, () => undefined)
  for (const [tag, value] of entries) table[tag] = value
  return table
}

const PARTS = named(SHARED_PARTS)
const VALUES = new Map(
  [...named(FIELD_VALUES)].map(([tag, values]) => [Number(tag), new Set(values.split(' '))]),
)
const RULES = tableByTag(
  [...named(FIELD_TYPES)].flatMap(([type, tags]) =>
    tags.split(' ').map((tag): [number, FixFieldRule] => {
      const countsEntries = type === 'NUMINGROUP'
      const values = VALUES.get(Number(tag))
      return [Number(tag), { type, isOfType: typeCheck(type), countsEntries, values }]
    }),
  ),
)
const LENGTH_TAGS = tableByTag(
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

/** The type and values of a field; undefined for a tag that the dictionary does not contain. */
export function fieldRule(tag: number): FixFieldRule | undefined {
  return tag < FIX_TAGS_END ? RULES[tag] : undefined
}

/** The tag of the field with the length of a binary field; undefined for text fields. */
export function dataLengthTag(tag: number): number | undefined {
  return tag < FIX_TAGS_END ? LENGTH_TAGS[tag] : undefined
}

/** The layout of a message type; undefined if the type is not supported. */
export function messageLayout(type: string): FixLayout | undefined {
  return LAYOUTS.get(type)
}

/** Whether the standard has this message type, supported or not. */
export function isStandardType(type: string): boolean {
  return TYPES.has(type)
}

/** The fields of a group including nested groups, for reading its entries. */
export function groupMembers(type: string, count: number): FixTags {
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
  readonly fields: FixTags
  readonly required: number[]
  readonly groups: Map<number, FixGroup>
}

function emptyLayout(): DraftLayout {
  return { fields: new FixTags(), required: [], groups: new Map() }
}

function compiled(text: string): FixLayout {
  const layout = emptyLayout()
  add(layout, wordsOf(text), true)
  return layout
}

/**
 * Adds fields to a layout. Required fields of a shared part are required only if the part itself
 * is.
 */
function add(layout: DraftLayout, words: readonly string[], isRequired: boolean): void {
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string
    const must = isRequired && word.endsWith('!')
    if (word.startsWith('@')) {
      const part = PARTS.get(word.replace(/[@!]/g, ''))
      assert(part !== undefined, `the dictionary has a part ${word}`)
      add(layout, wordsOf(part), must)
      continue
    }
    const tag = Number.parseInt(word, 10)
    layout.fields.add(tag)
    if (must) layout.required.push(tag)
    if (words[i + 1] !== '(') continue
    assert(fieldRule(tag)?.countsEntries === true, `${tag} counts entries`)
    const end = closing(words, i + 1)
    layout.groups.set(tag, groupOf(words.slice(i + 2, end)))
    i = end
  }
}

function groupOf(words: readonly string[]): FixGroup {
  const layout = emptyLayout()
  add(layout, words, true)
  const members = new FixTags()
  members.addAll(layout.fields)
  for (const group of layout.groups.values()) members.addAll(group.members)
  return { ...layout, first: firstOf(words), members }
}

/** The first field of a group, which may come from a shared part. */
function firstOf(words: readonly string[]): number {
  const [word = ''] = words
  const part = word.startsWith('@') ? PARTS.get(word.replace(/[@!]/g, '')) : undefined
  if (part !== undefined) return firstOf(wordsOf(part))
  const tag = Number.parseInt(word, 10)
  assert(tag > 0, 'a group has fields')
  return tag
}

function wordsOf(text: string): readonly string[] {
  return text.match(/@\w+!?|\d+!?|[()]/g) ?? []
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
