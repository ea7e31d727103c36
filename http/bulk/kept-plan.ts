import type { Refusal } from '../../engine/code.js'
import type { PipelineServices } from '../pipeline/context.js'
import type { AnyContext } from '../pipeline/route.js'

/**
 * The plan that an earlier request with the same key stored before it began; null if there was
 * none.
 */
export async function keptPlan<Plan>({
  keyed: { once },
  services,
  actor,
}: Pick<AnyContext<PipelineServices>, 'keyed' | 'services' | 'actor'>): Promise<
  Plan | Refusal | null
> {
  if (once === undefined) return null
  const first = await services.desk.ask('once.first', { actor, once })
  if (!first.ok) return first
  return first.value === null ? null : (first.value.value as Plan)
}
