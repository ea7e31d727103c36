import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { shebangFlags } from '../../bench/shebang-flags.js'

/** The command that tests start, as it is shipped; where no bundle was made of the modules, they themselves. */
export const BUILT_COMMAND: string = builtCommand()

/** The flags of Node that its first line starts it with. */
export const COMMAND_FLAGS: readonly string[] = shebangFlags(BUILT_COMMAND)

function builtCommand(): string {
  const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
  const bundled = fileOf('../../bundle/openfloor.js')
  const made = statSync(bundled, { throwIfNoEntry: false })
  if (made === undefined) return fileOf('../../bin/openfloor.js')
  if (made.mtimeMs < statSync(fileOf('../../bin/openfloor.js')).mtimeMs) {
    throw new Error(
      'the server that tests would start is older than what was compiled: npm run build',
    )
  }
  return bundled
}
