import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeBundle } from './make-bundle.js'

/** The last step of the build, of the modules beside which this one lies. */
await makeBundle(resolve(dirname(fileURLToPath(import.meta.url)), '..'))
