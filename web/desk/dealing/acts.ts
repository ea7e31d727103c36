import type { ActAnswer, DealingActName } from '../../staff/dealing.js'

/** For so long after another row, or another state of it, is under the keys they do nothing. */
export const STILL_MS = 300

/** Does something with one request; null where an act of it is on its way. */
export type Act = (
  name: DealingActName,
  args?: { price?: string; text?: string },
) => Promise<ActAnswer | null>
