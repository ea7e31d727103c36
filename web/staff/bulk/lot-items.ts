import type { Schemas, Side } from '../../link/contract.js'

/**
 * The payments that a calculation for open positions comes to.
 *
 *   I1. Operations without a sign of their own take the size, where the money goes their way; the others take it as it is.
 *   I2. An amount that is zero pays nothing; one that is not known is left out.
 */
export type LotAction = Schemas['PaymentSide']['action']
type Line = Schemas['PaymentsPreviewView']['items'][number]
type Item = Schemas['PositionPaymentsBody']['items'][number]
export type LotActions = Readonly<Partial<Record<Side, LotAction>>>

/** The way in which the money of an operation goes; 0 where its sign says it. */
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
  /** Accounts of which an amount is not known. */
  readonly missing: number
  /** Amounts that go another way than their operation. */
  readonly wrongSigns: number
  /** Single payments: an account may get one for buys and one for sells. */
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
