import { execFileSync } from 'node:child_process'

/**
 * The commit of a checkout, with `-dirty` where files of it were changed since; where there is none, as in a container that
 * is built, what the environment says.
 */
export function commitOf(root: string): string {
  try {
    // A folder inside another project's checkout is not of its commits.
    if (git(root, 'rev-parse', '--show-prefix') === '') {
      return git(root, 'describe', '--always', '--dirty', '--abbrev=12', '--exclude=*')
    }
  } catch {
    // No git, or no checkout.
  }
  return process.env['COMMIT'] || 'unknown'
}

function git(root: string, ...args: readonly string[]): string {
  const quiet = ['ignore', 'pipe', 'ignore'] as const
  return execFileSync('git', [...args], { cwd: root, encoding: 'utf8', stdio: [...quiet] }).trim()
}
