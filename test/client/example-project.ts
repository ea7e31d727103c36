import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scratch } from '../given/desk.js'

export const ROOT = resolve(fileURLToPath(new URL('../../..', import.meta.url)))
export const EXAMPLES = join(ROOT, 'docs/examples')
type Teardown = { teardown(run: () => unknown): unknown }

/** A folder with an example and with the published package in it, as `npm install` makes it. */
export function projectWith(t: Teardown, example: string): string {
  const folder = scratch(t)
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(join(ROOT, 'dist/openfloor-client'), join(folder, 'node_modules/openfloor-client'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  copyFileSync(join(EXAMPLES, example), join(folder, example))
  return folder
}
