import { deepEqual } from 'node:assert/strict'
import t from 'tap'
import type { MarginStanding } from '../../../engine/account/money/margin-standing.js'
import { WatchedWorld } from './given-watch.js'

/** `WATCH_SEEDS=2000 node dist/test/engine/margin-watch/margin-watch-property.test.js` for a long run. */
const SEEDS = Number(process.env['WATCH_SEEDS'] ?? 8)
const FIRST_SEED = Number(process.env['WATCH_SEED'] ?? 1)
const TURNS = 120

t.test('property: the watch knows what looking at every account finds', (t) => {
  const seen: Record<MarginStanding, number> = { fine: 0, margin_call: 0, stop_out: 0 }
  let [judged, looked] = [0, 0]
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
    const world = new WatchedWorld(seed, 30)
    for (let turn = 0; turn < TURNS; turn++) {
      world.turn()
      const watched = [...world.known.keys()].map((login) => [login, world.watch.standingOf(login)])
      deepEqual(watched, [...world.known], `seed ${seed}, turn ${turn}`)
      const told = watched.map(([login]) => [login, world.told.get(Number(login)) ?? 'fine'])
      deepEqual(told, watched, `what was told: seed ${seed}, turn ${turn}`)
      for (const standing of world.known.values()) seen[standing]++
      looked += world.accounts.size
    }
    judged += world.watch.judged
  }
  t.comment(`${judged} judged instead of ${looked}: ${JSON.stringify(seen)}`)
  for (const [standing, count] of Object.entries(seen)) t.ok(count > 0, `${standing} came up`)
  t.ok(judged * 3 < looked, 'most accounts are not looked at')
  t.end()
})
