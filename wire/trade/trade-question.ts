import type { Refusal } from '../../engine/code.js'
import { refuseField, refuseInput } from '../../engine/reasons/fault.js'
import { say } from '../../engine/reasons/reasons.js'
import { flatCheck } from '../check/flat-check.js'
import { Body, DecimalUnsigned, Optional, type Static } from '../schema/scalars.js'
import { allIn, ClientOrderId, TradeBody, type TradeFields, tradeErrors } from './trade-request.js'

/** Questions about trade requests: what one would come to, and what came of one. */

/** The loss that may be made, in the account's currency, or in percent of its equity: one of the two. */
export const RiskBody = Body({
  amount: Optional(DecimalUnsigned),
  percent: Optional(DecimalUnsigned),
})
export type Risk = Static<typeof RiskBody>

/** A trade request that is only checked: with a risk it is asked for its volume. */
export const CheckBody = Body({ ...TradeBody.properties, risk: Optional(RiskBody) })

/** A trade request that is to be checked, or what is wrong with it. */
export interface CheckAsk {
  readonly ok: true
  readonly fields: TradeFields
  readonly risk: Risk | undefined
}

const riskErrors = flatCheck(RiskBody)

export function parseCheck(args: unknown, sizeBytes: number): CheckAsk | Refusal {
  const { risk, ...fields } = args as Readonly<Record<string, unknown>>
  const errors = tradeErrors(fields, sizeBytes) ?? []
  const wrong = risk === undefined ? [] : (riskErrors(risk, sizeBytes) ?? [])
  const named = [
    ...errors,
    ...wrong.map(({ path, ...said }) => ({ path: riskPath(path), ...said })),
  ]
  if (named.length > 0) {
    return refuseInput(named, allIn(named))
  }
  return checkOf(fields as TradeFields, risk as Risk | undefined)
}

/** The same for fields that are known to fit the schema. */
export function checkOf(fields: TradeFields, risk: Risk | undefined): CheckAsk | Refusal {
  if (risk !== undefined && (risk.amount === undefined) === (risk.percent === undefined)) {
    return refuseField('risk', say('field.amount_or_percent'))
  }
  return { ok: true, fields, risk }
}

function riskPath(path: string): string {
  return path === '' ? 'risk' : `risk.${path}`
}

const outcomeErrors = flatCheck(Body({ client_order_id: ClientOrderId }))

/** The name in a question for an outcome. */
export function outcomeId(args: unknown, sizeBytes: number): string | Refusal {
  const [wrong] = outcomeErrors(args, sizeBytes) ?? []
  if (wrong !== undefined) return refuseInput([wrong])
  return (args as { readonly client_order_id: string }).client_order_id
}
