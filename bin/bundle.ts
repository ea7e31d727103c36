import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commitOf } from './commit.js'
import { makeBundle } from './make-bundle.js'
import { makeWeb } from './make-web.js'

/** What the build makes of what is compiled, of the modules beside which this one lies. */
const dist = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const root = resolve(dist, '..')
await Promise.all([makeBundle(dist, commitOf(root)), makeWeb(root, dist)])
