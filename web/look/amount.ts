import { isGain, isLoss, signed } from '../text/numbers.js'

/** The class of an amount that is a gain or a loss. */
export function amountLook(amount: string | null | undefined): string {
  return isLoss(amount) ? 'loss' : isGain(amount) ? 'gain' : ''
}

/** With its sign, or a dash where nobody knows it. */
export function amountText(amount: string | null | undefined): string {
  return amount === null || amount === undefined ? '–' : signed(amount)
}
