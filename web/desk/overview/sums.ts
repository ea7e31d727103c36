import { scaled, sum } from '../../text/numbers.js'

const MONEY_DIGITS = 2

/** The sum up to each amount, for a drawing. */
export function runningSums(amounts: readonly string[]): number[] {
  let total = '0'
  return amounts.map((amount) => {
    total = sum([total, amount], MONEY_DIGITS)
    return Number(total)
  })
}

/** An amount in hundredths of another one, with two decimals; a dash if there is none. */
export function percentOf(amount: string, whole: string): string {
  const of = scaled(whole, MONEY_DIGITS)
  if (of <= 0n) return '–'
  const part = scaled(amount, MONEY_DIGITS)
  const hundredths = (part * 10_000n) / of
  const [sign, size] = hundredths < 0n ? ['−', -hundredths] : ['', hundredths]
  return `${sign}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}

/** Lots as a share of the largest, in hundredths. */
export function shareOf(lots: number, largest: number): number {
  return largest === 0 ? 0 : Math.round((100 * lots) / largest)
}
