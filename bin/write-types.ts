import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { removeLeftovers } from './leftovers.js'
import { writeTexts } from './texts/write.js'

/** Writes scripts and types of the message files and the client's types, then removes compiled files whose source is gone. */
const dist = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const root = join(dist, '..')
writeTexts(root, dist)
// The contract has words of the message files: it is loaded when their scripts are there.
const { writeClientTypes } = await import('./client-types.js')
await writeClientTypes(dist, join(root, 'client/generated'))
removeLeftovers(root, dist)
