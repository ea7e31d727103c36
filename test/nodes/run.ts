import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { endAtExit, removeAtExit } from '../../bench/at-exit.js'
import {
  environmentOf,
  layRepository,
  makeOtherNode,
  OTHER_NODES,
  type OtherNode,
  preparedNode,
} from './other-node.js'
import { SMOKE_TESTS } from './smoke-tests.js'

/**
 * `npm run test:nodes [-- WORD …]`: smoke tests, or the test files whose path holds one of the words, on the other
 * versions of Node. Exit 1 when one fails. A version that cannot be had is reported, and is no failure.
 *
 * `--prepare DIRECTORY` fetches and builds what they need, which may run beside other work; `--prepared DIRECTORY`
 * then runs the tests with that.
 */
const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')
const { values, positionals: words } = parseArgs({
  options: { prepare: { type: 'string' }, prepared: { type: 'string' } },
  allowPositionals: true,
})
const { prepare, prepared } = values
const directory = prepared ?? prepare ?? mkdtempSync(join(tmpdir(), 'openfloor-nodes-'))
if (prepare === undefined) removeAtExit(directory)
let areGood = true
for (const version of OTHER_NODES) {
  const folder = join(directory, version)
  mkdirSync(folder, { recursive: true })
  const node = preparedNode(folder) ?? (await made(folder, version))
  if (node === undefined || prepare !== undefined) continue
  areGood = (await tested(node, version)) && areGood
}
process.exit(areGood ? 0 : 1)

async function made(folder: string, version: string): Promise<OtherNode | undefined> {
  say(`Node ${version}: fetching it, and building packages for it in a copy of the repository`)
  const node = await makeOtherNode(ROOT, folder, version)
  if (typeof node !== 'string') return node
  say(`NOT TESTED on Node ${version}, which cannot be had here: ${node}`)
  return undefined
}

async function tested({ program, copy }: OtherNode, version: string): Promise<boolean> {
  await layRepository(ROOT, copy)
  const tests = words.length === 0 ? SMOKE_TESTS : words
  const run = spawn(program, [join('dist', 'test', 'run.js'), ...tests], {
    cwd: copy,
    env: environmentOf(program),
    stdio: 'inherit',
  })
  // It ends what it started.
  endAtExit(run, 'SIGTERM')
  const [code] = await once(run, 'exit')
  say(code === 0 ? `Good on Node ${version}` : `Failed on Node ${version}`)
  return code === 0
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
