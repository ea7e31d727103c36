import { execFileSync } from 'node:child_process'

/**
 * The commit of a checkout, with `-dirty` if files have changed since. Without git, as in a
 * container build, the value from the environment.
 */
export function commitOf(root: string): string {
  try {
    // A folder inside another project's checkout does not belong to its commits.
    if (git(root, 'rev-parse', '--show-prefix') === '') {
      return git(root, 'describe', '--always', '--dirty', '--abbrev=12', '--exclude=*')
    }
  } catch {
    // Git is not installed, or this is not a checkout.
  }
  return process.env['COMMIT'] || 'unknown'
}

function git(root: string, ...args: readonly string[]): string {
  const quiet = ['ignore', 'pipe', 'ignore'] as const
  return execFileSync('git', [...args], { cwd: root, encoding: 'utf8', stdio: [...quiet] }).trim()
}
