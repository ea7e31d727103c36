import { addressAllowed, prefixBits } from '../access/address.js'
import { maskFits } from '../names/mask.js'
import { phoneFigures } from '../names/words.js'
import type { Fault } from './fault.js'
import type { BlockedSignUp } from './records/server-settings.js'

/**
 * Who may not sign up: masks of e-mail addresses and of phone numbers, where `*` is any run of characters, and network
 * addresses or networks. Each has to be narrow enough that no slip of a hand shuts everybody out.
 */
const EMAIL_CHARACTERS_MIN = 3
const PHONE_FIGURES_MIN = 4
/** The bits that a network names at least. */
const NETWORK_BITS_MIN = { 32: 8, 128: 16 } as const

/** Somebody who signs up. */
export interface SigningUp {
  readonly email: string
  readonly ip: string
  readonly phone: string
}

/** The one form of each, without repeats. */
export function normalBlocks(blocks: readonly BlockedSignUp[]): BlockedSignUp[] {
  const normal = blocks.map(({ by, mask }) => ({ by, mask: normalMask(by, mask.trim()) }))
  return [...new Map(normal.map((one) => [`${one.by} ${one.mask}`, one])).values()]
}

function normalMask(by: BlockedSignUp['by'], mask: string): string {
  if (by !== 'phone') return mask.toLowerCase()
  return mask.split('*').map(figuresOf).join('*')
}

/** The figures of a part of a phone number: only at its beginning two zeros stand for the plus. */
function figuresOf(part: string, index: number): string {
  return index === 0 ? phoneFigures(part) : part.replaceAll(/\D/g, '')
}

export function blockFaults(blocks: readonly BlockedSignUp[]): Fault[] {
  return blocks.flatMap(({ by, mask }, i) => {
    const message = WRONG[by](mask)
    return message === undefined ? [] : [{ path: `blocked_signups[${i}].mask`, message }]
  })
}

const WRONG: Readonly<Record<BlockedSignUp['by'], (mask: string) => string | undefined>> = {
  email: (mask) => {
    if (!/[@*]/.test(mask) || /[\s,]/.test(mask)) {
      return 'must be an e-mail address or a mask of some, like "*@example.com"'
    }
    const own = mask.replaceAll(/[*@.]/g, '').length
    if (own >= EMAIL_CHARACTERS_MIN) return undefined
    return `must have at least ${EMAIL_CHARACTERS_MIN} letters or figures, so that it is not everybody`
  },
  ip: (mask) => {
    const prefix = prefixBits(mask)
    if (prefix === null) return 'must be an address or a network, like "203.0.113.0/24"'
    const min = NETWORK_BITS_MIN[prefix.bits]
    return prefix.length >= min ? undefined : `must be a network of at least /${min}`
  },
  phone: (mask) =>
    mask.replaceAll('*', '').length >= PHONE_FIGURES_MIN
      ? undefined
      : `must have at least ${PHONE_FIGURES_MIN} figures`,
}

/** The masks that fit somebody. */
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
