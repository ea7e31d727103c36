import { isGain, isLoss, signed } from '../text/numbers.js'

/** The class of an amount that is a gain or a loss. */
export function amountLook(amount: string | null | undefined): string {
  return isLoss(amount) ? 'loss' : isGain(amount) ? 'gain' : ''
}

/** An amount with its sign, or a dash where it is not known. */
export function amountText(amount: string | null | undefined): string {
  return amount === null || amount === undefined ? '–' : signed(amount)
}
