import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'

/**
 * `node seeded.js SEED FILE` is `node FILE`, but every property draws its cases from the seed: what
 * passed passes again, on any machine.
 */
const [node = '', , seed, file = '', ...rest] = process.argv
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) })
process.argv = [node, resolve(file), ...rest]
await import(pathToFileURL(resolve(file)).href)
