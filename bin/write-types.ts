import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeClientTypes } from './client-types.js'
import { removeLeftovers } from './leftovers.js'

/** The first step of a build: writes the types of the client, of the modules beside which this one lies. */
const modules = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const root = join(modules, '../..')
await writeClientTypes(modules, join(root, 'client/generated'))
// After them: what was compiled of the types is no leftover because they were not there yet.
removeLeftovers(root, join(root, 'dist'))
