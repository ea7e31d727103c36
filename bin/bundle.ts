import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commitOf } from './commit.js'
import { makeBundle } from './make-bundle.js'
import { makeClient } from './make-client.js'
import { makeWeb } from './make-web.js'
import { writeTexts } from './texts/write.js'

/**
 * What the build makes of modules: those beside which this one lies, which are `dist` where they were compiled, and
 * `dist/transpiled` where a start has only left their types out.
 */
const modules = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const dist = modules.endsWith('transpiled') ? dirname(modules) : modules
const root = join(dist, '..')
writeTexts(root, modules)
await Promise.all([
  makeBundle(modules, dist, commitOf(root)),
  makeWeb(root, dist),
  // A start needs no package of the client.
  modules === dist ? makeClient(root, dist, join(dist, 'openfloor-client')) : null,
])
