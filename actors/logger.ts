/** What an actor is handed to write its log with. Fields never hold a secret. */
export interface Logger {
  info(fields: LogFields, message: string): void
  warn(fields: LogFields, message: string): void
  error(fields: LogFields, message: string): void
}

export type LogFields = Readonly<Record<string, unknown>>
