import { type Code, isSuccess } from '../../engine/code.js'
import { must } from './must.js'
import type { Decision } from './naive-account.js'

/**
 * A request that a client may send again. Once it was carried out, every repeat within the key's seven
 * days must get the same answer, whatever crashed in between. What was refused gets the same one for as
 * long as the decision is remembered; then it is decided anew.
 */
export interface AskedRequest {
  readonly op: 'trade' | 'balance'
  readonly login: number
  /** Empty: without a key a repeat is another request. */
  readonly key: string
  readonly body: Readonly<Record<string, unknown>>
  readonly askedAt: number
  /** Set on a request that uses another's key for something else. */
  readonly clashesWith: AskedRequest | undefined
  answer: string | undefined
  isDone: boolean
  /** The decision that the answer goes by. */
  decision: Decision | undefined
}

/** These say nothing of the request itself: nothing was decided, or another session may. */
const UNDECIDED: readonly Code[] = [
  'unavailable',
  'trade.requote',
  'trade.price_changed',
  'not_found',
  'trade.read_only',
  'trade.timeout',
]

export function hearAnswer(
  asked: AskedRequest,
  value: Readonly<Record<string, unknown>>,
  decision: Decision | undefined,
): void {
  const { code, message, data } = value as { code: Code; message: string; data: unknown }
  const what = `${asked.op} ${asked.key} of ${asked.login}`
  must(code !== 'not_found', `${what}: the account is there`)
  if (UNDECIDED.includes(code)) return
  if (asked.clashesWith !== undefined) {
    const isTaken = !asked.clashesWith.isDone || code === 'conflict'
    must(isTaken, `${what}: a key used for something else is a conflict, not ${code}`)
    return
  }
  if (asked.key === '') return
  const answer = JSON.stringify([code, message, data])
  const isRepeat = asked.isDone || (decision !== undefined && decision === asked.decision)
  must(
    !isRepeat || asked.answer === answer,
    `${what}: was answered ${asked.answer} and now ${answer}`,
  )
  asked.answer = answer
  asked.isDone ||= isSuccess(code)
  asked.decision = decision
}
