/** A configured report that staff may run: a module with its settings. */
export interface ReportConfigRecord {
  readonly id: number
  /**
   * The path of the report: folders and name, joined by backslashes. Report lines of staff match
   * it.
   */
  readonly name: string
  /** The name of the report module (engine/reports/modules.ts). */
  readonly module: string
  /** If false, only staff who manage configurations see it. */
  readonly enabled: boolean
  readonly position: number
  /**
   * `groups` are the default groups, `company` fixes one company; other parameters are for clients.
   */
  readonly params: Readonly<Record<string, string>>
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}
