import pg from 'pg'
import t from 'tap'
import { agreeOnTables } from '../../../../storage/log/quorum/cluster-tables.js'
import { makeCluster } from '../../../../storage/log/quorum/postgres-schema.js'
import { OWNER_ROLE, postgresPrograms, startPostgres } from '../../../given/postgres.js'

// Two versions of the server meet at one cluster.

const programs = postgresPrograms()
const skip = programs === undefined ? 'PostgreSQL is not installed' : false

t.test('a node goes on with tables of its own version alone', { skip }, async (t) => {
  const postgres = await startPostgres(programs ?? '')
  t.teardown(() => postgres.stop())
  const client = new pg.Client({ connectionString: postgres.url(OWNER_ROLE) })
  await client.connect()
  t.teardown(() => client.end())
  await makeCluster(client, { id: 'cluster', serverId: 'server', shards: 1 })
  const lease = (holder: string, expires: string) =>
    client.query(
      `UPDATE shard_lease SET holder = $1, expires = now() + $2::interval WHERE shard = -1`,
      [holder, expires],
    )
  const steps = async () => (await client.query('SELECT table_steps FROM cluster')).rows[0]
  const asks = (of: { steps: number; change?: number; holder?: string }) =>
    agreeOnTables(client, { change: 7, holder: 'b', ...of })

  await asks({ steps: 40 })
  t.same(await steps(), { table_steps: 40 }, 'the first one says it')
  await lease('a', '1 minute')
  await asks({ steps: 40 })
  await t.rejects(asks({ steps: 39 }), { name: 'LogError', message: /of a newer version/ })
  await t.rejects(asks({ steps: 41 }), { name: 'LogError', message: /a is active with an older/ })
  await client.query(`INSERT INTO log_entry VALUES (-1, 1, 1, 8, ''), (-1, 2, 2, 0, '')`)
  for (const [holder, expires] of [
    ['a', '-1 second'],
    ['', '1 minute'],
  ] as const) {
    await lease(holder, expires)
    await t.rejects(asks({ steps: 41 }), { name: 'LogError', message: /lack 1 changes/ })
  }
  t.same(await steps(), { table_steps: 40 })
  await asks({ steps: 41, change: 8 })
  t.same(await steps(), { table_steps: 41 }, 'it is raised by who has all and works next')
  await lease('b', '1 minute')
  await asks({ steps: 42, change: 8 })
  t.same(await steps(), { table_steps: 42 }, 'and by who is active itself')

  // A cluster from before there was the number, with a node at work: it says the number at its next start.
  await client.query('ALTER TABLE cluster DROP COLUMN table_steps')
  await asks({ steps: 40, holder: 'a' })
  await asks({ steps: 40 })
  t.same(await steps(), { table_steps: 40 })
})
