import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeClientTypes } from './client-types.js'
import { removeLeftovers } from './leftovers.js'

/** Writes the client's types from the compiled contract, then removes compiled files whose source is gone. */
const dist = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const root = join(dist, '..')
await writeClientTypes(dist, join(root, 'client/generated'))
removeLeftovers(root, dist)
