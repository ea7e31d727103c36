import { isRefusal } from '../../../engine/code.js'
import { RecordParams } from '../../../wire/schema/settings/config.js'
import { DatafeedLogView } from '../../../wire/schema/settings/datafeed.js'
import { type FrontRoute, type FrontServices, route } from '../route.js'
import { recordById } from '../settings/config-routes.js'

/** Operations that datafeeds and gateways share: reconnect, and read the log. */
interface ConnectionKind {
  readonly kind: 'datafeeds' | 'gateways'
  readonly path: string
  readonly right: 'config.datafeeds' | 'config.gateways'
  readonly one: string
}

export function connectionActs(
  { kind, path, right, one }: ConnectionKind,
  restartDescription: string,
): readonly FrontRoute[] {
  const common = { audience: 'staff', rights: [right], params: RecordParams } as const
  const keeperOf = ({ feeds, gateways }: FrontServices) => (kind === 'datafeeds' ? feeds : gateways)
  return [
    route({
      ...common,
      method: 'POST',
      path: `${path}/{id}/restart`,
      summary: `Reconnect ${one}`,
      description: restartDescription,
      errors: ['not_found', 'conflict', 'unavailable'],
      example: { params: { id: '1' } },
      async handle(context) {
        const { services, params } = context
        const asked = { actor: context.actor, kind, id: params.id }
        const allowed = await services.desk.ask('connections.restart', asked)
        if (!allowed.ok) return allowed
        const restarted = await keeperOf(services).restart(params.id)
        return restarted.ok ? null : restarted
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: `${path}/{id}/log`,
      summary: `Read the log of ${one}`,
      description: 'Oldest first, 200 at most.',
      data: DatafeedLogView,
      errors: ['not_found'],
      handle: ({ params, services }) => {
        const record = recordById(services, kind, params.id)
        if (isRefusal(record)) return record
        return keeperOf(services)
          .lines(record.id)
          .map(({ at, level, text }) => ({ at: new Date(at).toISOString(), level, text }))
      },
    }),
  ]
}
