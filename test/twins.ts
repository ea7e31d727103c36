import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { OWNER_ROLE, postgresPrograms, startPostgres } from './given/postgres.js'

/**
 * `node dist/test/twins.js e2e/ mail`: the tests of whole servers whose path holds one of the words, each server with its logs in a PostgreSQL.
 * When one is stopped a second copy of its tables is made of the databases, and has to be the first one (test/given/twin.ts).
 */
const programs = postgresPrograms()
if (programs === undefined) {
  process.stderr.write('PostgreSQL is not installed\n')
  process.exit(1)
}
const postgres = await startPostgres(programs)
await postgres.sql(`ALTER ROLE ${OWNER_ROLE} CREATEDB`)
const run = fileURLToPath(new URL('./run.js', import.meta.url))
const { status } = spawnSync(process.execPath, [run, '--again', '0', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, TWIN_POSTGRES: postgres.url(OWNER_ROLE) },
})
await postgres.stop()
process.exit(status ?? 1)
