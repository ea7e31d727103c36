import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { endAtExit } from '../../bench/at-exit.js'

/**
 * Debian 12 has an older glibc than Node 24 needs here (bin/wanted-node.ts). The tests take that of Debian 13 from its
 * archive into a folder, as apt checks and fetches it, and start Node with it. Nothing of the system changes.
 */
const RELEASE = 'trixie'
const KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg'
const PACKAGES = ['libc6', 'libgcc-s1', 'libstdc++6']
const LIBRARIES = 'usr/lib/x86_64-linux-gnu'

const execute = promisify(execFile)

/** A program in `directory` that starts `node` with the newer library. */
export async function nodeWithNewerLibc(directory: string, node: string): Promise<string> {
  const root = join(directory, 'libc')
  const archives = join(directory, 'archives')
  for (const folder of [root, archives, join(archives, 'lists')]) mkdirSync(folder)
  const sources = join(archives, 'sources.list')
  writeFileSync(sources, `deb [signed-by=${KEYS}] http://deb.debian.org/debian ${RELEASE} main\n`)
  writeFileSync(join(archives, 'status'), '')
  const options = [
    `Dir::Etc::sourcelist=${sources}`,
    'Dir::Etc::sourceparts=-',
    `Dir::State::lists=${join(archives, 'lists')}`,
    `Dir::State::status=${join(archives, 'status')}`,
    `Dir::Cache=${archives}`,
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option])
  await carryOut('apt-get', [...options, 'update'], archives)
  await carryOut('apt-get', [...options, 'download', ...PACKAGES], archives)
  for (const name of readdirSync(archives).filter((one) => one.endsWith('.deb'))) {
    await carryOut('dpkg-deb', ['-x', name, root], archives)
  }
  return program(directory, join(root, LIBRARIES), node)
}

/** Children of tests start `process.execPath`, which would be the loader of programs. */
function program(directory: string, libraries: string, node: string): string {
  const folder = join(directory, 'with-libc')
  const path = join(folder, 'node')
  const preload = join(folder, 'exec-path.cjs')
  mkdirSync(folder)
  writeFileSync(preload, `process.execPath = ${JSON.stringify(path)}\n`)
  const loader = `"${join(libraries, 'ld-linux-x86-64.so.2')}" --library-path "${libraries}"`
  const text = `#!/bin/sh\nexec ${loader} "${node}" --require "${preload}" "$@"\n`
  writeFileSync(path, text, { mode: 0o755 })
  return path
}

async function carryOut(command: string, args: readonly string[], cwd: string): Promise<void> {
  const run = execute(command, [...args], { cwd })
  endAtExit(run.child, 'SIGTERM')
  await run
}
