import { isGain, isLoss, signed } from '../text/numbers.js'

/** The CSS class for a profit or a loss. */
export function amountLook(amount: string | null | undefined): string {
  return isLoss(amount) ? 'loss' : isGain(amount) ? 'gain' : ''
}

/** An amount with its sign, or a dash if unknown. */
export function amountText(amount: string | null | undefined): string {
  return amount === null || amount === undefined ? '–' : signed(amount)
}
