import { join } from 'node:path'
import t from 'tap'
import { migrate } from '../../../../storage/migrations/migrate.js'
import { type StoredSession, sessionsRepo } from '../../../../storage/repos/people/sessions.js'
import { openWriter } from '../../../../storage/sqlite/open.js'
import { storedSession } from '../../../given/sessions.js'

const path = join(t.testdir(), 'openfloor.sqlite')
const db = openWriter(path)
migrate(db)
const sessions = sessionsRepo(db)
t.teardown(() => db.close())

const session = (id: string, over: Partial<StoredSession> = {}) =>
  storedSession(id, { read_only: true, ip: '10.0.0.1', user_agent: 'test', ...over })

t.test('a session reads as it was written, by id and by family, on another handle too', (t) => {
  sessionsRepo(db).insert(session('a'))
  const other = openWriter(path)
  t.same(sessionsRepo(other).get('a'), session('a'))
  other.close()
  t.same(sessions.ofFamily('family-a'), session('a'))
  t.equal(sessions.ofFamily('family-b'), undefined)
  t.end()
})

t.test('only the newest refresh token rotates', (t) => {
  const next = {
    access_digest: 'access-2',
    refresh_digest: 'refresh-2',
    csrf_digest: 'csrf-2',
    ip: '10.0.0.2',
    refreshed_at: 5,
    access_expires_at: 15,
    refresh_expires_at: 105,
  }
  t.equal(sessionsRepo(db).rotate('a', 'refresh-a', next), true)
  t.same(sessions.get('a'), session('a', next))
  t.equal(sessionsRepo(db).rotate('a', 'refresh-a', { ...next, ip: 'x' }), false)
  t.same(sessions.get('a'), session('a', next), 'the loser changed nothing')
  t.end()
})

t.test('live sessions are those whose refresh token still opens', (t) => {
  sessionsRepo(db).insert(session('b', { refresh_expires_at: 50, refreshed_at: 2 }))
  sessionsRepo(db).insert(session('c', { login: 8, refresh_expires_at: 60 }))
  const idsAt = (now: number) => sessions.live(now).map(({ id }) => id)
  t.same(idsAt(49), ['a', 'b', 'c'])
  t.same(idsAt(50), ['a', 'c'])
  t.same(
    sessions.ofLogin(7).map(({ id }) => id),
    ['b', 'a'],
  )
  t.same(sessionsRepo(db).removeExpired(60, 1).length, 1)
  t.same(sessionsRepo(db).removeExpired(60, 10).length, 1)
  t.same(idsAt(0), ['a'])
  t.equal(sessionsRepo(db).remove('a'), true)
  t.equal(sessionsRepo(db).remove('a'), false)
  t.end()
})
