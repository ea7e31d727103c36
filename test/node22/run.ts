import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { endAtExit, removeAtExit } from '../../bench/at-exit.js'
import {
  copyForSecondNode,
  environmentOf,
  installSecondNode,
  type NodeFolder,
  packagesForSecondNode,
  preparedNode,
  SECOND_NODE,
} from './second-node.js'
import { SMOKE_TESTS } from './smoke-tests.js'

/**
 * `npm run test:node22 [-- WORD …]`: smoke tests, or the test files whose path holds one of the words, on Node 22. Exit 1 when one
 * fails. Where that version cannot be had it says so, and nothing has failed.
 *
 * `--prepare DIRECTORY` fetches and builds what they need there, which may be beside other work; `--prepared DIRECTORY` runs them with that.
 */
const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')
const { values, positionals: words } = parseArgs({
  options: { prepare: { type: 'string' }, prepared: { type: 'string' } },
  allowPositionals: true,
})
const { prepare, prepared } = values
const directory = prepared ?? prepare ?? mkdtempSync(join(tmpdir(), 'openfloor-node22-'))
if (prepare === undefined) removeAtExit(directory)
const copy = join(directory, 'copy')
const node = (prepared === undefined ? undefined : preparedNode(directory)) ?? (await made())
process.exit(prepare === undefined ? await tested(node) : 0)

/** Node, and the packages as they are built for it. */
async function made(): Promise<NodeFolder> {
  say(`Node ${SECOND_NODE}: fetching it`)
  const node = await installSecondNode(directory)
  if (typeof node === 'string') {
    say(`NOT TESTED on Node ${SECOND_NODE}, which cannot be had here: ${node}`)
    process.exit(0)
  }
  say('Building native packages for it in a copy of the repository (a minute)')
  await packagesForSecondNode(ROOT, copy, node)
  return node
}

async function tested(node: NodeFolder): Promise<number> {
  copyForSecondNode(ROOT, copy)
  const tests = words.length === 0 ? SMOKE_TESTS : words
  const program = join(node.folder, 'bin', 'node')
  const run = spawn(program, [join('dist', 'test', 'run.js'), ...tests], {
    cwd: copy,
    env: environmentOf(node),
    stdio: 'inherit',
  })
  // It ends what it started.
  endAtExit(run, 'SIGTERM')
  const [code] = await once(run, 'exit')
  say(code === 0 ? `Good on Node ${SECOND_NODE}` : `Failed on Node ${SECOND_NODE}`)
  return code === 0 ? 0 : 1
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
