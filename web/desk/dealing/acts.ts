import type { ActAnswer, DealingActName } from '../../staff/dealing/dealing.js'

/** The time after a change of the selected row for which keys are ignored. */
export const STILL_MS = 300

/** Sends an action for a request. Returns null if the request already has an action in progress. */
export type SendAct = (
  name: DealingActName,
  args?: { price?: string; text?: string; reason?: string; valid_sec?: number },
) => Promise<ActAnswer | null>

/**
 * Whether keys are active. `begin` disables them for a moment, because the selected row has
 * changed.
 */
export interface Still {
  readonly is: boolean
  begin(): void
}
