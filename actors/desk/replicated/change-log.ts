/** What a change of the desk tells the log that keeps it in a quorum (actors/desk/replicated/desk-log.ts); a server alone has none. */
export interface DeskChangeLog {
  /** Before a change and its wait for the database: whoever was kept waiting by others has his turn. */
  giveWay(): void
  /** A change begins. */
  begin(): void
  append(): void
  committed(): void
  /** Was undone, before `append`. */
  undone(): void
  /** Whether the change may count already. */
  readonly isAppended: boolean
  close(): Promise<void>
}
