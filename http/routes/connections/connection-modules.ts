import { type ModuleSpec, startParameters } from '../../../engine/config/kinds/connection.js'
import { ModuleView } from '../../../wire/schema/settings/connection.js'
import { Rows } from '../../../wire/types/scalars.js'
import { type FrontRoute, route } from '../route.js'

/** Lists the modules for a kind of connection, with initial parameters. */
export function modulesRoute(
  path: string,
  right: string,
  summary: string,
  modules: readonly ModuleSpec[],
): FrontRoute {
  return route({
    method: 'GET',
    path: `${path}/modules`,
    audience: 'staff',
    rights: [right],
    summary,
    description:
      'Lists each module with its default parameters, and the parameters that need a value ' +
      'before the connection can be enabled.',
    data: Rows(ModuleView),
    handle: () => modules.map(moduleView),
  })
}

/**
 * A module as the API shows it. All modules are part of the server, so none has its own
 * certificate.
 */
function moduleView(spec: ModuleSpec) {
  const { module, label, description, required } = spec
  const params = startParameters(spec).map((param) => ({ ...param }))
  return {
    module,
    label,
    description,
    params,
    required: [...required],
    certificate: '',
    signed_by: '',
  }
}
