import type { FixMessage } from '../codec/message.js'
import { TAG } from '../codec/tags.js'
import { type FixField, fieldsText, frameText } from '../codec/write.js'
import { fixTimeText } from '../dictionary/time.js'
import type { ResendPart } from './resend.js'
import type { FixDecision, FixSessionSettings, FixTime } from './settings.js'

/** Fields that name a party, with their counterparts in a message sent back. */
const REVERSED = [
  [TAG.onBehalfOf, TAG.deliverTo],
  [TAG.onBehalfOfSub, TAG.deliverToSub],
  [TAG.onBehalfOfLocation, TAG.deliverToLocation],
  [TAG.deliverTo, TAG.onBehalfOf],
  [TAG.deliverToSub, TAG.onBehalfOfSub],
  [TAG.deliverToLocation, TAG.onBehalfOfLocation],
] as const

/** The route of a refusal, from the header of the refused message. */
export function reversedRoute(message: FixMessage): readonly FixField[] {
  return REVERSED.flatMap(([from, to]): FixField[] => {
    const value = message.text(from)
    return value === '' ? [] : [[to, value]]
  })
}

/** The outgoing messages of one side. Assigns their sequence numbers. */
export class FixOutput {
  readonly #parties: string
  nextOut: number
  /** The time at which the last message was sent. */
  sentAt = 0

  constructor({ sender, senderSub, target, targetSub }: FixSessionSettings, nextOut: number) {
    this.nextOut = nextOut
    const subs: FixField[] = []
    if (senderSub !== '') subs.push([TAG.senderSub, senderSub])
    if (targetSub !== '') subs.push([TAG.targetSub, targetSub])
    this.#parties = fieldsText([[TAG.sender, sender], [TAG.target, target], ...subs])
  }

  /** Writes a session message. Its number is stored, but the message itself is never resent. */
  session(
    type: string,
    body: readonly FixField[],
    now: FixTime,
    route: readonly FixField[] = [],
  ): readonly FixDecision[] {
    const seq = this.nextOut++
    return [
      { do: 'store', seq, message: null },
      { do: 'send', text: this.#text(type, seq, fieldsText([...route, ...body]), now) },
    ]
  }

  application(type: string, fields: readonly FixField[], now: FixTime): readonly FixDecision[] {
    const seq = this.nextOut++
    const body = fieldsText(fields)
    return [
      { do: 'store', seq, message: { type, sentAt: now.wall, body } },
      { do: 'send', text: this.#text(type, seq, body, now) },
    ]
  }

  /** Resends a message with its old number and original sending time. */
  again(part: ResendPart, now: FixTime): FixDecision {
    const isGap = part.kind === 'gap'
    const body = isGap
      ? fieldsText([
          [TAG.gapFill, 'Y'],
          [TAG.newSeqNo, String(part.nextSeq)],
        ])
      : part.message.body
    const original = fixTimeText(isGap ? now.wall : part.message.sentAt)
    const repeated = fieldsText([
      [TAG.possDup, 'Y'],
      [TAG.origSendingTime, original],
    ])
    const text = this.#text(isGap ? '4' : part.message.type, part.seq, body, now, repeated)
    return { do: 'send', text }
  }

  #text(type: string, seq: number, body: string, now: FixTime, more = ''): string {
    this.sentAt = now.steady
    const number = fieldsText([
      [TAG.msgType, type],
      [TAG.msgSeqNum, String(seq)],
    ])
    const time = fieldsText([[TAG.sendingTime, fixTimeText(now.wall)]])
    return frameText(`${number}${this.#parties}${time}${more}${body}`)
  }
}
