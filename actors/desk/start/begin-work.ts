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
}

/** Throws where what is on disk cannot be worked with; answers the journal's newest line. */
export async function beginWork(
  desk: BeginningAsker,
  { dataDir, clockOffsetMs, logger }: Begun,
): Promise<JournalHead> {
  const begun = await desk.ask('system.begin', { dataDir, isDrill: clockOffsetMs !== 0 })
  if (!begun.ok) throw new Error(begun.message)
  for (const warning of begun.value.warnings) logger.warn({}, warning)
  return begun.value.journal
}
