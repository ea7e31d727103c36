import { dataLengthTag, fieldRule } from '../dictionary/dictionary.js'
import { TAG } from './tags.js'

/** Fields in the order in which they stand; a value is one character a byte. */
export class FixFields {
  readonly tags: readonly number[]
  readonly values: readonly string[]
  readonly from: number
  readonly to: number

  constructor(
    tags: readonly number[],
    values: readonly string[],
    from = 0,
    to: number = tags.length,
  ) {
    this.tags = tags
    this.values = values
    this.from = from
    this.to = to
  }

  /** The first of that tag; undefined where there is none. */
  value(tag: number): string | undefined {
    for (let i = this.from; i < this.to; i++) if (this.tags[i] === tag) return this.values[i]
    return undefined
  }

  text(tag: number): string {
    return this.value(tag) ?? ''
  }

  isSet(tag: number): boolean {
    return this.value(tag) === 'Y'
  }

  /** Undefined where it is absent or no whole number. */
  whole(tag: number): number | undefined {
    const text = this.value(tag)
    return text === undefined || !/^\d{1,15}$/.test(text) ? undefined : Number(text)
  }

  /**
   * Entries of a repeating group: each begins with the field that the first one begins with, and the last
   * one ends before the first field of the standard that is none of `members`.
   */
  entries(count: number, members: ReadonlySet<number>): readonly FixFields[] {
    const entries: FixFields[] = []
    let at = this.tags.indexOf(count, this.from) + 1
    if (at === 0 || at > this.to) return entries
    const first = this.tags[at]
    let begin = at
    for (; at < this.to; at++) {
      const tag = this.tags[at] as number
      if (!members.has(tag) && fieldRule(tag) !== undefined) break
      if (tag !== first || at === begin) continue
      entries.push(new FixFields(this.tags, this.values, begin, at))
      begin = at
    }
    if (at > begin) entries.push(new FixFields(this.tags, this.values, begin, at))
    return entries
  }
}

/** A message that arrived, without BodyLength and CheckSum, which held. */
export class FixMessage extends FixFields {
  readonly beginString: string
  readonly type: string
  /** The first tag that is no number of a field, as it stands there. */
  readonly badTag: string | undefined
  /** A field of bytes whose length does not fit. */
  readonly badData: number | undefined
  readonly bytes: number

  constructor(found: FoundFields) {
    super(found.tags, found.values)
    this.beginString = found.beginString
    this.type = found.values[0] as string
    this.badTag = found.badTag
    this.badData = found.badData
    this.bytes = found.bytes
  }

  /** MsgSeqNum; undefined where there is none that can be read. */
  get seq(): number | undefined {
    return this.whole(TAG.msgSeqNum)
  }

  get isPossDup(): boolean {
    return this.isSet(TAG.possDup)
  }
}

interface FoundFields {
  readonly beginString: string
  readonly tags: number[]
  readonly values: string[]
  readonly bytes: number
  badTag: string | undefined
  badData: number | undefined
}

/** Fields of one message; the dictionary bounds how deep its groups go. */
export const FIX_FIELDS_MAX = 16_384
const SEPARATOR = '\u0001'
const TRAILER_CHARACTERS = 7
const TAG_DIGITS_MAX = 9

/** `garbled`: a part of it is no field at all, so it counts as never received. */
export function readFixMessage(frame: Buffer): FixMessage | 'garbled' | 'too_many_fields' {
  const text = frame.toString('latin1')
  const end = text.length - TRAILER_CHARACTERS
  const beginEnd = text.indexOf(SEPARATOR)
  const found: FoundFields = {
    ...{ beginString: text.slice(2, beginEnd), tags: [], values: [], bytes: frame.length },
    ...{ badTag: undefined, badData: undefined },
  }
  let at = text.indexOf(SEPARATOR, beginEnd + 1) + 1
  while (at < end) {
    if (found.tags.length >= FIX_FIELDS_MAX) return 'too_many_fields'
    const next = readField(text, at, end, found)
    if (next < 0) return 'garbled'
    at = next
  }
  return new FixMessage(found)
}

/** Reads a field; answers the place of the next one, or -1 where here is none. */
function readField(text: string, at: number, end: number, found: FoundFields): number {
  let tag = 0
  let i = at
  for (; i < end; i++) {
    const code = text.charCodeAt(i) - 48
    if (code < 0 || code > 9) break
    tag = tag * 10 + code
  }
  if (text[i] !== '=' || i === at) return readBadTag(text, at, end, found)
  if (i - at > TAG_DIGITS_MAX || text[at] === '0') found.badTag ??= text.slice(at, i).slice(0, 16)
  const valueAt = i + 1
  const stop = dataEnd(text, valueAt, tag, end, found) ?? text.indexOf(SEPARATOR, valueAt)
  found.tags.push(i - at > TAG_DIGITS_MAX ? 0 : tag)
  found.values.push(text.slice(valueAt, stop))
  return stop + 1
}

/** A minus before it is a field with a bad tag; anything else is none. */
function readBadTag(text: string, at: number, end: number, found: FoundFields): number {
  const stop = text.indexOf(SEPARATOR, at)
  const field = text.slice(at, stop)
  const parts = /^(-\d{1,9})=/.exec(field)
  if (parts === null || stop >= end) return -1
  found.badTag ??= parts[1] as string
  found.tags.push(0)
  found.values.push(field.slice((parts[1] as string).length + 1))
  return stop + 1
}

/** The end of a field of bytes, which may hold separators; its length is the field before it. */
function dataEnd(
  text: string,
  at: number,
  tag: number,
  end: number,
  found: FoundFields,
): number | undefined {
  const lengthTag = dataLengthTag(tag)
  if (lengthTag === undefined) return undefined
  const last = found.tags.length - 1
  const length = found.values[last] ?? ''
  if (found.tags[last] === lengthTag && /^\d{1,7}$/.test(length)) {
    const stop = at + Number(length)
    if (stop < end && text[stop] === SEPARATOR) return stop
  }
  found.badData ??= tag
  return undefined
}
