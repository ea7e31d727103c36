import type { FixMessage } from '../codec/message.js'
import { TAG } from '../codec/tags.js'
import { type FixField, textValue } from '../codec/write.js'
import { fixTime } from '../dictionary/time.js'
import { type FixFault, faultOf, fixFault, REJECT } from './field-check.js'
import { FIX_LIMITS, type FixSessionSettings, type FixTime } from './settings.js'

/**
 * Checks the header. Its errors end the session after a Reject, because the message may come from
 * another sender or time.
 */
export function headerFault(
  message: FixMessage,
  { sender, target }: FixSessionSettings,
  now: FixTime,
): FixFault | undefined {
  const isOurs = message.text(TAG.sender) === target && message.text(TAG.target) === sender
  if (!isOurs) return fixFault(REJECT.compId)
  const sentAt = fixTime(message.text(TAG.sendingTime))
  // A missing or invalid time is an ordinary error.
  if (sentAt === undefined) return undefined
  const original = fixTime(message.text(TAG.origSendingTime))
  const isOff = Math.abs(sentAt - now.wall) > FIX_LIMITS.sendingTimeMs
  const isBefore = message.isPossDup && original !== undefined && original > sentAt
  return isOff || isBefore ? fixFault(REJECT.sendingTime) : undefined
}

/**
 * Checks a message whose turn it is. OrigSendingTime is not required in gap fills, because many
 * systems omit it.
 */
export function bodyFault(
  message: FixMessage,
  { strictness }: FixSessionSettings,
): FixFault | undefined {
  const isRepeated = message.isPossDup && message.type !== '4'
  if (isRepeated && lacksOriginalTime(message)) {
    return fixFault(REJECT.missing, TAG.origSendingTime)
  }
  return faultOf(message, strictness)
}

export function lacksOriginalTime(message: FixMessage): boolean {
  return message.value(TAG.origSendingTime) === undefined
}

export function rejectFields(message: FixMessage, fault: FixFault): readonly FixField[] {
  const fields: FixField[] = [[TAG.refSeqNum, String(message.seq ?? 0)]]
  if (fault.tag !== undefined && /^\d+$/.test(fault.tag)) fields.push([TAG.refTag, fault.tag])
  fields.push([TAG.refMsgType, textValue(message.type)])
  return [...fields, [TAG.rejectReason, String(fault.reason)], [TAG.text, fault.text]]
}

/** The fields of a BusinessMessageReject for a standard message that is not supported. */
export function unsupportedFields(type: string, seq: number): readonly FixField[] {
  return [
    [TAG.refSeqNum, String(seq)],
    [TAG.refMsgType, type],
    [TAG.businessReason, '3'],
    [TAG.text, 'Unsupported Message Type'],
  ]
}

/** The fields of a ResendRequest for all messages from `nextIn` on. */
export function askedFrom(nextIn: number): readonly FixField[] {
  return [
    [TAG.beginSeqNo, String(nextIn)],
    [TAG.endSeqNo, '0'],
  ]
}

export function logoutReason(logout: FixMessage, silent: string, lead: string): string {
  const said = logout.text(TAG.text)
  return said === '' ? silent : `${lead}: ${said}`
}

export function tooLow(expected: number, seq: number): string {
  return `MsgSeqNum too low, expecting ${expected} but received ${seq}`
}

const SESSION_TYPES: ReadonlySet<string> = new Set(['0', '1', '2', '3', '4', '5', 'A'])

export function isApplication(type: string): boolean {
  return !SESSION_TYPES.has(type)
}
