/**
 * How a change of the desk is written to the log in a quorum (actors/desk/cluster/desk-log.ts);
 * a single server has no such log.
 */
export interface DeskChangeLog {
  /** Called before a change waits for the database: lets waiting writers go first. */
  giveWay(): void
  begin(): void
  append(): void
  committed(): void
  /** Called if the change was rolled back before `append`. */
  undone(): void
  /** True if the change may count already. */
  readonly isAppended: boolean
  close(): Promise<void>
}
