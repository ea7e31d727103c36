import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { clusterOf, directoryOwner } from '../../../storage/stored-cluster.js'
import { clusterEnv, entriesOutOfPlace, joinFrom, PASSWORD } from '../../given/cluster.js'
import { openfloor } from '../../given/command.js'
import { HeldLine } from '../../given/peers/held-line.js'
import { OWNER_ROLE } from '../../given/postgres.js'
import { addressOf, PostgresTrio } from '../../given/postgres-trio.js'
import { noQuickfix } from '../../given/quickfix/quickfix-peer.js'
import { differencesOfNodes } from '../../given/twin.js'
import { Rig, SHARDS } from '../rig.js'
import { CHEAP_SERVER, pause, ServerProcess } from '../server-process.js'

/**
 * Two nodes of one server, three databases that keep its logs, and between each node and each database a line that can be held. One node is
 * loaded and audited (`../rig.ts`) wherever it is at work; the other follows.
 */
export type NodeName = 'a' | 'b'

/** As a front sees a node; `silent` is one that does not answer. */
export type NodeState = 'works' | 'follows' | 'unwell' | 'silent' | 'ended'

/** The market is calmer than where one server is alone on the machine. */
const ENV = { DEMO_TICKS_PER_SEC: '50' }
const IN_FLIGHT = 3
/** It speaks FIX, and lives on; what others trade is dealt here. */
const PROVIDER = { hasProvider: true, fixCuts: 0, providerGroup: 'demo\\standard' }
const ACCOUNTS = 4
const LOOK_MS = 50
const SILENT_MS = 1_000
const SETTLED_MAX_MS = 120_000
/** A payment that is tried until it is confirmed. */
const PROBED = { action: 'deposit', amount: '0.01', comment: '' }
const TOLD_LINES = 25

interface Node {
  readonly name: NodeName
  readonly dataDir: string
  /** One for each database, in their order. */
  readonly lines: readonly HeldLine[]
  server: ServerProcess
}

export class TwoNodes {
  readonly rig: Rig
  readonly databases: PostgresTrio
  /** By SIGKILL of the drill's own; every other end has a reason. */
  readonly killed = new Set<ServerProcess>()
  active: Node
  spare: Node
  readonly #probed: number
  #probes = 0
  readonly #unserved = new Map<string, number>()

  private constructor(
    databases: PostgresTrio,
    rig: Rig,
    nodes: readonly [Node, Node],
    probed: number,
  ) {
    this.databases = databases
    this.rig = rig
    this.active = nodes[0]
    this.spare = nodes[1]
    this.#probed = probed
  }

  static async begin(programs: string, directory: string, seed: number): Promise<TwoNodes> {
    const databases = await PostgresTrio.start(programs)
    const lines = async () => {
      const each = databases.members.map(({ port }) => HeldLine.start(port))
      return Promise.all(each)
    }
    const [ownLines, otherLines] = [await lines(), await lines()]
    const [dataDir, joined] = [join(directory, 'a'), join(directory, 'b')]
    const rig = await Rig.begin({
      dataDir,
      seed,
      database: databases,
      accounts: ACCOUNTS,
      inFlight: IN_FLIGHT,
      ...(noQuickfix === false ? PROVIDER : {}),
      env: envOf('a', ownLines),
    })
    const probed = await rig.server.openAccount(rig.staff, 'demo\\netting', '1.00')
    await joinFrom(dataDir, joined, databases)
    const active: Node = { name: 'a', dataDir, lines: ownLines, server: rig.server }
    const server = await following('b', joined, otherLines)
    const spare: Node = { name: 'b', dataDir: joined, lines: otherLines, server }
    return new TwoNodes(databases, rig, [active, spare], probed)
  }

  get nodes(): readonly [Node, Node] {
    return [this.active, this.spare]
  }

  /** The node that is at work, as soon as one is: a payment was confirmed there. */
  async serves(): Promise<Node> {
    const request_id = `00000000-0000-4000-9000-${String(++this.#probes).padStart(12, '0')}`
    const path = `POST /admin/v1/accounts/${this.#probed}/balance`
    const giveUpAt = performance.now() + SETTLED_MAX_MS
    this.#unserved.clear()
    while (performance.now() < giveUpAt) {
      for (const node of this.nodes) {
        const state = await stateOf(node.server)
        if (state !== 'works') {
          this.#keepUnserved(`${node.name} ${state}`)
          continue
        }
        const asked = node.server.ask(path, this.rig.staff, { ...PROBED, request_id })
        const late = setTimeout(SILENT_MS, undefined, { ref: false })
        const answer = await Promise.race([asked, late]).catch(() => undefined)
        if (answer?.code === 'ok') return node
        this.#keepUnserved(`${node.name} ${answer?.code} ${answer?.message}`)
      }
      await pause(LOOK_MS)
    }
    throw new Error(`nobody serves for ${SETTLED_MAX_MS / 1000} s:\n${this.told()}`)
  }

