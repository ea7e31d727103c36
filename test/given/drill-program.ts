import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of `dist` in which a run puts drills' servers, each in one file. */
export const DRILLS = 'drills'

/** The program of a drill's server: the one file that a run made of it, or the module where that is missing or older. */
export function drillProgram(module: URL): string {
  const made = fileURLToPath(
    new URL(`../../${DRILLS}/${basename(module.pathname)}`, import.meta.url),
  )
  const compiled = fileURLToPath(new URL('../../bin/openfloor.js', import.meta.url))
  return timeOf(made) > timeOf(compiled) ? made : fileURLToPath(module)
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
