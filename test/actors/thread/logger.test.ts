import { execFile, spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'

const LOGGER = new URL('../../../actors/thread/logger.js', import.meta.url).href
const SECRET = 'hunter-2'
const run = promisify(execFile)

/** Every line that `code` logs in a process of its own; `logger` writes at `level`. */
async function linesOf(level: string, code: string): Promise<Record<string, unknown>[]> {
  const script = `import { createLogger } from '${LOGGER}'
    const logger = createLogger('${level}', 'front'); ${code}`
  const options = { cwd: fileURLToPath(new URL('../../../..', import.meta.url)) }
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], options)
  const lines = stdout.split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

const NAMES = [
  'password',
  'passwords',
  'master_password',
  'investor_password',
  'phone_password',
  'adminPassword',
  'otp',
  'token',
  'tokens',
  'access_token',
  'refresh_token',
  'csrf_token',
  'authorization',
  'cookie',
  'set-cookie',
  'x-csrf-token',
  'secret',
  'secretKey',
  'key',
  'hash',
  'hashes',
]

t.test('values under secret names never reach the log, at any of the first levels', async (t) => {
  const fields = JSON.stringify(Object.fromEntries(NAMES.map((name) => [name, SECRET])))
  const [line = {}] = await linesOf(
    'info',
    `const secrets = () => (${fields})
    logger.info({ ...secrets(), one: secrets(), two: { two: secrets() }, login: 7 }, 'signed in')`,
  )
  const one = line['one'] as Record<string, unknown>
  const { two } = line['two'] as { two: Record<string, unknown> }
  for (const name of NAMES) {
    for (const level of [line, one, two]) t.equal(level[name], '[removed]', name)
  }
  t.match(line, { login: 7, msg: 'signed in' })
  t.notMatch(JSON.stringify(line), SECRET)
})

t.test('a line says its level by name, the time in RFC 3339 and its part', async (t) => {
  const [line] = await linesOf('info', `logger.warn({ login: 7 }, 'odd')`)
  t.match(line, { level: 'warn', part: 'front', login: 7, msg: 'odd' })
  t.match(line?.['time'], /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
})

t.test('an error keeps its message and its stack', async (t) => {
  const [line] = await linesOf('info', `logger.error({ err: new Error('broken') }, 'failed')`)
  t.match(line, { err: { message: 'broken', stack: /Error: broken\n/ } })
})

t.test('lines below the level are not written', async (t) => {
  const code = `logger.info({}, 'a'); logger.warn({}, 'b'); logger.error({}, 'c')`
  t.same(
    (await linesOf('error', code)).map(({ msg }) => msg),
    ['c'],
  )
  t.same(await linesOf('silent', code), [])
})

t.test('every line before a sudden end is there, the last one too', async (t) => {
  const code = `for (const msg of ['a', 'b', 'last']) logger.error({}, msg); process.reallyExit(0)`
  t.same(
    (await linesOf('info', code)).map(({ msg }) => msg),
    ['a', 'b', 'last'],
  )
})

t.test('a line that cannot be written is dropped and counted, and ends nothing', async (t) => {
  const output = new URL('../../../actors/thread/log-output.js', import.meta.url).href
  const script = `import { createLogger } from '${LOGGER}'
    import { logOutput } from '${output}'
    const logger = createLogger('info', 'front')
    for (let line = 0; line < 3; line++) logger.info({}, 'lost')
    process.stderr.write(JSON.stringify([logOutput.dropped, logOutput.hasDroppedLately]))`
  const full = openSync('/dev/full', 'w')
  t.teardown(() => closeSync(full))
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  })
  t.same([status, stderr], [0, '[3,true]'])
})