  /** The other node is at work: traders and staff go there. */
  async moveTo(node: Node): Promise<void> {
    if (node === this.active) return
    this.spare = this.active
    this.active = node
    this.rig.moveTo(node.server)
    await this.rig.connect()
  }

  /**
   * Until one node works and the other one follows or has ended; then that one follows, too. Answers the one that ended without
   * being killed.
   */
  async settled(): Promise<ServerProcess | undefined> {
    const giveUpAt = performance.now() + SETTLED_MAX_MS
    for (;;) {
      const [one, other] = [await stateOf(this.active.server), await stateOf(this.spare.server)]
      if (one === 'works' && (other === 'follows' || other === 'ended')) break
      if (other === 'works' && (one === 'follows' || one === 'ended')) {
        await this.moveTo(this.spare)
        continue
      }
      if (performance.now() > giveUpAt) {
        throw new Error(`${this.active.name} ${one}, ${this.spare.name} ${other}:\n${this.told()}`)
      }
      await pause(LOOK_MS)
    }
    const { spare } = this
    const { server } = spare
    if (!server.hasExited) return undefined
    await server.exited
    spare.server = await following(spare.name, spare.dataDir, spare.lines)
    return this.killed.has(server) ? undefined : server
  }

  /** The highest epoch of each log. */
  async epochs(): Promise<ReadonlyMap<string, bigint>> {
    const rows = await this.databases.sql('SELECT shard, epoch::text FROM shard_lease')
    return new Map(rows.map(({ shard, epoch }) => [String(shard), BigInt(String(epoch))]))
  }

  entriesOutOfPlace(): Promise<unknown> {
    return entriesOutOfPlace(this.databases)
  }

  /** Each payment that was tried is there once. */
  async probeProblems(): Promise<string[]> {
    const path = `GET /admin/v1/accounts/${this.#probed}`
    const { data } = await this.rig.server.ask<{ balance: string }>(path, this.rig.staff)
    const wanted = (1 + this.#probes / 100).toFixed(2)
    return data.balance === wanted ? [] : [`payments: ${data.balance}, and not ${wanted}`]
  }

  /** Stops both, and holds their tables and logs against each other. */
  async compared(): Promise<string[]> {
    this.rig.load.hangUp()
    for (const { server } of this.nodes) await server.kill()
    const cluster = clusterOf(directoryOwner(this.active.dataDir))
    if (cluster === undefined) throw new Error('it is of a cluster')
    const { DATABASE_URL: url = '' } = clusterEnv(this.databases)
    const directories = { a: this.#at('a'), b: this.#at('b') }
    const found = await differencesOfNodes(cluster, url, directories)
    for (const [name, DATA_DIR] of Object.entries(directories)) {
      const { code, stdout, stderr } = await openfloor(['verify'], { DATA_DIR })
      if (code !== 0) found.push(`verify of ${name}: ${stdout}${stderr}`)
    }
    return found
  }

  /** How often which node did not serve when it was last waited for, and the last of what the nodes printed. */
  told(): string {
    const unserved = [...this.#unserved].map(([why, times]) => `${times} times ${why}\n`).join('')
    return unserved + this.nodes.map(({ name, server }) => `${name}:\n${lastOf(server)}`).join('\n')
  }

  async end(): Promise<void> {
    this.rig.load.hangUp()
    for (const { server, lines } of this.nodes) {
      await server.kill()
      for (const line of lines) await line.stop()
    }
    await this.rig.provider?.stop()
    await this.databases.stop()
  }

  #keepUnserved(why: string): void {
    this.#unserved.set(why, (this.#unserved.get(why) ?? 0) + 1)
  }

  #at(name: NodeName): string {
    return this.nodes.find((one) => one.name === name)?.dataDir ?? ''
  }
}

/** The last of what a node printed. */
export function lastOf({ output }: ServerProcess): string {
  return output.split('\n').slice(-TOLD_LINES).join('\n')
}

export async function stateOf(server: ServerProcess): Promise<NodeState> {
  if (server.hasExited) return 'ended'
  const signal = AbortSignal.timeout(SILENT_MS)
  try {
    const answer = await fetch(`http://127.0.0.1:${server.port}/health`, { signal })
    const { status } = (await answer.json()) as { readonly status: string }
    if (answer.status === 200) return 'works'
    return status === 'following' ? 'follows' : 'unwell'
  } catch {
    return server.hasExited ? 'ended' : 'silent'
  }
}

function envOf(node: NodeName, lines: readonly HeldLine[]) {
  const ports = lines.map(({ port }) => port)
  return { ...ENV, DATABASE_URL: addressOf(`${OWNER_ROLE}:${PASSWORD}`, ports), NODE_NAME: node }
}

function following(
  name: NodeName,
  dataDir: string,
  lines: readonly HeldLine[],
): Promise<ServerProcess> {
  const env = envOf(name, lines)
  return ServerProcess.following({ dataDir, shards: SHARDS, script: CHEAP_SERVER, env })
}
