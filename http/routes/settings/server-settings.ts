import { assert } from '../../../engine/assert.js'
import {
  NOT_SETTINGS,
  PutServerSettingsBody,
  ServerSettingsView,
} from '../../../wire/schema/server-settings.js'
import { type Route, route } from '../../pipeline/route.js'
import type { FrontServices } from '../../pipeline/services.js'
import { actorOf, changedOf } from './config-routes.js'

const PATH = '/admin/v1/settings'
const RIGHTS = ['config.servers']

const readRoute = route({
  method: 'GET',
  path: PATH,
  audience: 'staff',
  rights: RIGHTS,
  summary: 'Read the settings of the server',
  data: ServerSettingsView,
  handle: ({ services }) => settingsOf(services),
})

const replaceRoute = route({
  method: 'PUT',
  path: PATH,
  audience: 'staff',
  rights: RIGHTS,
  summary: 'Replace the settings of the server',
  description:
    'The whole, with the version last read: what is left out goes back to its default. An answer of GET ' +
    'may be sent back as it is.',
  body: PutServerSettingsBody,
  data: ServerSettingsView,
  errors: ['conflict', 'unavailable'],
  example: { body: { version: 1, daylight_saving: 'eu', utc_offset_min: 120 } },
  async handle(context) {
    const { version, ...given } = context.body as Readonly<Record<string, unknown>>
    const input = Object.fromEntries(Object.entries(given).filter(([name]) => !isNotRead(name)))
    const changed = await context.services.desk.ask('config.update', {
      ...{
        actor: actorOf(context),
        kind: 'settings',
        id: settingsOf(context.services).id,
        version: version as number,
      },
      ...{ input, replaces: true },
    })
    return changedOf('settings', changed)
  },
})

function isNotRead(name: string): boolean {
  return (NOT_SETTINGS as readonly string[]).includes(name)
}

function settingsOf(services: FrontServices) {
  const [settings] = services.settings.book.records.settings
  assert(settings !== undefined, 'a server has its settings from the first start on')
  return settings
}

export const adminSettingsRoutes: readonly Route[] = [readRoute, replaceRoute]
