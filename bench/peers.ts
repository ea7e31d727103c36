import type { Limit } from './figure.js'
import type { Bench } from './harness.js'

/** A thing that is measured beside the product, or the reason why it cannot be. */
export type Peer = RunningPeer | { readonly missing: string }

interface RunningPeer {
  readonly name: string
  rate(): Promise<number> | number
}

/** The product and its peers in the same rounds, each peer once in every round before the product. */
export async function besidePeers(
  bench: Bench,
  peers: readonly Peer[],
  ours: () => Promise<number> | number,
): Promise<{ readonly values: number[]; readonly limits: Limit[] }> {
  const running = peers.filter((peer): peer is RunningPeer => !('missing' in peer))
  const parts = Object.fromEntries(running.map((peer) => [peer.name, () => peer.rate()]))
  const taken = await bench.interleave<string>({ ...parts, [OURS]: ours })
  const limits = peers.map((peer): Limit => {
    return 'missing' in peer ? peer : { name: peer.name, values: taken[peer.name] ?? [] }
  })
  return { values: taken[OURS] ?? [], limits }
}

const OURS = 'ours'
