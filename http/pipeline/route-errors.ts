import type { Code } from '../../engine/code.js'
import { statusOf } from '../../wire/answer/errors.js'
import type { Route } from './route.js'

/** The codes that a route can return: the codes of its guards, and its own codes. */
export function errorCodesOf(route: Route): readonly Code[] {
  const codes = new Set<Code>(['internal', 'unavailable'])
  if (route.params !== null || route.query !== null || route.method !== 'GET') {
    codes.add('invalid_input')
  }
  if (route.method !== 'GET') codes.add('too_large').add('unsupported_media')
  // An upload is refused if its owner has used up the storage quota.
  if (route.upload !== null) codes.add('conflict')
  if (route.audience !== 'public') addGuardCodes(route, codes)
  else if (route.cost > 0) codes.add('too_many_requests')
  if (route.rate !== null) codes.add('too_many_requests')
  for (const code of route.errors) codes.add(code)
  const status = (code: Code) => statusAt(route, code)
  return [...codes].sort((a, b) => status(a) - status(b) || a.localeCompare(b))
}

function statusAt({ statuses }: Route, code: Code): number {
  return statuses[code] ?? statusOf(code)
}

function addGuardCodes(route: Route, codes: Set<Code>): void {
  codes.add('auth.session_expired').add('auth.invalid_terminal').add('too_many_requests')
  if (route.restricted !== 'open') {
    codes.add('auth.password_change_required').add('auth.otp_enrol_required')
  }
  // Codes for an unknown API key, one used from a wrong network, or a terminal class that is disabled.
  if (route.audience === 'staff') {
    codes.add('auth.too_many_attempts').add('forbidden').add('auth.terminal_not_allowed')
  }
  if (route.changesState) codes.add('auth.csrf_invalid')
  if (route.accountHeader) codes.add('auth.account_changed')
  if (route.refusesReadOnly) codes.add('trade.read_only')
  if (route.rights.length + route.anyOf.length > 0) codes.add('forbidden')
  if (route.account !== null) codes.add('not_found').add(route.account.outOfScope)
}

/** The error codes of a route, grouped by HTTP status in rising order. */
export function errorsByStatus(route: Route): ReadonlyMap<number, readonly Code[]> {
  const byStatus = new Map<number, Code[]>()
  for (const code of errorCodesOf(route)) {
    const status = statusAt(route, code)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return byStatus
}
