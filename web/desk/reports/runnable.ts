import { labelOf, meta } from '../../staff/meta.js'
import type { AvailableReport } from '../../staff/reports/report-jobs.js'
import { moduleLabel, reportName } from './report-text.js'

/** A report that the reader may run: a configured report, or a module without a configuration. */
export interface Runnable {
  /** The id of the configuration, or the name of the module. */
  readonly key: string
  readonly config: AvailableReport | null
  readonly module: string
  readonly inputs: readonly string[]
}

export const runnableName = ({ config, module }: Runnable): string =>
  config === null ? moduleLabel(module) : reportName(config.name)

/** The server's description of the module. */
export function moduleText(module: string): string {
  const names = meta.value?.report_modules
  return names?.find(({ name }) => name === module)?.text ?? labelOf(names, module)
}
