import { dataLengthTag, type FixTags, fieldRule } from '../dictionary/dictionary.js'
import { TAG } from './tags.js'

/**
 * The fields of a message in order; values have one character per byte. A value is only extracted
 * when it is read, because most fields are only checked.
 */
export class FixFields {
  readonly source: string
  /** The tag of each field, and the start and end of its value. */
  readonly places: readonly number[]
  readonly from: number
  readonly to: number

  constructor(source: string, places: readonly number[], from: number, to: number) {
    this.source = source
    this.places = places
    this.from = from
    this.to = to
  }

  tagAt(at: number): number {
    return this.places[at * PLACES] as number
  }

  /** The position in the message where the value begins. */
  beginAt(at: number): number {
    return this.places[at * PLACES + 1] as number
  }

  endAt(at: number): number {
    return this.places[at * PLACES + 2] as number
  }

  valueAt(at: number): string {
    return this.source.slice(this.beginAt(at), this.endAt(at))
  }

  /** The index of the first field with the tag; -1 if there is none. */
  indexOf(tag: number): number {
    for (let at = this.from; at < this.to; at++) if (this.tagAt(at) === tag) return at
    return -1
  }

  /** The value of the first field with the tag; undefined if there is none. */
  value(tag: number): string | undefined {
    const at = this.indexOf(tag)
    return at < 0 ? undefined : this.valueAt(at)
  }

  text(tag: number): string {
    return this.value(tag) ?? ''
  }

  isSet(tag: number): boolean {
    return this.value(tag) === 'Y'
  }

  /** The integer value of a field; undefined if the field is missing or no integer. */
  whole(tag: number): number | undefined {
    const text = this.value(tag)
    return text === undefined || !/^\d{1,15}$/.test(text) ? undefined : Number(text)
  }

  /**
   * The entries of a repeating group. Each begins with the same field as the first entry. The last
   * ends before the first standard field that is not in `members`.
   */
  entries(count: number, members: FixTags): readonly FixFields[] {
    const entries: FixFields[] = []
    let at = this.indexOf(count) + 1
    if (at === 0 || at === this.to) return entries
    const first = this.tagAt(at)
    let begin = at
    for (; at < this.to; at++) {
      const tag = this.tagAt(at)
      if (!members.has(tag) && fieldRule(tag) !== undefined) break
      if (tag !== first || at === begin) continue
      entries.push(new FixFields(this.source, this.places, begin, at))
      begin = at
    }
    if (at > begin) entries.push(new FixFields(this.source, this.places, begin, at))
    return entries
  }
}

/** A received message without BodyLength and CheckSum, which have been checked. */
export class FixMessage extends FixFields {
  readonly type: string
  /** The first tag that is not a valid number, as it was written. */
  readonly badTag: string | undefined
  /** The tag of a binary field whose length is wrong. */
  readonly badData: number | undefined

  constructor(found: FoundFields) {
    const places: number[] = new Array(found.count * PLACES)
    for (let i = 0; i < places.length; i++) places[i] = found.places[i] as number
    super(found.source, places, 0, found.count)
    this.type = this.valueAt(0)
    this.badTag = found.badTag
    this.badData = found.badData
  }

  get beginString(): string {
    return this.source.slice(2, this.source.indexOf(SEPARATOR))
  }

  get bytes(): number {
    return this.source.length
  }

  /** The field MsgSeqNum; undefined if it is missing or invalid. */
  get seq(): number | undefined {
    return this.whole(TAG.msgSeqNum)
  }

  get isPossDup(): boolean {
    return this.isSet(TAG.possDup)
  }
}

/** The most fields of a message. The dictionary bounds how deep its groups nest. */
export const FIX_FIELDS_MAX = 16_384
const PLACES = 3
const SEPARATOR = '\u0001'
const SOH = 1
const EQUALS = 61
const DIGIT_0 = 48
const TRAILER_CHARACTERS = 7
const TAG_DIGITS_MAX = 9

/** The fields of a message found so far. */
class FoundFields {
  source = ''
  count = 0
  badTag: string | undefined
  badData: number | undefined
  readonly places = new Int32Array(FIX_FIELDS_MAX * PLACES)

  begin(source: string): void {
    this.source = source
    this.count = 0
    this.badTag = undefined
    this.badData = undefined
  }

  add(tag: number, from: number, to: number): void {
    const at = this.count * PLACES
    this.places[at] = tag
    this.places[at + 1] = from
    this.places[at + 2] = to
    this.count++
  }
}

/** The fields are reused for every message to avoid allocations. */
const found = new FoundFields()

/**
 * Parses a message. `garbled` means that a part of it is no field, so that the message counts as
 * not received.
 */
export function readFixMessage(frame: Buffer): FixMessage | 'garbled' | 'too_many_fields' {
  const text = frame.toString('latin1')
  const end = text.length - TRAILER_CHARACTERS
  found.begin(text)
  let at = text.indexOf(SEPARATOR, text.indexOf(SEPARATOR) + 1) + 1
  while (at < end) {
    if (found.count >= FIX_FIELDS_MAX) return 'too_many_fields'
    const next = readField(text, at, end)
    if (next < 0) return 'garbled'
    at = next
  }
  return new FixMessage(found)
}

/** Reads a field. Returns the position of the next one, or -1 if this is not a field. */
function readField(text: string, at: number, end: number): number {
  let tag = 0
  let i = at
  let code = 0
  for (; i < end; i++) {
    code = text.charCodeAt(i)
    if (code < DIGIT_0 || code > DIGIT_0 + 9) break
    tag = tag * 10 + code - DIGIT_0
  }
  if (code !== EQUALS || i === at) return readBadTag(text, at, end)
  const isLong = i - at > TAG_DIGITS_MAX
  if (isLong || text.charCodeAt(at) === DIGIT_0) found.badTag ??= text.slice(at, i).slice(0, 16)
  const valueAt = i + 1
  const lengthTag = isLong ? undefined : dataLengthTag(tag)
  let stop = lengthTag === undefined ? -1 : dataEnd(text, valueAt, tag, lengthTag, end)
  if (stop < 0) {
    stop = valueAt
    while (text.charCodeAt(stop) !== SOH) stop++
  }
  found.add(isLong ? 0 : tag, valueAt, stop)
  return stop + 1
}

/** A tag with a minus counts as a field with an invalid tag. Anything else is not a field. */
function readBadTag(text: string, at: number, end: number): number {
  const stop = text.indexOf(SEPARATOR, at)
  const parts = /^(-\d{1,9})=/.exec(text.slice(at, stop))
  if (parts === null || stop >= end) return -1
  const tag = parts[1] as string
  found.badTag ??= tag
  found.add(0, at + tag.length + 1, stop)
  return stop + 1
}

/**
 * The end of a binary field, which may contain separators; its length is in the field before. -1 if
 * that is wrong.
 */
function dataEnd(text: string, at: number, tag: number, lengthTag: number, end: number): number {
  const before = (found.count - 1) * PLACES
  if (before >= 0 && found.places[before] === lengthTag) {
    const length = text.slice(found.places[before + 1], found.places[before + 2])
    const stop = at + Number(length)
    if (/^\d{1,7}$/.test(length) && stop < end && text.charCodeAt(stop) === SOH) return stop
  }
  found.badData ??= tag
  return -1
}
