import type { ShardHost } from './host.js'
import type { World } from './world.js'

const DAY_MS = 86_400_000

/** Starts a shard that was down; sometimes nights went by meanwhile, so that it has days to catch up. */
export function restart(world: World, host: ShardHost): void {
  if (world.prng.below(8) === 0) world.clock.at += DAY_MS * (1 + world.prng.below(3))
  world.start(host)
}
