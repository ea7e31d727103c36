import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Registry } from 'prom-client'
import t from 'tap'
import { parseDocument } from 'yaml'
import { COMMANDS } from '../../bin/commands.js'
import { quorumMetrics } from '../../http/metrics/quorum-metrics.js'
import { readSettings, SETTING_NAMES } from '../../http/settings.js'
import { CHEAP_SERVER, ServerProcess } from '../crash/server-process.js'
import { scratch } from '../given/desk.js'

// What operators install, held against the server that it is for.

const ROOT = resolve(fileURLToPath(new URL('../../..', import.meta.url)))
const UNITS = join(ROOT, 'operations/systemd')

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

t.test('each setting is in the table of the documentation', async (t) => {
  const rows =
    read('docs/operate/settings.md')
      .match(/^\| `[A-Z].*?\|/gm)
      ?.join() ?? ''
  t.same(
    SETTING_NAMES.filter((name) => !rows.includes(`\`${name}\``)),
    [],
  )
})

t.test('units set what the server knows, and start a command that there is', async (t) => {
  const packed = JSON.parse(read('package.json')).files as string[]
  for (const name of readdirSync(UNITS).filter((one) => one.endsWith('.service'))) {
    const unit = read(`operations/systemd/${name}`)
    const set = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, key = '']) => key)
    t.same(
      set.filter((key) => !SETTING_NAMES.some((known) => known === key)),
      [],
    )
    const [, program = '', command = ''] =
      /^ExecStart=\/usr\/bin\/node \S+ \S+\/node_modules\/openfloor\/(\S+) (.*)$/m.exec(unit) ?? []
    t.ok(packed.includes(program), program)
    const [first = '', ...rest] = command.split(' ').filter((one) => /^[a-z-]+$/.test(one))
    const known = COMMANDS[first]?.options.map(([how]) => how.split(' ')[0])
    t.same(
      rest.filter((word) => known?.includes(word) !== true),
      [],
      `${name}: ${command}`,
    )
    t.ok(known, `${name}: ${first}`)
  }
  const timers = readdirSync(UNITS).filter((one) => one.endsWith('.timer'))
  for (const name of timers) t.ok(readdirSync(UNITS).includes(name.replace('.timer', '.service')))
})

