import { PREFERENCE_PARTS_MAX } from '../../../engine/limits/people.js'
import { Body, Int, Nullable, Time, View } from '../../types/scalars.js'
import { Type } from '../../types/type.js'

/** A document that terminals store for their user. */
const Content = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  additionalProperties: {},
  maxProperties: PREFERENCE_PARTS_MAX,
  description: 'Whatever the terminal keeps; nobody else reads it.',
})

/** `expected_version` is the version last read; 0 overwrites any version. */
export const SavePreferencesBody = Body({ content: Content, expected_version: Int(0) })

export const PreferencesView = View({
  content: Content,
  updated_at: Nullable(Time),
  version: Type.Integer(),
})
