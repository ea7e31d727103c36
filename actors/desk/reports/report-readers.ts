import { isRefusal } from '../../../engine/code.js'
import type { ReportReader } from '../../../engine/reports/openings.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import { type Caller, StaffReach } from '../identity/staff-reach.js'

/** The access of staff to reports, by the current staff table. */

export type KnownReader = Omit<ReportReader, 'rights'>

export function reportReadersDesk(desk: Desk) {
  const reach = new StaffReach(desk)
  return {
    'reports.reader': ({ actor }: { readonly actor: Actor }): Outcome<KnownReader> => {
      const caller = reach.caller(actor)
      if (isRefusal(caller)) return caller
      const { lines, reportsMonths } = readerOf(caller)
      return accept({ lines, reportsMonths })
    },
  }
}

export function readerOf({ profile, rights }: Caller): ReportReader {
  return { rights, lines: profile.reports, reportsMonths: profile.reports_months }
}
