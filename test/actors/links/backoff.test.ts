import t from 'tap'
import { afterFailure, type BackoffDecision, STEADY_MS } from '../../../actors/links/backoff.js'
import { parseAddress } from '../../../engine/names/server-address.js'

const POLICY = { reconnectSec: 5, failuresBeforeRest: 3, restSec: 60 }

t.test('a series of failures ends in a rest, then a new series begins', async (t) => {
  const seen: BackoffDecision['kind'][] = []
  let failures = 0
  for (let i = 0; i < 7; i++) {
    const decision = afterFailure(POLICY, failures, 0)
    t.equal(decision.afterMs, decision.kind === 'rest' ? 60_000 : 5_000)
    failures = decision.failures
    seen.push(decision.kind)
  }
  t.same(seen, ['retry', 'retry', 'rest', 'retry', 'retry', 'rest', 'retry'])
})

t.test('only a connection that held ends a series', async (t) => {
  t.same(afterFailure(POLICY, 2, STEADY_MS - 1), { kind: 'rest', afterMs: 60_000, failures: 0 })
  t.same(afterFailure(POLICY, 2, STEADY_MS), { kind: 'retry', afterMs: 5_000, failures: 1 })
})

t.test('a rest after every failure, when one is enough', async (t) => {
  const policy = { ...POLICY, failuresBeforeRest: 1 }
  t.equal(afterFailure(policy, 0, 0).kind, 'rest')
  t.equal(afterFailure(policy, 0, STEADY_MS).kind, 'rest')
})

t.test('an address is a host and a port from 1 to 65535', async (t) => {
  t.same(parseAddress('feed.example:2222'), { host: 'feed.example', port: 2222 })
  t.same(parseAddress('127.0.0.1:65535'), { host: '127.0.0.1', port: 65535 })
  t.same(parseAddress('[::1]:2222'), { host: '::1', port: 2222 })
  const bad = ['', 'host', ':2222', 'host:', 'host:0', 'host:65536', 'a b:1', '::1:2222', 'h:1:2']
  for (const server of bad) t.equal(parseAddress(server), undefined, server)
})
