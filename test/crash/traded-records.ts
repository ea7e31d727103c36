import { readFileSync, writeFileSync } from 'node:fs'
import type { AccountRecord } from '../../engine/account/event.js'
import { decodeRecords, encodeRecord, RecordBuffer } from '../../wire/record/record.js'
import { NO_SABOTAGE } from '../simulation/sabotage.js'
import { Simulation } from '../simulation/simulate.js'

const SEED = 1
const STEPS = 1500

/** The records of traders, prices and midnights: orders of every kind, stops, pairs, stop outs, day ends. */
export function writeTradedRecords(file: string): void {
  const simulation = new Simulation(SEED, NO_SABOTAGE)
  for (let step = 0; step < STEPS; step++) simulation.step()
  const into = new RecordBuffer()
  for (const record of simulation.world.records.values()) encodeRecord(record, into)
  writeFileSync(file, into.bytes())
}

/** Turns of a log in which these records come again and again, under numbers without a gap. */
export class TradedRecords {
  readonly #records: readonly AccountRecord[]

  constructor(file: string) {
    this.#records = [...decodeRecords(readFileSync(file))]
  }

  readonly turnOf = (firstSeq: number, count: number): Uint8Array => {
    const into = new RecordBuffer()
    for (let seq = firstSeq; seq < firstSeq + count; seq++) {
      const record = this.#records[seq % this.#records.length] as AccountRecord
      encodeRecord({ ...record, seq, previousSeq: Math.max(0, seq - 7) }, into)
    }
    return into.bytes().slice()
  }
}
