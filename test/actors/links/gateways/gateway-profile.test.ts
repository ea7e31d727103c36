import t from 'tap'
import { GatewayProfile } from '../../../../actors/links/gateways/gateway-profile.js'
import { HandClock } from '../../../given/hand-clock.js'

t.test('the log has a line a minute at most, and only where something is new', (t) => {
  const clock = new HandClock()
  const profile = new GatewayProfile(clock)
  const pass = (ms: number): void => {
    clock.at += ms
  }
  profile.said('D')
  pass(59_999)
  t.equal(profile.line(), undefined)
  pass(1)
  t.match(profile.line(), { out: 'D:1' })
  profile.heard('8')
  pass(59_999)
  t.equal(profile.line(), undefined, 'a minute from the line before')
  pass(1)
  t.match(profile.line(), { in: '8:1', out: 'D:1' })
  pass(60_000)
  t.equal(profile.line(), undefined, 'nothing is new')
  profile.said('D')
  t.match(profile.line(), { out: 'D:2' })
  t.end()
})

t.test('a report that shards take twice counts once, from when it was told first', (t) => {
  const clock = new HandClock()
  const profile = new GatewayProfile(clock)
  profile.told(1)
  clock.at += 5
  profile.taken(1)
  profile.taken(1)
  profile.taken(2)
  t.match(profile.figures, { taken: { count: 1 } })
  t.end()
})
