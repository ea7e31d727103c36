import { rightsBeyond, scopeExcess } from '../access/grants.js'
import type { Refusal } from '../code.js'
import { because } from '../reasons/reasons.js'
import { moduleFacts, type ReportModule } from './modules.js'
import { isConfigurator } from './openings.js'

/**
 * The staff who may read, download, cancel or delete a report job that they can see.
 *
 *   - Its scope applies to everyone, as does the right that its module requires.
 *   - Staff who manage configurations need no right to run reports. Every other right with which it
 *     was made is needed by everyone, because it shows more in the rows.
 */
export interface JobGrants {
  readonly module: ReportModule
  readonly rights: readonly string[]
  readonly scope: readonly string[]
}

export function refuseReportJob(
  { module, rights, scope }: JobGrants,
  holds: { readonly rights: ReadonlySet<string>; readonly scope: readonly string[] },
): Refusal | null {
  const showing = rights.filter((right) => right !== 'reports' && right !== 'config.reports')
  const needed = isConfigurator(holds) ? [...moduleFacts(module).alsoNeeds, ...showing] : rights
  const [lacking] = rightsBeyond(needed, holds.rights)
  if (lacking !== undefined) return because('forbidden.report_right', { right: lacking })
  if (scopeExcess(scope, holds.scope) === null) return null
  return because('forbidden.report_scope')
}
