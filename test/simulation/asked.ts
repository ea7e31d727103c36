import type { Code } from '../../engine/code.js'
import { must } from './must.js'

/**
 * A request that a client may send again. Once it has an answer, every repeat within the key's seven
 * days must get the same one, whatever crashed in between.
 */
export interface Asked {
  readonly op: 'trade' | 'balance'
  readonly login: number
  /** Empty: without a key a repeat is another request. */
  readonly key: string
  readonly body: Readonly<Record<string, unknown>>
  readonly askedAt: number
  /** Set on a request that uses another's key for something else. */
  readonly clashesWith: Asked | undefined
  answer: string | undefined
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

export function hearAnswer(asked: Asked, value: Readonly<Record<string, unknown>>): void {
  const { code, message, data } = value as { code: Code; message: string; data: unknown }
  const what = `${asked.op} ${asked.key} of ${asked.login}`
  must(code !== 'not_found', `${what}: the account is there`)
  if (UNDECIDED.includes(code)) return
  if (asked.clashesWith !== undefined) {
    must(code === 'conflict', `${what}: a key used for something else is a conflict, not ${code}`)
    return
  }
  if (asked.key === '') return
  const answer = JSON.stringify([code, message, data])
  must(
    asked.answer === undefined || asked.answer === answer,
    `${what}: was answered ${asked.answer} and now ${answer}`,
  )
  asked.answer = answer
}
