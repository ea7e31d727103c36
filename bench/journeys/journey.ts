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
  /** Prepares the server before the user opens the desk. */
  prepare?(ground: Ground): Promise<unknown>
  /** Opens an account for this journey and returns its login. */
  own?(ground: Ground): Promise<number>
  /** `own` is the login of the journey's account. */
  walk(hand: Walker, ground: Ground, own: number): Promise<unknown>
}

/** The steps so far led to the page of the task. The task begins here. */
export async function madeAt(hand: Walker): Promise<void> {
  await hand.taken()
}

export function expectText(found: string | undefined, wanted: string): void {
  if (found !== wanted) throw new Error(`it is ${found}, not ${wanted}`)
}
