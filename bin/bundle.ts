import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeBundle } from './make-bundle.js'
import { makeWeb } from './make-web.js'

/** The last step of the build, of the modules beside which this one lies. */
const dist = resolve(dirname(fileURLToPath(import.meta.url)), '..')
await Promise.all([makeBundle(dist), makeWeb(resolve(dist, '..'), dist)])
