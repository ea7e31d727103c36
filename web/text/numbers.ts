/** Amounts and prices stay text; sums of them are made in whole numbers. */

/** A decimal as so many of its last digits. */
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

const DECIMAL = /^\d{1,12}(\.\d{1,10})?$/

/**
 * Typed by a person: a comma is a point, blanks are nothing. Null where it is no number, or can be read as two: three
 * digits behind a comma may be thousands, and behind a point, too, where `digits` says that there are fewer decimals.
 */
export function typedNumber(text: string, digits = 10): string | null {
  const plain = text.replaceAll(/[\s']/g, '')
  if (isAmbiguous(plain, digits)) return null
  const pointed = ungrouped(plain).replace(',', '.')
  return DECIMAL.test(pointed) ? pointed : null
}

/** Both marks in one number, or one of them twice: the first is of thousands. */
const GROUPED = /^[1-9]\d{0,2}(?:(?:,\d{3})+\.\d+|(?:\.\d{3})+,\d+|(?:,\d{3}){2,}|(?:\.\d{3}){2,})$/

/** Without separators of thousands, as far as the text can mean one number only. */
function ungrouped(text: string): string {
  if (!GROUPED.test(text)) return text
  const thousands = /[.,]/.exec(text)?.[0] ?? ''
  return text.replaceAll(thousands, '')
}

/** A whole number typed by a person; null where it has a fraction. */
export function typedWhole(text: string): string | null {
  const [whole = '', fraction = ''] = typedNumber(text, 0)?.split('.') ?? []
  return whole !== '' && /^0*$/.test(fraction) ? whole : null
}

/** Whether it may be a thousand times as much as somebody else reads. */
export function isAmbiguous(text: string, digits = 10): boolean {
  const plain = text.replaceAll(/[\s']/g, '')
  return /^[1-9]\d{0,2},\d{3}$/.test(plain) || (digits < 3 && /^[1-9]\d{0,2}\.\d{3}$/.test(plain))
}

/** `steps` steps further; null where the text is no number. */
export function stepped(text: string, step: string, steps: number, digits: number): string | null {
  const typed = typedNumber(text, digits)
  if (typed === null) return null
  const next = scaled(typed, digits) + BigInt(steps) * scaled(step, digits)
  return next < 0n ? null : unscaled(next, digits)
}

/** The digits behind the point of a step like `0.01`. */
export function digitsOf(step: string): number {
  return (step.split('.')[1] ?? '').replace(/0+$/, '').length
}

/** The digits of a price as it stands, zeros at its end as well. */
export function fractionOf(price: string): number {
  return (price.split('.')[1] ?? '').length
}

/** A point of a price with so many digits. */
export function pointOf(digits: number): string {
  return unscaled(1n, digits)
}

/** The marks of amounts between thousands and before decimals. */
let marks = { thousands: '\u202f', decimals: '.' }

/** Sets how amounts are written from now on; prices and volumes keep their point. */
export function writeAmounts(thousands: string, decimals: string): void {
  marks = { thousands, decimals }
}

/** An amount with its thousands apart: `−12 345.60`, or `−12.345,60`. */
export function grouped(text: string): string {
  const isMinus = text.startsWith('-')
  const [whole = '', fraction] = text.replace('-', '').split('.')
  const apart = whole.replaceAll(/\B(?=(\d{3})+$)/g, marks.thousands)
  const sign = isMinus ? '−' : ''
  return fraction === undefined ? `${sign}${apart}` : `${sign}${apart}${marks.decimals}${fraction}`
}

/** An amount with its sign, also where it is above zero. */
export function signed(text: string): string {
  const isZero = /^-?0(\.0*)?$/.test(text)
  if (isZero) return grouped(text.replace('-', ''))
  return text.startsWith('-') ? grouped(text) : `+${grouped(text)}`
}

/** Lots with two decimals at least, so that a column of them aligns. */
export function fixedLots(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

/** Lots with their sign; they keep their point in every language. */
export function signedLots(text: string): string {
  if (isLoss(text)) return `−${text.slice(1)}`
  return isGain(text) ? `+${text}` : text.replace('-', '')
}

export function isLoss(text: string | null | undefined): boolean {
  return text?.startsWith('-') === true && !/^-0(\.0*)?$/.test(text)
}

export function isGain(text: string | null | undefined): boolean {
  return text !== null && text !== undefined && /[1-9]/.test(text) && !text.startsWith('-')
}

/** The sum of amounts. */
export function sum(texts: readonly string[], digits: number): string {
  return unscaled(
    texts.reduce((total, text) => total + scaled(text, digits), 0n),
    digits,
  )
}
