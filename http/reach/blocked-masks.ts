import type { Refusal } from '../../engine/code.js'
import type { BlockedSignUp } from '../../engine/config/records/server-settings.js'
import { refuseField } from '../../engine/reasons/fault.js'
import { say } from '../../engine/reasons/reasons.js'
import type { Session } from '../exchange/session.js'

/**
 * A blocked sign-up as a reader sees it. The mask is null without the right to see the field it
 * compares.
 */
interface ShownBlock {
  readonly by: BlockedSignUp['by']
  readonly mask: string | null
}

type Rights = Pick<Session, 'rights'>

const BLOCK_RIGHTS = { email: 'accounts.email', ip: null, phone: 'accounts.phone' } as const

function isSeen(by: BlockedSignUp['by'], { rights }: Rights): boolean {
  const right = BLOCK_RIGHTS[by]
  return right === null || rights.has(right)
}

export function shownBlocks(blocks: readonly BlockedSignUp[], to: Rights): ShownBlock[] {
  return blocks.map(({ by, mask }) => ({ by, mask: isSeen(by, to) ? mask : null }))
}

/**
 * True if some masks are hidden from the reader. An export of settings then contains none of them.
 */
export function hidesBlocks(blocks: readonly BlockedSignUp[], to: Rights): boolean {
  return blocks.some(({ by }) => !isSeen(by, to))
}

/** True if a value from a settings file has the form of these masks. */
export function isShownBlocks(given: unknown): given is readonly ShownBlock[] {
  return (
    Array.isArray(given) &&
    given.every(
      (one: Partial<ShownBlock> | null) =>
        Object.hasOwn(BLOCK_RIGHTS, String(one?.by)) &&
        (one?.mask === null || typeof one?.mask === 'string'),
    )
  )
}

/**
 * The masks that a writer sends, plus the existing ones that the writer may not see. Hidden masks
 * are kept whether the writer sends them as null or omits them.
 */
export function keptBlocks(
  given: readonly ShownBlock[],
  known: readonly BlockedSignUp[],
  by: Rights,
): readonly BlockedSignUp[] | Refusal {
  const unseen = known.filter((one) => !isSeen(one.by, by))
  const blocks: BlockedSignUp[] = []
  for (const [i, { by: what, mask }] of given.entries()) {
    if (mask !== null) {
      blocks.push({ by: what, mask })
      continue
    }
    if (isSeen(what, by)) return refuseField(`blocked_signups[${i}].mask`, say('field.missing'))
    const place = unseen.findIndex((one) => one.by === what)
    if (place >= 0) blocks.push(...unseen.splice(place, 1))
  }
  return [...blocks, ...unseen]
}
