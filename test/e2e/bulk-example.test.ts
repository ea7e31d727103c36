import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { ServerProcess } from '../crash/server-process.js'
import { scratch } from '../given/desk.js'

// The commands that docs/build/bulk.md gives for many accounts at once, run as they are.

const DOCUMENT = fileURLToPath(new URL('../../../docs/build/bulk.md', import.meta.url))
const GROUP = 'real\\second'
t.setTimeout(0)

function commands(): string {
  const [, section = ''] = readFileSync(DOCUMENT, 'utf8').split('## An example\n')
  return /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? ''
}

interface Told {
  readonly code: string
  readonly data: unknown
}

t.test('what the document says is answered, and the position is closed', async (t) => {
  const dataDir = scratch(t)
  const env = { DEMO_TICKS_PER_SEC: '20' }
  const server = await ServerProcess.start({ dataDir, env })
  t.teardown(() => server.kill())
  const staff = await server.signInStaff()
  await server.sure('POST /admin/v1/groups', staff, { path: GROUP })
  const logins = [await server.openAccount(staff, GROUP, '10000')]
  logins.push(await server.openAccount(staff, GROUP, '10000'))
  t.same(logins, [1001, 1002])
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' }
  const made = await server.ask('POST /admin/v1/accounts/1001/trade', staff, open)
  t.equal(made.code, 'ok', made.message)
  const { Cookie = '', 'X-CSRF-Token': csrf = '' } = staff.headers
  const lines = Cookie.split('; ').map((cookie) => {
    const [name, value] = cookie.split('=')
    return ['127.0.0.1', 'FALSE', '/', 'FALSE', '0', name, value].join('\t')
  })
  const work = scratch(t)
  writeFileSync(join(work, 'jar'), `${lines.join('\n')}\n`)
  const run = promisify(execFile)(
    'bash',
    ['-eu', '-c', commands().replaceAll(/^\$C/gm, 'echo; $C')],
    {
      cwd: work,
      env: { ...process.env, B: `http://127.0.0.1:${server.port}`, CSRF: csrf },
    },
  )
  const { stdout } = await run
  const told = stdout.split('\n').filter((line) => line !== '')
  const [paid, moved, shown, closed] = told.map((line) => JSON.parse(line) as Told)
  t.equal(told.length, 4)
  const bonus = { code: 'ok', status: 'done', amount: '10.00' }
  t.match(paid?.data, [
    { login: 1001, ...bonus },
    { login: 1002, ...bonus },
  ])
  t.same(moved?.data, [
    { login: 1001, code: 'ok', message: '' },
    { login: 1002, code: 'ok', message: '' },
  ])
  const id = made.data['position_id']
  t.match(shown?.data, { preview: true, total: 1, positions: [{ id, login: 1001 }], results: [] })
  t.match(closed?.data, { total: 1, results: [{ id, operation: 'close', status: 'done' }] })
  t.notMatch(server.output, /confirm_code|confirm_token/, 'and the log has no code')
})
