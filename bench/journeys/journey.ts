import type { Ground } from './ground.js'
import type { Walker } from './walker.js'

/** A journey of staff: what it was designed to take, and what the same takes in the programs that are usual. */
export interface Journey {
  readonly number: number
  readonly name: string
  /** Steps of the design, where a typed word is one; null if the design has no number for the journey. */
  readonly designed: number | null
  /** An estimate, counted the same way. */
  readonly elsewhere: string
  /** What happens before somebody comes to the desk. */
  prepare?(ground: Ground): Promise<unknown>
  /** Opens an account for this journey alone, and answers its login. */
  own?(ground: Ground): Promise<number>
  /** `own` is the login of its own account. */
  walk(hand: Walker, ground: Ground, own: number): Promise<unknown>
}

/** What was done until now was the way to where the work is: it begins here. */
export async function madeAt(hand: Walker): Promise<void> {
  await hand.taken()
}

export function expectText(found: string | undefined, wanted: string): void {
  if (found !== wanted) throw new Error(`it is ${found}, not ${wanted}`)
}
