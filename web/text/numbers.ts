import { marks } from './marks.js'

/** Formats decimals, which stay text, and calculates with them as integers. */

/** Converts a decimal to an integer in units of its last digit. */
export function scaled(text: string, digits: number): bigint {
  const isMinus = text.startsWith('-')
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const part = fraction.slice(0, digits).padEnd(digits, '0')
  const value = BigInt(`${whole === '' ? '0' : whole}${part}`)
  return isMinus ? -value : value
}

export function unscaled(value: bigint, digits: number): string {
  const isMinus = value < 0n
  const text = (isMinus ? -value : value).toString().padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  const sign = isMinus ? '-' : ''
  return digits === 0 ? `${sign}${whole}` : `${sign}${whole}.${text.slice(text.length - digits)}`
}

/** The number of decimals of a step such as `0.01`. */
export function digitsOf(step: string): number {
  return (step.split('.')[1] ?? '').replace(/0+$/, '').length
}

/** The number of decimals of a price, including trailing zeros. */
export function fractionOf(price: string): number {
  return (price.split('.')[1] ?? '').length
}

/** The size of a point for a number of decimals. */
export function pointOf(digits: number): string {
  return unscaled(1n, digits)
}

/** A decimal in the page's language: `−12,345.60` or `−12.345,60`. */
export function grouped(text: string): string {
  const { group, decimal } = marks()
  const isMinus = text.startsWith('-')
  const [whole = '', fraction] = text.replace('-', '').split('.')
  const apart = whole.length < 4 ? whole : whole.replaceAll(/\B(?=(\d{3})+$)/g, group)
  const sign = isMinus ? '−' : ''
  return fraction === undefined ? `${sign}${apart}` : `${sign}${apart}${decimal}${fraction}`
}

/** An integer in the page's language, such as a count or points. */
export function countText(n: number | bigint): string {
  return grouped(String(n))
}

/** Two numbers of the same kind, such as bid and ask; null if either is unknown. */
export function bothText(one: string | null | undefined, other: string | null | undefined) {
  return one == null || other == null ? null : `${grouped(one)} / ${grouped(other)}`
}

/** An amount with its sign, including a plus. */
export function signed(text: string): string {
  const isZero = /^-?0(\.0*)?$/.test(text)
  if (isZero) return grouped(text.replace('-', ''))
  return text.startsWith('-') ? grouped(text) : `+${grouped(text)}`
}

/** Lots with at least two decimals, so that columns align. */
export function groupedLots(text: string): string {
  return text === '' ? '' : grouped(fixedLots(text))
}

function fixedLots(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

export function signedLots(text: string): string {
  return signed(fixedLots(text))
}

export function isLoss(text: string | null | undefined): boolean {
  return text?.startsWith('-') === true && !/^-0(\.0*)?$/.test(text)
}

export function isGain(text: string | null | undefined): boolean {
  return text !== null && text !== undefined && /[1-9]/.test(text) && !text.startsWith('-')
}

export function sum(texts: readonly string[], digits: number): string {
  return unscaled(
    texts.reduce((total, text) => total + scaled(text, digits), 0n),
    digits,
  )
}
