import { say } from '../../engine/reasons/reasons.js'
import { Type } from './type.js'

export const Email = Type.String({
  maxLength: 128,
  pattern: '^([^\\s@<>"(),:;]+@[^\\s@<>"(),:;.]+(\\.[^\\s@<>"(),:;.]+)+)?$',
  'x-text': 'line',
  'x-says': say('field.email'),
})

/** A colour that staff give an account. */
export const Colour = Type.String({
  maxLength: 7,
  pattern: '^(#[0-9a-fA-F]{6})?$',
  examples: ['#2f6fb0'],
  'x-says': say('field.colour'),
})

export const Language = Type.String({
  maxLength: 16,
  pattern: '^([a-z]{2,3}(-[A-Za-z0-9]{2,8})?)?$',
  examples: ['en', 'pt-BR'],
  'x-says': say('field.language'),
})
