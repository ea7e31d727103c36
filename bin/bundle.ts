import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commitOf } from './commit.js'
import { makeBundle } from './make-bundle.js'
import { makeClient } from './make-client.js'
import { makeWeb } from './make-web.js'
import { writeTexts } from './texts/write.js'

/**
 * Finishes the build from the modules next to this file: `dist` after a compile, or
 * `dist/transpiled` when a start has only stripped the types.
 */
const modules = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const dist = modules.endsWith('transpiled') ? dirname(modules) : modules
const root = join(dist, '..')
writeTexts(root, modules)
await Promise.all([
  makeBundle(modules, dist, commitOf(root)),
  makeWeb(root, dist),
  // A start does not need the client package.
  modules === dist ? makeClient(root, dist, join(dist, 'openfloor-client')) : null,
])
