import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeClientTypes } from './client-types.js'
import { removeLeftovers } from './leftovers.js'
import { writeTexts } from './texts/write.js'

/** Writes scripts and types of the message files and the client's types, then removes compiled files whose source is gone. */
const dist = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const root = join(dist, '..')
writeTexts(root, dist)
await writeClientTypes(dist, join(root, 'client/generated'))
removeLeftovers(root, dist)
