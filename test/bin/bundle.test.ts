import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { makeBundle } from '../../bin/make-bundle.js'
import { ServerProcess } from '../crash/server-process.js'
import { moment, scratch } from '../given/desk.js'

// Builds in a folder from which a server runs.

const FOLDERS = ['actors', 'bin', 'engine', 'http', 'storage', 'wire']
const OWN_ROOT = resolve(fileURLToPath(new URL('../../..', import.meta.url)))

/** The modules of this build, in a folder where others may be built. */
function copied(): string {
  const root = scratch(t)
  for (const name of ['package.json', 'node_modules']) {
    symlinkSync(join(OWN_ROOT, name), join(root, name))
  }
  for (const name of FOLDERS) {
    cpSync(join(OWN_ROOT, 'dist', name), join(root, 'dist', name), { recursive: true })
  }
  return join(root, 'dist')
}

/** A minimal command, which is built in a moment. Another `word` gives another build. */
function small(word: string): string {
  const modules = scratch(t)
  for (const folder of ['bin', 'actors', 'storage']) mkdirSync(join(modules, folder))
  for (const name of ['openfloor', 'check-node']) {
    writeFileSync(join(modules, 'bin', `${name}.js`), `console.log(${JSON.stringify(word)})\n`)
  }
  return modules
}

t.test('a server that runs goes on starting threads of its own build', async (t) => {
  const dist = copied()
  const age = (folder: string): void => utimesSync(join(dist, folder), 1, 1)
  const isThere = (folder: string): boolean => existsSync(join(dist, folder))
  const first = await makeBundle(dist, dist, '')
  t.equal(await makeBundle(dist, dist, ''), first, 'what is the same lies where it was')
  accessSync(join(dist, 'bundle/openfloor.js'), constants.X_OK)
  const script = [join(dist, 'bundle/openfloor.js'), 'start']
  const server = await ServerProcess.start({ dataDir: scratch(t), script })
  t.teardown(() => server.kill())
  const [modules, others] = [small('second'), small('third')]
  const second = await makeBundle(modules, dist, '')
  age(second)
  const third = await makeBundle(others, dist, '')
  t.equal(isThere(second), true, 'one that has just been the newest may be about to run')
  for (const folder of [first, second]) age(folder)
  await makeBundle(others, dist, '')
  t.same([first, second, third].map(isThere), [true, false, true])
  // The thread of jobs is started for the first of them.
  const staff = await server.signInStaff()
  const made = await server.ask<{ id: number }>('POST /admin/v1/accounts/export', staff, {})
  for (let state: unknown = 'queued'; state !== 'done'; await moment()) {
    const job = await server.ask(`GET /admin/v1/jobs/${made.data.id}`, staff)
    state = job.data['state']
    if (state === 'failed') t.fail(String(job.data['error']))
    if (state === 'failed') break
  }
  await server.kill()
  age(first)
  await makeBundle(others, dist, '')
  t.equal(isThere(first), false, 'nobody runs from it any more')
})
