import { useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { useAfterPause } from '../../look/typing/pause.js'

export type TradeBody = Schemas['CheckBody']

/** The server's calculation of a trade before it is sent. */
export interface TradeCheck {
  /** The server's answer; null until it has arrived. */
  readonly answer: Answer<Schemas['TradeCheckView']> | null
  /** True if the user has changed a field since this answer. */
  readonly isOld: boolean
}

/** The check is sent when the user has not typed for this long. */
const TYPED_MS = 400
/** The check is repeated at this interval, because prices move. */
const AGAIN_MS = 2_000

/** Checks a trade while the user types it; null without a trade. */
export function useTradeCheck(login: number, body: TradeBody | null): TradeCheck | null {
  const [checked, setChecked] = useState<{
    readonly text: string
    readonly answer: TradeCheck['answer']
  } | null>(null)
  const text = textOf(body)
  useAfterPause(TYPED_MS, text === '' ? '' : `${login} ${text}`, async (isNewest) => {
    const parts = { params: { login }, body: JSON.parse(text) as TradeBody }
    const answer = await call('POST /admin/v1/accounts/{login}/trade/check', parts)
    if (!isNewest()) return undefined
    // A lost answer keeps the last result of the same trade.
    setChecked((before) =>
      answer.status === 0 && before?.text === text ? before : { text, answer },
    )
    return AGAIN_MS
  })
  if (text === '') return null
  return { answer: checked?.answer ?? null, isOld: checked?.text !== text }
}

/** The comment is left out, because it does not affect the calculation. */
function textOf(body: TradeBody | null): string {
  if (body === null) return ''
  const { comment: _, ...trade } = body
  return JSON.stringify(trade)
}
