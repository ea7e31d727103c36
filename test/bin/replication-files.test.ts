import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { parse } from 'yaml'
import { postgresAddresses } from '../../engine/names/postgres-addresses.js'
import { readSettings, SETTING_NAMES } from '../../http/settings.js'
import { faultOfSettings } from '../../storage/log/quorum/postgres-settings.js'

// What operators of two nodes install, held against what the server demands of it, and the pages that lead through it.

const ROOT = resolve(fileURLToPath(new URL('../../..', import.meta.url)))
const ADDRESSES = ['10.0.0.11', '10.0.0.12', '10.0.0.13']

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

interface PatroniFile {
  readonly name: string
  readonly etcd3: { readonly hosts: readonly string[] }
  readonly bootstrap: {
    readonly dcs: Readonly<Record<string, unknown>> & {
      readonly postgresql: {
        readonly use_pg_rewind: boolean
        readonly parameters: Readonly<Record<string, string>>
      }
    }
    readonly initdb: readonly unknown[]
  }
  readonly watchdog: { readonly mode: string }
}

t.test('Patroni moves the database as the server believes it does', (t) => {
  const file = parse(read('operations/replication/patroni.yml')) as PatroniFile
  const { dcs, initdb } = file.bootstrap
  t.match(dcs, {
    synchronous_mode: 'quorum',
    synchronous_mode_strict: true,
    synchronous_node_count: 1,
    maximum_lag_on_failover: 0,
    primary_start_timeout: 0,
  })
  const { ttl, loop_wait: loop, retry_timeout: retry } = dcs
  t.ok(Number(ttl) >= 20 && Number(loop) + 2 * Number(retry) <= Number(ttl), 'Patroni takes these')
  t.equal(dcs.postgresql.use_pg_rewind, true)
  t.ok(initdb.includes('data-checksums'), 'without which pg_rewind refuses')
  t.equal(file.watchdog.mode, 'required')
  const { fsync = '', full_page_writes = '', synchronous_commit = '' } = dcs.postgresql.parameters
  const settings = {
    in_recovery: false,
    fsync,
    full_page_writes,
    synchronous_commit,
    synchronous_standby_names: 'ANY 1 (b,c)',
    statement_timeout: dcs.postgresql.parameters['statement_timeout'] ?? '0',
    is_superuser: false,
  }
  t.equal(faultOfSettings(settings), undefined)
  t.same(
    file.etcd3.hosts,
    ADDRESSES.map((address) => `${address}:2379`),
  )
  t.end()
})

t.test('etcd has the three machines, and its own addresses in all four places', (t) => {
  const file = parse(read('operations/replication/etcd.yml')) as Readonly<Record<string, unknown>>
  const members = String(file['initial-cluster']).split(',')
  t.same(
    members.map((member) => member.replace(/^\w=/, '')),
    ADDRESSES.map((address) => `http://${address}:2380`),
  )
  const own = members.find((member) => member.startsWith(`${file['name']}=`))?.replace(/^\w=/, '')
  const [peer, client] = [own, own?.replace('2380', '2379')]
  t.match(file, {
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'enable-grpc-gateway': true,
  })
  t.end()
})

t.test('the drop-in of a node sets what the server knows, and restarts it always', (t) => {
  const unit = read('operations/replication/openfloor-node.conf')
  const set = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name = '']) => name)
  t.same(set, ['NODE_NAME', 'DATABASE_URL_FILE'])
  t.same(
    set.filter((name) => !SETTING_NAMES.some((known) => known === name)),
    [],
  )
  t.match(unit, /^LoadCredential=database_url:/m)
  t.match(unit, /^Restart=always$/m)
  const prevented = /^RestartPreventExitStatus=(.*)$/m.exec(
    read('operations/systemd/openfloor.service'),
  )
  t.notMatch(prevented?.[1], /75/, 'with 75 it begins again, and follows')
  t.end()
})

t.test('the addresses that the pages and files name are taken', (t) => {
  const texts = [
    'docs/operate/two-nodes.md',
    'docs/operate/postgres-by-hand.md',
    'operations/replication/openfloor-node.conf',
  ].map(read)
  const found = texts.flatMap((text) => text.match(/postgres:\/\/[^\s'`]+/g) ?? [])
  t.ok(found.length >= texts.length)
  for (const DATABASE_URL of found) {
    t.match(readSettings({ DATABASE_URL, NODE_NAME: 'a' }), { ok: true }, DATABASE_URL)
    t.same(
      postgresAddresses(DATABASE_URL)?.map((one) => new URL(one).hostname),
      ADDRESSES,
    )
  }
  t.end()
})

const HAPROXY = '/usr/sbin/haproxy'

t.test(
  'HAProxy takes its file',
  { skip: existsSync(HAPROXY) ? false : 'haproxy is not installed' },
  (t) => {
    const file = join(ROOT, 'operations/replication/haproxy.cfg')
    // What it says of a certificate that is not here is the one fault.
    const said = (() => {
      try {
        return execFileSync(HAPROXY, ['-c', '-f', file], { stdio: 'pipe' }).toString()
      } catch (error) {
        return String((error as { readonly stderr?: unknown }).stderr)
      }
    })()
    const alerts = said
      .split('\n')
      .filter((line) => /ALERT/.test(line) && /haproxy\.cfg/.test(line))
    t.ok(
      alerts.every((line) => /trade\.pem|Error\(s\) found/.test(line)),
      said,
    )
    t.end()
  },
)
