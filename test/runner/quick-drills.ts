import { readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { DRILLS } from '../given/drill-program.js'
import { inOneFile } from './in-place.js'

const PROGRAMS = /-server\.js$|^(log-writer|failing-log)\.js$/
const FOLDER = 'test/crash'

/**
 * Bundles each server that drills start instead of the command, and each program that a test starts dozens of times,
 * into one file. Loading the modules one by one makes a start half as slow again.
 */
export async function makeQuickDrills(root: string): Promise<void> {
  const dist = resolve(root, 'dist')
  const outdir = join(dist, DRILLS)
  rmSync(outdir, { recursive: true, force: true })
  await build({
    ...inOneFile(dist),
    entryPoints: readdirSync(join(dist, FOLDER))
      .filter((name) => PROGRAMS.test(name))
      .map((name) => join(FOLDER, name)),
    outdir,
    entryNames: '[name]',
    chunkNames: '[name]-[hash]',
    splitting: true,
    sourcemap: true,
  })
}
