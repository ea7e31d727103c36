import type { Schemas, Side } from '../../link/contract.js'

/**
 * Turns a calculation per lot for open positions into payments.
 *
 * - An action whose direction is fixed, such as a deposit, takes the absolute amount, and only if
 *   the amount has that direction. The other actions take the signed amount.
 * - A zero amount creates no payment. An unknown amount is left out and counted as missing.
 */
export type LotAction = Schemas['PaymentSide']['action']
type Line = Schemas['PaymentsPreviewView']['items'][number]
type Item = Schemas['PositionPaymentsBody']['items'][number]
export type LotActions = Readonly<Partial<Record<Side, LotAction>>>

/** The fixed direction of each action. 0 means that the sign of the amount decides. */
const WAYS: Readonly<Record<LotAction, 1 | -1 | 0>> = {
  deposit: 1,
  bonus: 1,
  credit_in: 1,
  withdraw: -1,
  charge: -1,
  commission: -1,
  credit_out: -1,
  correction: 0,
  compensation: 0,
}

interface LotItems {
  readonly items: readonly Item[]
  /** The number of accounts whose amount is unknown. */
  readonly missing: number
  /** The number of amounts whose sign contradicts the direction of the action. */
  readonly wrongSigns: number
  /** The number of payments. An account may get one for buys and another for sells. */
  readonly payments: number
}

export function lotItems(lines: readonly Line[], actions: LotActions, isNet: boolean): LotItems {
  const items: Item[] = []
  let [missing, wrongSigns, payments] = [0, 0, 0]
  const sized = (amount: string | null, side: Side): string | undefined => {
    const action = actions[side]
    if (amount === null || action === undefined || !/[1-9]/.test(amount)) return undefined
    const way = WAYS[action]
    payments++
    if (way === 0) return amount
    if (amount.startsWith('-') !== (way === -1)) wrongSigns++
    return amount.replace('-', '')
  }
  for (const line of lines) {
    const { login, request_id, net_side: side } = line
    if (isNet) {
      if (side !== null && line.amount === null) missing++
      const amount = side === null ? undefined : sized(line.amount, side)
      if (side !== null && amount !== undefined) items.push({ login, request_id, amount, side })
      continue
    }
    const isMissing = (['buy', 'sell'] as const).some(
      (one) => actions[one] !== undefined && line[`amount_${one}`] === null,
    )
    if (isMissing) missing++
    const [buy, sell] = [sized(line.amount_buy, 'buy'), sized(line.amount_sell, 'sell')]
    if (buy === undefined && sell === undefined) continue
    items.push({
      login,
      request_id,
      ...(buy === undefined ? {} : { amount_buy: buy }),
      ...(sell === undefined ? {} : { amount_sell: sell }),
    })
  }
  return { items, missing, wrongSigns, payments }
}
