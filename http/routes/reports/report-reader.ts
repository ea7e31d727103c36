import type { Refusal } from '../../../engine/code.js'
import type { OpeningTime, ReportReader } from '../../../engine/reports/openings.js'
import type { Session } from '../../exchange/session.js'
import type { KnownActor } from '../../pipeline/actor.js'
import type { FrontServices } from '../route.js'

/** Rights to list reports and their jobs. Either of them is enough. */
export const READER_RIGHTS = ['reports', 'config.reports']

/** The reader's current permissions, because they may have changed since sign-in. */
export async function readerOf({
  services,
  session,
  actor,
}: {
  readonly services: FrontServices
  readonly session: Session
  readonly actor: KnownActor
}): Promise<ReportReader | Refusal> {
  const found = await services.desk.ask('reports.reader', { actor })
  return found.ok ? { ...found.value, rights: session.rights } : found
}

export function timeOf(services: FrontServices): OpeningTime {
  return { clock: services.serverClock(), now: services.clock.now() }
}
