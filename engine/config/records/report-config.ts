/** A report that staff may run: a module with its settings. */
export interface ReportConfigRecord {
  readonly id: number
  /** Folders and the report, joined by backslashes; staff report lines name it. */
  readonly name: string
  /** The module of the report (engine/reports/modules.ts). */
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
