import { type Refusal, refuseFor } from '../../engine/code.js'
import { say } from '../../engine/reasons/reasons.js'

/**
 * The phase of the server, which decides whether it accepts requests. During recovery it does not
 * know its sessions yet and would answer 401, which makes clients discard valid sessions. So
 * requests are refused as unavailable before authentication.
 */
export type Phase = 'following' | 'recovering' | 'ok' | 'silent' | 'draining'

const RECOVERING = refuseFor(1000, 'unavailable', say('unavailable.recovering'))
const FOLLOWING = refuseFor(2000, 'unavailable', say('unavailable.standby'))
/** Refuses every request, because another node may be active (actors/server/quorum-watch.ts). */
export const SILENT = refuseFor(1000, 'unavailable', say('unavailable.databases'))
const DRAINING = refuseFor(2000, 'unavailable', say('unavailable.restarting'))

const REFUSALS = {
  following: FOLLOWING,
  recovering: RECOVERING,
  silent: SILENT,
  draining: DRAINING,
}

export class Door {
  phase: Phase
  /** True if this node serves lists from its database while it follows another node. */
  answersLists: () => boolean = () => false

  constructor(phase: Phase = 'recovering') {
    this.phase = phase
  }

  /** The reason why requests are refused at the moment; null if they are accepted. */
  get refusal(): Refusal | null {
    if (this.phase === 'ok') return null
    return REFUSALS[this.phase]
  }

  /**
   * Like `refusal`, for lists: a standby node may serve them, since each answer names its
   * `projection_seq` and a client can require one.
   */
  refusalOfList(): Refusal | null {
    return this.phase === 'following' && this.answersLists() ? null : this.refusal
  }
}
