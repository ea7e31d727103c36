import type { Sabotage } from './sabotage.js'
import { SimulationFailed, simulate } from './simulate.js'

export interface HuntResult {
  readonly name: string
  /** Seeds it took, undefined when none of them found it. */
  readonly seeds: number | undefined
  readonly step: number
  readonly says: string
}

/** Runs seeds from 1 on until one breaks on what was planted. */
export function hunt(plant: () => Sabotage, seedsMax: number, steps: number): HuntResult {
  let name = ''
  for (let seed = 1; seed <= seedsMax; seed++) {
    const sabotage = plant()
    name = sabotage.name
    const takeBack = sabotage.plant?.()
    try {
      simulate({ seed, steps, sabotage })
    } catch (error) {
      if (!(error instanceof SimulationFailed)) throw error
      const says = error.cause instanceof Error ? error.cause.message : String(error.cause)
      return { name, seeds: seed, step: error.step, says: says.split('\n')[0] ?? '' }
    } finally {
      takeBack?.()
    }
  }
  return { name, seeds: undefined, step: 0, says: 'not found' }
}
