import type { FixMessage } from '../codec/message.js'
import { TAG } from '../codec/tags.js'
import {
  FIX_TAGS_END,
  type FixGroup,
  type FixLayout,
  fieldRule,
  HEADER,
  isStandardType,
  messageLayout,
  TRAILER,
} from '../dictionary/dictionary.js'
import { type FixFieldRule, isAllowed } from '../dictionary/values.js'

/** Reasons of a Reject message (tag 373). */
export const REJECT = {
  invalidTag: 0,
  missing: 1,
  notOfMessage: 2,
  empty: 4,
  wrongValue: 5,
  wrongFormat: 6,
  compId: 9,
  sendingTime: 10,
  invalidType: 11,
  repeated: 13,
  outOfOrder: 14,
  groupOrder: 15,
  groupCount: 16,
  other: 99,
} as const

export type RejectReason = (typeof REJECT)[keyof typeof REJECT]

const REASON_TEXTS: Readonly<Record<RejectReason, string>> = {
  0: 'Invalid tag number',
  1: 'Required tag missing',
  2: 'Tag not defined for this message type',
  4: 'Tag specified without a value',
  5: 'Value is incorrect (out of range) for this tag',
  6: 'Incorrect data format for value',
  9: 'CompID problem',
  10: 'SendingTime accuracy problem',
  11: 'Invalid MsgType',
  13: 'Tag appears more than once',
  14: 'Tag specified out of required order',
  15: 'Repeating group fields out of order',
  16: 'Incorrect NumInGroup count for repeating group',
  99: 'Other',
}

export interface FixFault {
  readonly reason: RejectReason
  /** The wrong field as the message wrote it. */
  readonly tag: string | undefined
  readonly text: string
}

export function fixFault(reason: RejectReason, tag?: number | string): FixFault {
  const said = tag === undefined ? undefined : String(tag)
  return { reason, tag: said, text: REASON_TEXTS[reason] }
}

/**
 * `strict` follows the standard. `tolerant` ignores fields, places and values that the standard
 * does not define, because providers extend their messages.
 */
export type FixStrictness = 'strict' | 'tolerant'

/** The first user-defined tag, whose meaning two parties agree on. */
const OWN_TAGS_FROM = 5_000
/** BeginString, BodyLength and CheckSum have been checked with the frame. */
const FRAME_TAGS_END = 10
/** The most entries of a group. */
export const FIX_GROUP_ENTRIES_MAX = 4_096

/** Checks a message with a known layout; undefined if it is valid. */
export function faultOf(message: FixMessage, strictness: FixStrictness): FixFault | undefined {
  const { badTag, badData, type } = message
  const layout = messageLayout(type)
  if (badTag !== undefined) return fixFault(REJECT.invalidTag, badTag)
  if (layout === undefined) {
    return isStandardType(type) ? undefined : fixFault(REJECT.invalidType)
  }
  if (badData !== undefined) return fixFault(REJECT.wrongFormat, badData)
  return new FixCheck(message, layout, strictness === 'strict').fault()
}

/**
 * The tags seen so far in a message or group entry. Each use has its own mark, so nothing is
 * cleared or allocated. Tags outside the standard are rare and kept in a set.
 */
class SeenTags {
  readonly #marks = new Uint32Array(FIX_TAGS_END)
  readonly #others = new Set<number>()
  #mark = 0

