import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { removeLeftovers } from './leftovers.js'
import { writeTexts } from './texts/write.js'

/**
 * Generates scripts and types of the message files and the client's types, then removes compiled
 * files without a source.
 */
const dist = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const root = join(dist, '..')
writeTexts(root, dist)
// The API schemas contain texts of the message files, so they are loaded after those have been generated.
const { writeClientTypes } = await import('./client-types.js')
await writeClientTypes(dist, join(root, 'client/generated'))
removeLeftovers(root, dist)
