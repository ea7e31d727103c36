import { type Refusal, refuseFor } from '../../engine/code.js'
import { say } from '../../engine/reasons/reasons.js'

/**
 * The phase of the server, by which requests are taken or not. While it recovers it knows nobody yet, and
 * whoever were told so would throw a good session away; so they are told to come back, before anybody looks
 * at who they are.
 */
export type Phase = 'following' | 'recovering' | 'ok' | 'silent' | 'draining'

const RECOVERING = refuseFor(1000, 'unavailable', say('unavailable.recovering'))
const FOLLOWING = refuseFor(2000, 'unavailable', say('unavailable.standby'))
/** Nobody may be told anything: another node may be at work (actors/server/quorum-watch.ts). */
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
  /** Whether lists are answered from the tables while this node follows another one. */
  answersLists: () => boolean = () => false

  constructor(phase: Phase = 'recovering') {
    this.phase = phase
  }

  /** Null when it is open. */
  get refusal(): Refusal | null {
    if (this.phase === 'ok') return null
    return REFUSALS[this.phase]
  }

  /** A list tells how far its tables are, and is asked with how far they have to be. */
  refusalOfList(): Refusal | null {
    return this.phase === 'following' && this.answersLists() ? null : this.refusal
  }
}
