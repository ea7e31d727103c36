import type { RefusalNumbers } from '../../../engine/code.js'
import type { Fault } from '../../../engine/reasons/keyed-text.js'
import { type FrameWriter, key } from '../../../wire/frame/frame-writer.js'

/** The parts of a refusal other than its text, as fields of a frame. */
export type RefusalParts = readonly (readonly [string, RefusalNumbers[string]])[]

export function refusalParts(data: RefusalNumbers | undefined): RefusalParts {
  return data === undefined ? [] : Object.entries(data)
}

/** Writes the parts into a map that was opened with their number of fields. */
export function writeParts(w: FrameWriter, parts: RefusalParts): void {
  for (const [name, value] of parts) {
    if (value === null) w.none(key(name))
    else if (typeof value === 'number') w.int(key(name), value)
    else if (typeof value === 'string') w.text(key(name), value)
    else if (isFaults(value)) writeFaults(w, name, value)
    else {
      const parts = Object.entries(value)
      w.map(parts.length, key(name))
      writeParts(w, parts)
      w.endMap()
    }
  }
}

function isFaults(value: object): value is readonly Fault[] {
  return Array.isArray(value)
}

function writeFaults(w: FrameWriter, name: string, faults: readonly Fault[]): void {
  w.array(faults.length, key(name))
  for (const { path, message, reason, params } of faults) {
    const parts = Object.entries({ path, message, reason, params })
    w.map(parts.length)
    writeParts(w, parts)
    w.endMap()
  }
  w.endArray()
}
