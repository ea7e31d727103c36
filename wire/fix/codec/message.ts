import { dataLengthTag, type FixTags, fieldRule } from '../dictionary/dictionary.js'
import { TAG } from './tags.js'

/**
 * Fields in the order in which they stand; a value is one character a byte. A value is a place in the message until
 * somebody asks for it: most fields are only looked at.
 */
export class FixFields {
  /** The message in which the values lie. */
  readonly source: string
  /** The tag of each field, the place where its value begins, and where it ends. */
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

  /** The place in the message where its value begins. */
  beginAt(at: number): number {
    return this.places[at * PLACES + 1] as number
  }

  endAt(at: number): number {
    return this.places[at * PLACES + 2] as number
  }

  valueAt(at: number): string {
    return this.source.slice(this.beginAt(at), this.endAt(at))
  }

  /** The first of that tag; -1 where there is none. */
  indexOf(tag: number): number {
    for (let at = this.from; at < this.to; at++) if (this.tagAt(at) === tag) return at
    return -1
  }

  /** The first of that tag; undefined where there is none. */
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

  /** Undefined where it is absent or no whole number. */
  whole(tag: number): number | undefined {
    const text = this.value(tag)
    return text === undefined || !/^\d{1,15}$/.test(text) ? undefined : Number(text)
  }

  /**
   * Entries of a repeating group: each begins with the field that the first one begins with, and the last
   * one ends before the first field of the standard that is none of `members`.
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

/** A message that arrived, without BodyLength and CheckSum, which held. */
export class FixMessage extends FixFields {
  readonly type: string
  /** The first tag that is no number of a field, as it stands there. */
  readonly badTag: string | undefined
  /** A field of bytes whose length does not fit. */
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

  /** MsgSeqNum; undefined where there is none that can be read. */
  get seq(): number | undefined {
    return this.whole(TAG.msgSeqNum)
  }

  get isPossDup(): boolean {
    return this.isSet(TAG.possDup)
  }
}

/** Fields of one message; the dictionary bounds how deep its groups go. */
export const FIX_FIELDS_MAX = 16_384
const PLACES = 3
const SEPARATOR = '\u0001'
const SOH = 1
const EQUALS = 61
const DIGIT_0 = 48
const TRAILER_CHARACTERS = 7
const TAG_DIGITS_MAX = 9

/** The fields that were found in a message so far. */
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

/** Used for every message, one after the other. */
const found = new FoundFields()

/** `garbled`: a part of it is no field at all, so it counts as never received. */
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

/** Reads a field; answers the place of the next one, or -1 where here is none. */
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

/** A minus before it is a field with a bad tag; anything else is none. */
function readBadTag(text: string, at: number, end: number): number {
  const stop = text.indexOf(SEPARATOR, at)
  const parts = /^(-\d{1,9})=/.exec(text.slice(at, stop))
  if (parts === null || stop >= end) return -1
  const tag = parts[1] as string
  found.badTag ??= tag
  found.add(0, at + tag.length + 1, stop)
  return stop + 1
}

/** The end of a field of bytes, which may hold separators; its length is the field before it. -1 where it does not fit. */
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
