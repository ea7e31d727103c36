import type { LicenceStatus } from '../../../actors/desk/settings/licence.js'
import { DryRunQuery } from '../../../wire/schema/settings/config.js'
import {
  ApplyLicenceBody,
  LICENCE_BODY_BYTES_MAX,
  LicenceStatusView,
} from '../../../wire/schema/settings/licence.js'
import { readPayload } from '../../../wire/schema/settings/licence-payload.js'
import { type FrontRoute, type FrontServices, route } from '../route.js'
import { brandView } from './brand-view.js'
import { adminBrandRoutes } from './brands.js'

const PATH = '/admin/v1/licence'
const RIGHT = 'config.servers'

const statusRoute = route({
  method: 'GET',
  path: PATH,
  audience: 'staff',
  rights: [RIGHT],
  rate: { per: 'login', max: 60, seconds: 60 },
  summary: 'Read the licence',
  description:
    'Checks the signature, server and expiry of the applied key. A key must be made for `server_id`. A ' +
    'limit of 0 means no limit. The limits of the applied key stay in force even if it is no longer ' +
    'valid.',
  data: LicenceStatusView,
  errors: ['unavailable'],
  async handle({ services }) {
    const status = await services.desk.ask('licence.status', null)
    return status.ok ? statusView(status.value, services) : status
  },
})

const applyRoute = route({
  method: 'POST',
  path: PATH,
  audience: 'staff',
  rights: [RIGHT],
  rate: { per: 'login', max: 20, seconds: 60 },
  summary: 'Apply a licence key',
  description:
    'Applies the key as a whole or not at all. The main company and its groups get the name in ' +
    'the key. Brands get the fields that the key contains. Brands of companies that the key does ' +
    'not list are deleted.\n\n' +
    'With `dry_run` nothing changes, and `planned` lists the changes in order. A key has at most ' +
    '8 MiB. `invalid_input`: the key fails a check; the journal records the reason.',
  query: DryRunQuery,
  bodyBytesMax: LICENCE_BODY_BYTES_MAX,
  body: ApplyLicenceBody,
  data: LicenceStatusView,
  errors: ['unavailable'],
  example: { body: { key: 'eyJsaWNlbmNlX2lkIjoiTC0xIn0.c2lnbmF0dXJl' } },
  async handle({ services, actor, body, query }) {
    const key = body.key.trim()
    const { payload, refused } = readPayload(key)
    const asked = { actor, key, payload: payload ?? refused, isDryRun: query.dry_run }
    const status = await services.desk.ask('licence.apply', asked)
    if (!status.ok) return status
    const { planned } = status.value
    return { ...statusView(status.value, services), ...(planned === null ? {} : { planned }) }
  },
})

function statusView(status: LicenceStatus, { settings }: Pick<FrontServices, 'settings'>) {
  const { licence, serverId, usedAccounts, usedGroups, valid, warnings } = status
  return {
    licence_id: licence.licence_id === '' ? null : licence.licence_id,
    server_id: serverId,
    issued_at: licence.issued_at,
    expires_at: licence.expires_at,
    applied_at: licence.applied_at,
    applied_by: licence.applied_by,
    companies: licence.companies,
    brands: settings.book.records.brands.map(brandView),
    entitlements: { max_accounts: licence.max_accounts, max_groups: licence.max_groups },
    used_accounts: usedAccounts,
    used_groups: usedGroups,
    valid,
    warnings,
  }
}

export const adminLicenceRoutes: readonly FrontRoute[] = [
  statusRoute,
  applyRoute,
  ...adminBrandRoutes,
]
