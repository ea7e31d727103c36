import { scaled, sum } from '../../text/numbers.js'

const MONEY_DIGITS = 2

/** The running total after each amount, for a graph. */
export function runningSums(amounts: readonly string[]): number[] {
  let total = '0'
  return amounts.map((amount) => {
    total = sum([total, amount], MONEY_DIGITS)
    return Number(total)
  })
}

/** An amount in percent of another, with two decimals. A dash if the other is zero. */
export function percentOf(amount: string, whole: string): string {
  const of = scaled(whole, MONEY_DIGITS)
  if (of <= 0n) return '–'
  const part = scaled(amount, MONEY_DIGITS)
  const hundredths = (part * 10_000n) / of
  const [sign, size] = hundredths < 0n ? ['−', -hundredths] : ['', hundredths]
  return `${sign}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}

/** Lots in percent of the largest value. */
export function shareOf(lots: number, largest: number): number {
  return largest === 0 ? 0 : Math.round((100 * lots) / largest)
}
