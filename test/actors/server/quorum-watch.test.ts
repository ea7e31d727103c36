import pg from 'pg'
import t from 'tap'
import { QuorumWatch, UNHEARD } from '../../../actors/server/quorum-watch.js'
import { createClockMemory, systemClock } from '../../../actors/thread/clock.js'
import { createLogger } from '../../../actors/thread/logger.js'
import { openLog } from '../../../storage/log/open.js'
import { beginningOf } from '../../../storage/log/quorum/log-beginning.js'
import { makeCluster } from '../../../storage/log/quorum/postgres-schema.js'
import { logDirectory } from '../../../storage/paths.js'
import { directoryOwner } from '../../../storage/stored-cluster.js'
import { scratch } from '../../given/desk.js'
import { OWNER_ROLE, postgresPrograms, startPostgres, whenTrue } from '../../given/postgres.js'
import { supervisorOf } from '../../given/supervisor.js'

// The threads of a server whose log a database keeps: a shard that ends takes its log anew, and a server that is shut out hears it.

const programs = postgresPrograms()
const skip = programs === undefined ? 'PostgreSQL is not installed' : false
t.setTimeout(180_000)

t.test(
  'a restarted shard takes its log again, and another node can shut it out',
  { skip },
  async (t) => {
    const postgres = await startPostgres(programs ?? '')
    t.teardown(() => postgres.stop())
    const dataDir = scratch(t)
    const alone = supervisorOf(dataDir)
    await alone.start()
    t.equal(alone.quorum, undefined)
    await alone.stop()
    const { serverId = '' } = directoryOwner(dataDir) ?? {}
    const client = new pg.Client({ connectionString: postgres.url(OWNER_ROLE) })
    await client.connect()
    const log = openLog({ directory: logDirectory(dataDir, 0) })
    const cluster = await makeCluster(client, { id: 'c', serverId, shards: 1 }, [beginningOf(log)])
    await log.close()
    await client.end()

    let ready: () => void = () => undefined
    let shutOut: (why: string) => void = () => undefined
    const isShutOut = new Promise<string>((resolve) => {
      shutOut = resolve
    })
    const quorum = { url: postgres.url(OWNER_ROLE), holder: 'a', cluster }
    const server = supervisorOf(
      dataDir,
      { quorum, onQuorum: { onShutOut: (why) => shutOut(why) } },
      { onShardReady: () => ready() },
    )
    await server.start()
    const lease = async () => {
      const [row] = await postgres.sql(
        'SELECT holder, epoch::float8, confirmed_n::float8 FROM shard_lease WHERE shard = 0',
      )
      return row as { holder: string; epoch: number; confirmed_n: number }
    }
    const before = await lease()
    t.equal(before.holder, 'a')
    const isBack = new Promise<void>((resolve) => {
      ready = resolve
    })
    await server.shards[0]?.kill()
    await isBack
    await whenTrue(async () => {
      const { confirmed_n: n, epoch } = await lease()
      if (n <= before.confirmed_n || epoch <= before.epoch)
        throw new Error('it has not renewed yet')
      if (server.quorum?.figures[0]?.epoch !== epoch) throw new Error('the server has not heard it')
    })
    t.same(server.condition.troubles, [])
    await postgres.sql(`UPDATE shard_lease SET holder = 'b', epoch = epoch + 1`)
    t.match(await isShutOut, /another node has taken a log/)
    await server.stop()

    // The node that is shut out follows, and answers lists as long as the databases tell it who may read them.
    await postgres.sql(`UPDATE shard_lease SET expires = clock_timestamp() + '1 hour'`)
    const watch = new QuorumWatch({
      dataDir,
      quorum,
      clock: systemClock(),
      clockMemory: createClockMemory(),
      condition: server.condition,
      logger: createLogger('fatal', 'test'),
      events: UNHEARD,
    })
    const isOver = watch.follow()
    const answers = (expected: boolean) =>
      whenTrue(async () => {
        if (watch.answersLists !== expected) throw new Error(`it does not: ${expected}`)
      })
    await answers(true)
    // Databases that keep the connection and say nothing: the node knows nothing of what happens meanwhile.
    const held = postgres.sql(
      'BEGIN; LOCK TABLE shard_lease IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(5); COMMIT',
    )
    await answers(false)
    t.equal(watch.following?.trouble, '', 'it was told of no trouble')
    await held
    await answers(true)
    await postgres.sql(`ALTER ROLE ${OWNER_ROLE} NOLOGIN`)
    await postgres.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${OWNER_ROLE}'`,
    )
    await answers(false)
    t.not(watch.following?.trouble, '')
    await postgres.sql(`ALTER ROLE ${OWNER_ROLE} LOGIN`)
    await answers(true)
    await postgres.sql(`UPDATE shard_lease SET holder = ''`)
    await isOver
  },
)
