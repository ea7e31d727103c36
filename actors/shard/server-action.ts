import type { AccountEvents, DecisionContext, WaitOutcome } from '../../engine/account/decision.js'
import type { TouchedRows } from '../../engine/account/rules/at-provider/waiting.js'
import type { PricePts } from '../../engine/units.js'

/** Decides an action that the server itself starts; undefined if nothing can be done. */
export type ServerDecision = (context: DecisionContext) => AccountEvents | WaitOutcome | undefined

/** An action of the server itself that has to wait. */
export interface ServerWait {
  readonly kind: 'activate' | 'sl' | 'tp' | 'stop_out'
  readonly touched: TouchedRows
  /** The worst price that the client accepts. */
  readonly worstPrice?: PricePts
  /**
   * The events if a dealer rejects it; if left out, a rejection changes nothing and the server
   * tries again.
   */
  rejected?(context: DecisionContext): AccountEvents | undefined
}
