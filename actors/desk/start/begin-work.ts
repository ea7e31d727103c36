import type { JournalHead } from '../../../wire/stored/journal-line.js'
import type { Outcome } from '../../thread/ask.js'
import type { Logger } from '../../thread/logger.js'
import type { Beginning, BeginningOperations } from './beginning.js'

export interface BeginningAsker {
  ask(
    name: 'system.begin',
    request: BeginningOperations['system.begin']['request'],
  ): Promise<Outcome<Beginning>>
}

interface Begun {
  readonly dataDir: string
  readonly clockOffsetMs: number
  readonly logger: Logger
  /** The version of the server, if known. */
  readonly version?: string | undefined
}

/** Throws if the data on disk cannot be used. Returns the journal's newest line. */
export async function beginWork(
  desk: BeginningAsker,
  { dataDir, clockOffsetMs, logger, version }: Begun,
  migrated: number,
): Promise<JournalHead> {
  const begun = await desk.ask('system.begin', {
    dataDir,
    isDrill: clockOffsetMs !== 0,
    ...(version === undefined ? {} : { started: { version, migrated } }),
  })
  if (!begun.ok) throw new Error(begun.message)
  for (const warning of begun.value.warnings) logger.warn({}, warning)
  if (begun.value.upgrade !== undefined) logger.info({ migrated, version }, begun.value.upgrade)
  return begun.value.journal
}
