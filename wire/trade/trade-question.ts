import type { Refusal } from '../../engine/code.js'
import { refuseField, refuseInput } from '../../engine/reasons/fault.js'
import { say } from '../../engine/reasons/reasons.js'
import { flatCheck } from '../check/flat-check.js'
import { Body, DecimalUnsigned, Optional, type Static } from '../types/scalars.js'
import { allIn, ClientOrderId, TradeBody, type TradeFields, tradeErrors } from './trade-request.js'

/** Queries about trade requests: a check in advance, and the result of an earlier request. */

/** The acceptable loss, either as an amount in the account's currency or in percent of its equity. */
export const RiskBody = Body({
  amount: Optional(DecimalUnsigned),
  percent: Optional(DecimalUnsigned),
})
export type Risk = Static<typeof RiskBody>

/** A trade request to check only. With a risk, its volume is computed. */
export const CheckBody = Body({ ...TradeBody.properties, risk: Optional(RiskBody) })

/** A request that is valid and that the shard shall check. */
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

/** Parses a check whose fields already match the schema. */
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

/** The id that a query for a result contains. */
export function outcomeId(args: unknown, sizeBytes: number): string | Refusal {
  const [wrong] = outcomeErrors(args, sizeBytes) ?? []
  if (wrong !== undefined) return refuseInput([wrong])
  return (args as { readonly client_order_id: string }).client_order_id
}