t.test('the example of settings is taken as it is', async (t) => {
  const lines = read('operations/systemd/openfloor.env').matchAll(/^#?([A-Z_]+)=(.*)$/gm)
  const env = Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
  t.same(
    Object.keys(env).filter((name) => !SETTING_NAMES.some((known) => known === name)),
    [],
  )
  t.match(readSettings(env), { ok: true })
})

interface ComposeFile {
  readonly services: { readonly openfloor: ComposeService }
  readonly volumes: Readonly<Record<string, unknown>>
  readonly networks: {
    readonly openfloor: {
      readonly ipam: { readonly config: readonly [{ readonly gateway: string }] }
    }
  }
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
}

interface ComposeService {
  readonly environment: Readonly<Record<string, string>>
  readonly volumes: readonly string[]
  readonly secrets: readonly string[]
  readonly ports: readonly string[]
  readonly healthcheck: Readonly<Record<string, unknown>>
}

/** The file as it is, or with each line that is only to be uncommented: `#NAME: value`, not `# Words`. */
function readCompose(whole: boolean): ComposeFile {
  const text = read('operations/docker/compose.yml')
  const document = parseDocument(whole ? text.replace(/^( *)#(?! \S)/gm, '$1') : text)
  t.same([...document.errors, ...document.warnings], [])
  return document.toJS() as ComposeFile
}

for (const whole of [false, true]) {
  t.test(
    `Compose starts the image that there is, ${whole ? 'with all' : 'as it is'}`,
    async (t) => {
      const dockerfile = read('Dockerfile')
      const compose = readCompose(whole)
      const { environment, ...service } = compose.services.openfloor
      const mounts = service.volumes.map((one) => one.split(':'))
      const [, volume = ''] = /^VOLUME (\S+)$/m.exec(dockerfile) ?? []
      t.ok(mounts.some(([name = '', at]) => at === volume && name in compose.volumes))
      const [, dataDir = ''] = /DATA_DIR=(\S+)/.exec(dockerfile) ?? []
      t.ok(dataDir.startsWith(`${volume}/`))

      t.same(service.secrets, Object.keys(compose.secrets))
      const directory = scratch(t)
      const env: Record<string, string> = {}
      for (const [name, value] of Object.entries(environment)) {
        t.ok(
          SETTING_NAMES.some((known) => known === name),
          name,
        )
        const [, secret] = /^\/run\/secrets\/(\w+)$/.exec(value) ?? []
        if (secret !== undefined) t.ok(service.secrets.includes(secret), secret)
        if (/^\/(?!run\/secrets\/)/.test(value)) t.ok(mounts.some(([, at]) => at === value))
        env[name] =
          secret === undefined ? value.replace(/^\$\{\w+:-(.*)\}$/, '$1') : join(directory, secret)
        if (secret !== undefined) writeFileSync(join(directory, secret), 'A'.repeat(43).concat('='))
      }
      t.match(readSettings({ ...env, DATA_DIR: dataDir }), { ok: true })

      const [, port = ''] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? []
      t.same(service.ports, [`127.0.0.1:${port}:${port}`])
      const check = /^HEALTHCHECK (.*) \\\n\s+CMD (\[.*\])$/m.exec(dockerfile) ?? []
      const times = [...(check[1] ?? '').matchAll(/--(\S+)=(\w+)/g)]
      t.same(
        Object.entries(service.healthcheck).map(([name, value]) => [name, String(value)]),
        [
          ['test', ['CMD', ...JSON.parse(check[2] ?? '')].join()],
          ...times.map(([, name = '', value]) => [name.replace('-', '_'), value]),
        ],
      )
      t.match(service, { restart: 'unless-stopped', read_only: true, cap_drop: ['ALL'] })
      const { gateway } = compose.networks.openfloor.ipam.config[0]
      t.match(
        read('docs/operate/container.md'),
        `TRUST_PROXY=${gateway}\``,
        'as the documentation names it',
      )
    },
  )
}

/** Prometheus' own. */
const OTHERS = ['up']

t.test('alerts and the dashboard read figures that the server tells', async (t) => {
  const env = { BACKUP_SCHEDULE: '0 0 1 1 *', BACKUP_DIR: scratch(t) }
  const server = await ServerProcess.start({ dataDir: scratch(t), script: CHEAP_SERVER, env })
  t.teardown(() => server.kill())
  // Those of a log that a quorum keeps are told where one does.
  const quorum = new Registry()
  quorumMetrics(quorum, { figures: [], standbyNodes: [] })
  const told = new Set<string>(OTHERS)
  const own = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
  t.notMatch(own, 'openfloor_replica_')
  const page = `${own}${await quorum.metrics()}`
  for (const [, name = '', type] of page.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    if (type !== 'histogram') told.add(name)
    else for (const part of ['bucket', 'sum', 'count']) told.add(`${name}_${part}`)
  }
  const rules = read('operations/prometheus/openfloor.rules.yml')
  const dashboard = read('operations/grafana/openfloor.json')
  const scheduled = new Set(
    [...page.matchAll(/^openfloor_schedule_\w+\{job="(\w+)"/gm)].map(([, job]) => job),
  )
  for (const text of [rules, dashboard]) {
    const named = [...text.matchAll(/\bopenfloor_\w+|\bup(?=\{)/g)].map(([name]) => name)
    t.ok(named.length > 20)
    t.same(
      named.filter((name) => !told.has(name)),
      [],
    )
    const jobs = [...text.matchAll(/exported_job=\\?"(\w+)/g)].map(([, job]) => job)
    t.same(
      jobs.filter((job) => !scheduled.has(job)),
      [],
    )
  }
})

t.test('each alert leads to its section of what to do', (t) => {
  const rules = read('operations/prometheus/openfloor.rules.yml')
  const pages = ['docs/operate/alerts.md', 'docs/operate/alerts-two-nodes.md']
  const sections = pages.flatMap((page) =>
    [...read(page).matchAll(/^##{1,2} (Openfloor\w+)$/gm)].map(([, name = '']) => ({ page, name })),
  )
  const alerts = rules.split(/^ {6}- alert: /m).slice(1)
  for (const alert of alerts) {
    const name = alert.split('\n')[0] ?? ''
    const [, url] = /^ {10}runbook_url: (\S+)$/m.exec(alert) ?? []
    const found = sections.filter((one) => one.name === name)
    t.equal(found.length, 1, `${name} has one section`)
    t.equal(url, `${found[0]?.page}#${name.toLowerCase()}`, name)
  }
  t.equal(sections.length, alerts.length, 'and no other')
  t.end()
})

const PROMTOOL = '/usr/bin/promtool'
const WITHOUT = existsSync(PROMTOOL) ? false : 'promtool is not installed (Debian: prometheus)'

t.test(
  'Prometheus takes the alerts, and they do as their tests say',
  { skip: WITHOUT },
  async (t) => {
    const folder = 'operations/prometheus'
    const tests = readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.test.yml'))
    const tool = (...args: string[]) =>
      execFileSync(PROMTOOL, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] }).toString(
        'utf8',
      )
    t.match(tool('check', 'rules', `${folder}/openfloor.rules.yml`), /SUCCESS/)
    t.equal(tests.length, 2)
    for (const name of tests) t.match(tool('test', 'rules', `${folder}/${name}`), /SUCCESS/, name)
  },
)
