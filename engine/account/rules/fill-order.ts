import type { GroupSpec } from '../../book/compiled.js'
import { isRefusal, type Refusal } from '../../code.js'
import type { Commission } from '../../costs/commission.js'
import type { Rate } from '../../units.js'
import type { DecisionContext } from '../decision.js'
import type { AccountEvent, OrderEvent } from '../event.js'
import type { Account } from '../state.js'
import {
  checkFillMoney,
  closePosition,
  commissionFor,
  type Fill,
  openingRate,
  openPosition,
  realise,
} from './fill.js'
import { addToPosition, type NettingEffect, nettedBy, reversePosition } from './netting.js'
import type { Stops } from './protection.js'

/**
 * Fills an order without a position: a market order, or a pending order whose price was reached
 * (`rested`, its row after the fill). It opens a position, or changes the position of a netting
 * account by rules N1 to N5 of netting.ts. Only money is left to check: conversion prices, and the
 * free margin for what it opens.
 */
export function fillOrder(
  context: DecisionContext,
  account: Account,
  group: GroupSpec,
  fill: Fill,
  stops: Stops,
  rested?: OrderEvent,
): AccountEvent[] | Refusal {
  const { symbol, side, volume } = fill
  const netted = nettedBy(account, group, symbol.id, side, volume)
  const { position, closes, opens } = netted
  if (position !== undefined && opens === 0) {
    return closePosition(context, group, position, fill, rested)
  }
  const rateMargin = openingRate(context, group, symbol, side)
  if (typeof rateMargin !== 'bigint') return rateMargin
  const commission = coveredCommission(context, account, group, fill, rateMargin, netted)
  if (isRefusal(commission)) return commission
  const opening = { rateMargin, stops, commission }
  if (position === undefined) return openPosition(context, fill, opening, rested)
  if (closes === 0) return addToPosition(context, position, fill, opening, rested)
  return reversePosition(context, group, position, fill, opening, rested)
}

/** The commission of an opening fill, or a refusal if the account cannot pay that commission. */
export function coveredCommission(
  context: DecisionContext,
  account: Account,
  group: GroupSpec,
  fill: Fill,
  rateMargin: Rate,
  { position, closes, opens }: NettingEffect,
): Commission | Refusal {
  const entry = closes === 0 ? 'in' : 'inout'
  const commission = commissionFor(context, group, fill, entry, opens)
  if (isRefusal(commission)) return commission
  let settled = 0
  if (position !== undefined && closes > 0) {
    const realised = realise(context, group, fill.symbol, position, closes, fill.price)
    if (isRefusal(realised)) return realised
    settled = realised.profit + realised.swap
  }
  const refusal = checkFillMoney(context, account, group, fill, rateMargin, commission, settled)
  return refusal ?? commission
}
