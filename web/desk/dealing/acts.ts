import type { ActAnswer, DealingActName } from '../../staff/dealing/dealing.js'

/** For so long after another row, or another state of it, is under the keys they do nothing. */
export const STILL_MS = 300

/** Does something with one request; null where an act of it is on its way. */
export type SendAct = (
  name: DealingActName,
  args?: { price?: string; text?: string; reason?: string; valid_sec?: number },
) => Promise<ActAnswer | null>

/** Whether the keys may act now; `begin` stops them for a while, since something under them is another. */
export interface Still {
  readonly is: boolean
  begin(): void
}
