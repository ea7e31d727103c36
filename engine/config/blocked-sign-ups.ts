import { addressAllowed, prefixBits } from '../access/address.js'
import { maskFits } from '../names/mask.js'
import { phoneFigures } from '../names/words.js'
import type { Fault, KeyedText } from '../reasons/keyed-text.js'
import { say } from '../reasons/reasons.js'
import type { BlockedSignUp } from './records/server-settings.js'

/**
 * The applicants who may not sign up: masks of e-mail addresses and phone numbers, in which `*` is
 * any run of characters, and network addresses or networks. Each must be narrow enough that a
 * typing error does not block everybody.
 */
const EMAIL_CHARACTERS_MIN = 3
const PHONE_FIGURES_MIN = 4
/** The shortest prefix that a blocked network may have, by address length. */
const NETWORK_BITS_MIN = { 32: 8, 128: 16 } as const

/** The data of a person who signs up. */
export interface SigningUp {
  readonly email: string
  readonly ip: string
  readonly phone: string
}

/** The normal form of the masks, without duplicates. */
export function normalBlocks(blocks: readonly BlockedSignUp[]): BlockedSignUp[] {
  const normal = blocks.map(({ by, mask }) => ({ by, mask: normalMask(by, mask.trim()) }))
  return [...new Map(normal.map((one) => [`${one.by} ${one.mask}`, one])).values()]
}

function normalMask(by: BlockedSignUp['by'], mask: string): string {
  if (by !== 'phone') return mask.toLowerCase()
  return mask.split('*').map(figuresOf).join('*')
}

/**
 * The digits of a part of a phone number. Two zeros stand for the plus only at the number's
 * beginning.
 */
function figuresOf(part: string, index: number): string {
  return index === 0 ? phoneFigures(part) : part.replaceAll(/\D/g, '')
}

export function blockFaults(blocks: readonly BlockedSignUp[]): Fault[] {
  return blocks.flatMap(({ by, mask }, i) => {
    const said = WRONG[by](mask)
    return said === undefined ? [] : [{ path: `blocked_signups[${i}].mask`, ...said }]
  })
}

const WRONG: Readonly<Record<BlockedSignUp['by'], (mask: string) => KeyedText | undefined>> = {
  email: (mask) => {
    if (!/[@*]/.test(mask) || /[\s,]/.test(mask)) {
      return say('field.blocked_email')
    }
    const own = mask.replaceAll(/[*@.]/g, '').length
    if (own >= EMAIL_CHARACTERS_MIN) return undefined
    return say('field.blocked_email_min', { min: EMAIL_CHARACTERS_MIN })
  },
  ip: (mask) => {
    const prefix = prefixBits(mask)
    if (prefix === null) return say('field.blocked_network')
    const min = NETWORK_BITS_MIN[prefix.bits]
    return prefix.length >= min ? undefined : say('field.blocked_network_min', { min })
  },
  phone: (mask) =>
    mask.replaceAll('*', '').length >= PHONE_FIGURES_MIN
      ? undefined
      : say('field.blocked_phone_min', { min: PHONE_FIGURES_MIN }),
}

/** The masks of blocked sign-ups that match a person. */
export function blocksOf(
  blocks: readonly BlockedSignUp[],
  { email, ip, phone }: SigningUp,
): BlockedSignUp[] {
  const figures = phoneFigures(phone)
  const fits: Readonly<Record<BlockedSignUp['by'], (mask: string) => boolean>> = {
    email: (mask) => maskFits(mask, email),
    ip: (mask) => addressAllowed([mask], ip),
    phone: (mask) => figures !== '' && maskFits(mask, figures),
  }
  return blocks.filter(({ by, mask }) => fits[by](mask))
}
