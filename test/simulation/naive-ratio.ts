/**
 * Exact numbers for the reference: numerator and denominator as whole numbers, nothing rounded until
 * the end, nothing shared with the engine.
 */
export interface Ratio {
  readonly top: bigint
  /** Above 0. */
  readonly bottom: bigint
}

export const NOTHING: Ratio = { top: 0n, bottom: 1n }

export function ratio(top: bigint | number, bottom: bigint | number = 1n): Ratio {
  return { top: BigInt(top), bottom: BigInt(bottom) }
}

const ratios = new Map<string, Ratio>()

/** The ratio of a decimal of the settings like `-12.50`; there are few of them. */
export function ratioOf(text: string): Ratio {
  let found = ratios.get(text)
  if (found === undefined) {
    const [whole = '0', part = ''] = text.split('.')
    found = { top: BigInt(whole + part), bottom: 10n ** BigInt(part.length) }
    ratios.set(text, found)
  }
  return found
}

export function times(...parts: readonly Ratio[]): Ratio {
  let [top, bottom] = [1n, 1n]
  for (const part of parts) {
    top *= part.top
    bottom *= part.bottom
  }
  return { top, bottom }
}

export function plus(...parts: readonly Ratio[]): Ratio {
  let { top, bottom } = NOTHING
  for (const part of parts) {
    if (part.top === 0n) continue
    top = top * part.bottom + part.top * bottom
    bottom *= part.bottom
  }
  return { top, bottom }
}

/** Half away from zero, to an integer of `digits` decimals. */
export function rounded({ top, bottom }: Ratio, digits: number): bigint {
  const doubled = 2n * top * 10n ** BigInt(digits)
  const size = doubled < 0n ? -doubled : doubled
  const half = (size + bottom) / (2n * bottom)
  return top < 0n ? -half : half
}

/** A decimal as an integer of `digits` decimals; undefined when it has more. */
export function unitsOf(text: string, digits: number): number | undefined {
  const [whole = '0', part = ''] = text.split('.')
  if (part.length > digits) return undefined
  return Number(`${whole}${part.padEnd(digits, '0')}`)
}

/** An integer of `digits` decimals as text with all of them. */
export function decimalText(units: number | bigint, digits: number): string {
  const value = BigInt(units)
  const size = (value < 0n ? -value : value).toString().padStart(digits + 1, '0')
  const sign = value < 0n ? '-' : ''
  if (digits === 0) return sign + size
  return `${sign}${size.slice(0, -digits)}.${size.slice(-digits)}`
}

/** The same without zeros at the end. */
export function shortText(units: number | bigint, digits: number): string {
  const text = decimalText(units, digits)
  return digits === 0 ? text : text.replace(/0+$/, '').replace(/\.$/, '')
}