  begin(): void {
    this.#mark++
    if (this.#others.size > 0) this.#others.clear()
    if (this.#mark < MARKS_END) return
    this.#marks.fill(0)
    this.#mark = 1
  }

  has(tag: number): boolean {
    return tag < FIX_TAGS_END ? this.#marks[tag] === this.#mark : this.#others.has(tag)
  }

  add(tag: number): void {
    if (tag < FIX_TAGS_END) this.#marks[tag] = this.#mark
    else this.#others.add(tag)
  }
}

const MARKS_END = 2 ** 32 - 1
/**
 * The tags seen so far: first of the message, then by depth of each group entry that is being
 * checked.
 */
const seenAt: SeenTags[] = []

/** Checks a message field by field in a single pass. */
class FixCheck {
  readonly #message: FixMessage
  readonly #layout: FixLayout
  readonly #isStrict: boolean
  #depth = 0
  #fault: FixFault | undefined

  constructor(message: FixMessage, layout: FixLayout, isStrict: boolean) {
    this.#message = message
    this.#layout = layout
    this.#isStrict = isStrict
  }

  fault(): FixFault | undefined {
    const seen = this.#seen()
    const { to } = this.#message
    let isBody = false
    for (let at = 0; at < to && this.#fault === undefined; ) {
      const tag = this.#message.tagAt(at)
      const isHeader = HEADER.fields.has(tag)
      if (isHeader && isBody && this.#isStrict) this.#say(REJECT.outOfOrder, tag)
      else if (seen.has(tag)) this.#say(REJECT.repeated, tag)
      if (this.#fault !== undefined) break
      seen.add(tag)
      isBody ||= !isHeader
      at = this.#field(at, isHeader ? HEADER : this.#layout)
    }
    return this.#fault ?? this.#missing(seen)
  }

  /** The set of seen tags for the current depth, emptied. */
  #seen(): SeenTags {
    seenAt[this.#depth] ??= new SeenTags()
    const seen = seenAt[this.#depth] as SeenTags
    seen.begin()
    return seen
  }

  #missing(seen: SeenTags): FixFault | undefined {
    // BeginString, BodyLength, CheckSum and MsgType have been checked with the frame.
    const missing = missingOf(HEADER, seen, FRAME_TAGS_END) ?? missingOf(this.#layout, seen, 0)
    return missing === undefined ? undefined : fixFault(REJECT.missing, missing)
  }

  /**
   * Checks a field and the entries of its group, if it has one. Returns the index of the next
   * field.
   */
  #field(at: number, layout: FixLayout): number {
    const tag = this.#message.tagAt(at)
    const isHere = layout.fields.has(tag) || TRAILER.fields.has(tag)
    if (!isHere && !this.#mayBeHere(tag)) return at + 1
    const rule = fieldRule(tag)
    if (!this.#value(tag, rule, at)) return at + 1
    const group = rule?.countsEntries === true ? layout.groups.get(tag) : undefined
    return group === undefined ? at + 1 : this.#group(at, group)
  }

  #mayBeHere(tag: number): boolean {
    if (tag >= OWN_TAGS_FROM || !this.#isStrict) return true
    this.#say(fieldRule(tag) === undefined ? REJECT.invalidTag : REJECT.notOfMessage, tag)
    return false
  }

  #value(tag: number, rule: FixFieldRule | undefined, at: number): boolean {
    const message = this.#message
    const [from, to] = [message.beginAt(at), message.endAt(at)]
    if (from === to) this.#say(REJECT.empty, tag)
    else if (rule === undefined || tag === TAG.msgType) return true
    else if (!rule.isOfType(message.source, from, to)) this.#say(REJECT.wrongFormat, tag)
    else if (this.#isStrict && !isAllowed(rule, message.valueAt(at))) {
      this.#say(REJECT.wrongValue, tag)
    } else return true
    return false
  }

  #group(at: number, group: FixGroup): number {
    const message = this.#message
    const count = message.tagAt(at)
    const said = Number(message.valueAt(at))
    if (said > FIX_GROUP_ENTRIES_MAX) this.#say(REJECT.wrongValue, count)
    const first = at + 1 < message.to ? message.tagAt(at + 1) : undefined
    if (said > 0 && first !== group.first && group.fields.has(first ?? 0) && this.#isStrict) {
      this.#say(REJECT.groupOrder, first)
    }
    let entries = 0
    let next = at + 1
    this.#depth++
    while (this.#fault === undefined && first !== undefined && next < message.to) {
      if (message.tagAt(next) !== first || !group.fields.has(first)) break
      next = this.#entry(next, group)
      entries++
    }
    this.#depth--
    if (entries !== said) this.#say(REJECT.groupCount, count)
    return next
  }

  /**
   * Checks a group entry, which ends at a repeated field or at one outside the group. Returns the
   * index after it.
   */
  #entry(at: number, group: FixGroup): number {
    const seen = this.#seen()
    const { to } = this.#message
    let next = at
    while (this.#fault === undefined && next < to) {
      const tag = this.#message.tagAt(next)
      const isOutside = fieldRule(tag) === undefined
      if ((!group.fields.has(tag) && !isOutside) || seen.has(tag)) break
      seen.add(tag)
      next = this.#field(next, group)
    }
    const missing = missingOf(group, seen, 0)
    if (missing !== undefined) this.#say(REJECT.missing, missing)
    return next
  }

  /** Records an error, if it is the first. */
  #say(reason: RejectReason, tag: number | undefined): void {
    this.#fault ??= fixFault(reason, tag)
  }
}

/** The first required tag above `from` that was not seen. */
function missingOf({ required }: FixLayout, seen: SeenTags, from: number): number | undefined {
  for (const tag of required) if (tag > from && !seen.has(tag)) return tag
  return undefined
}
