import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Actor } from '../../actors/desk/actor.js'
import { DeskClient, type DeskEvents } from '../../actors/desk/desk-client.js'
import {
  createSharedBuffers,
  type SharedBuffers,
  type SharedCounters,
} from '../../actors/shared/shared-state.js'
import type { Outcome } from '../../actors/thread/ask.js'
import { systemClock } from '../../actors/thread/clock.js'
import { sqlitePath } from '../../storage/paths.js'
import type { DeskData } from '../../wire/thread/messages.js'
import { prepareTables } from './prepared-tables.js'

export const STAFF: Actor = { login: 1, ip: '127.0.0.1', requestId: 'r-1' }

/** The same towards a shard. */
export const DOER = { login: STAFF.login ?? 0, ip: STAFF.ip, request_id: STAFF.requestId }

/** A directory of its own, gone when the test ends. */
export function scratch(test: { teardown(run: () => void): unknown }): string {
  const directory = mkdtempSync(join(tmpdir(), 'openfloor-'))
  test.teardown(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** What a desk starts with, in a directory with all tables. */
export function deskData(dataDir: string, given: Partial<DeskData> = {}): DeskData {
  prepareTables(sqlitePath(dataDir))
  return {
    dataDir,
    shards: 2,
    buffers: createSharedBuffers(),
    clockOffsetMs: 0,
    demo: true,
    demoProvider: 'dde',
    administratorRights: ['accounts.view', 'accounts.edit'],
    utcOffsetMin: 0,
    secretKey: new Uint8Array(32).fill(7),
    outboundAllow: [],
    ...given,
  }
}

/** More than what needs no other thread takes. */
const TURNS_AT_ONCE = 100

/**
 * Lets other threads work and be heard: a loop without a rest would take the processor from them, and
 * one that asks over REST would come to the limit of requests.
 */
export function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5))
}

/** Lets the event loop bring it about; what takes longer is looked for with rests, as `moment` says. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let turns = 0; !isSo(); turns++) {
    if (turns > TURNS_AT_ONCE) await moment()
    else await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Resolves when the tables have everything up to `seq`. */
export async function reached(counters: SharedCounters, seq: number): Promise<void> {
  while (counters.projectionSeq < seq) await moment()
}

export interface RunningDesk {
  readonly desk: DeskClient
  readonly buffers: SharedBuffers
  readonly deaths: Error[]
}

export function startDesk(dataDir: string, given: Partial<DeskData> = {}): RunningDesk {
  const data = deskData(dataDir, given)
  const deaths: Error[] = []
  const events: DeskEvents = { onDeath: (why) => deaths.push(why) }
  return { desk: new DeskClient(data, systemClock(), events), buffers: data.buffers, deaths }
}

/** What was answered; a refusal fails the test that wanted it. */
export function value<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.message}`)
  return outcome.value
}

export function codeSaid(outcome: Outcome<unknown>): string {
  return outcome.ok ? 'ok' : outcome.code
}
