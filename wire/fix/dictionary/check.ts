import type { FixMessage } from '../codec/message.js'
import { TAG } from '../codec/tags.js'
import {
  type FixGroup,
  type FixLayout,
  fieldRule,
  HEADER,
  isStandardType,
  messageLayout,
  TRAILER,
} from './dictionary.js'
import { isAllowed, isOfType } from './values.js'

/** Why a message is refused by a Reject (tag 373). */
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
  /** The field that is at fault, as the message wrote it. */
  readonly tag: string | undefined
  readonly text: string
}

export function fixFault(reason: RejectReason, tag?: number | string): FixFault {
  const said = tag === undefined ? undefined : String(tag)
  return { reason, tag: said, text: REASON_TEXTS[reason] }
}

/**
 * `strict`: as the standard says. `tolerant`: a field that the standard does not have, or not in this message or
 * place or with this value, is left to who reads it: providers extend what they send.
 */
export type FixStrictness = 'strict' | 'tolerant'

/** From here on a tag is the business of two parties. */
const OWN_TAGS_FROM = 5_000
/** Entries of one group. */
export const FIX_GROUP_ENTRIES_MAX = 4_096

/** The fault of a message of which a layout is known; undefined where there is none. */
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

/** One look over one message, field by field. */
class FixCheck {
  readonly #tags: readonly number[]
  readonly #values: readonly string[]
  readonly #layout: FixLayout
  readonly #isStrict: boolean
  #fault: FixFault | undefined

  constructor({ tags, values }: FixMessage, layout: FixLayout, isStrict: boolean) {
    this.#tags = tags
    this.#values = values
    this.#layout = layout
    this.#isStrict = isStrict
  }

  fault(): FixFault | undefined {
    const seen = new Set<number>()
    let isBody = false
    for (let at = 0; at < this.#tags.length && this.#fault === undefined; ) {
      const tag = this.#tags[at] as number
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

  #missing(seen: ReadonlySet<number>): FixFault | undefined {
    // The frame has held the first two and the last, and MsgType.
    const missing =
      HEADER.required.find((tag) => tag > 10 && !seen.has(tag)) ??
      this.#layout.required.find((tag) => !seen.has(tag))
    return missing === undefined ? undefined : fixFault(REJECT.missing, missing)
  }

  /** Looks at a field, and at the entries of the group that it counts; where the next field is. */
  #field(at: number, layout: FixLayout): number {
    const tag = this.#tags[at] as number
    const isHere = layout.fields.has(tag) || TRAILER.fields.has(tag)
    if (!isHere && !this.#mayBeHere(tag)) return at + 1
    if (!this.#value(tag, this.#values[at] as string)) return at + 1
    const group = layout.groups.get(tag)
    return group === undefined ? at + 1 : this.#group(at, group)
  }

  #mayBeHere(tag: number): boolean {
    if (tag >= OWN_TAGS_FROM || !this.#isStrict) return true
    this.#say(fieldRule(tag) === undefined ? REJECT.invalidTag : REJECT.notOfMessage, tag)
    return false
  }

  #value(tag: number, value: string): boolean {
    const rule = fieldRule(tag)
    if (value === '') this.#say(REJECT.empty, tag)
    else if (rule === undefined || tag === TAG.msgType) return true
    else if (!isOfType(rule, value)) this.#say(REJECT.wrongFormat, tag)
    else if (this.#isStrict && !isAllowed(rule, value)) this.#say(REJECT.wrongValue, tag)
    else return true
    return false
  }

  #group(at: number, group: FixGroup): number {
    const count = this.#tags[at] as number
    const said = Number(this.#values[at])
    if (said > FIX_GROUP_ENTRIES_MAX) this.#say(REJECT.wrongValue, count)
    const first = this.#tags[at + 1]
    if (said > 0 && first !== group.first && group.fields.has(first ?? 0) && this.#isStrict) {
      this.#say(REJECT.groupOrder, first)
    }
    let entries = 0
    let next = at + 1
    while (this.#fault === undefined && first !== undefined && this.#tags[next] === first) {
      if (!group.fields.has(first)) break
      next = this.#entry(next, group)
      entries++
    }
    if (entries !== said) this.#say(REJECT.groupCount, count)
    return next
  }

  /** To where a field comes again, or one that is not of the group. */
  #entry(at: number, group: FixGroup): number {
    const seen = new Set<number>()
    let next = at
    while (this.#fault === undefined && next < this.#tags.length) {
      const tag = this.#tags[next] as number
      const isOutside = fieldRule(tag) === undefined
      if ((!group.fields.has(tag) && !isOutside) || seen.has(tag)) break
      seen.add(tag)
      next = this.#field(next, group)
    }
    const missing = group.required.find((tag) => !seen.has(tag))
    if (missing !== undefined) this.#say(REJECT.missing, missing)
    return next
  }

  /** The first fault is told. */
  #say(reason: RejectReason, tag: number | undefined): void {
    this.#fault ??= fixFault(reason, tag)
  }
}
