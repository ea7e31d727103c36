import type { FieldWords } from './field-words.js'
import { windowPageFields } from './window-pages.js'

/** Fields of the windows onto positions, orders and deals. */
export const tradeWindowFields: FieldWords = {
  ...windowPageFields,
  anchor: {
    en: [
      'Anchor',
      'Number of the row around which the page lies with `edge=around`; where the window does not have it the cursor counts, and without one the answer is `not_found`.',
    ],
    de: [
      'Anker',
      'Nummer der Zeile, um die die Seite bei `edge=around` liegt; fehlt sie im Fenster, gilt der Cursor, und ohne diesen ist die Antwort `not_found`.',
    ],
  },
  fields: {
    en: [
      'Fields',
      'Names between commas of the fields that rows are to have; the number is always there, and left out they have all.',
    ],
    de: [
      'Felder',
      'Durch Kommas getrennte Namen der Felder, die Zeilen haben sollen; die Nummer ist immer dabei, ohne Angabe sind es alle.',
    ],
  },
  filter: {
    en: [
      'Filter',
      'JSON list of conditions of `field`, `op` and `value`, such as `[{"field":"volume","op":"ge","value":"5"}]`, which must all hold, and of a list of conditions in it one; at most 32.',
    ],
    de: [
      'Filter',
      'JSON-Liste von Bedingungen aus `field`, `op` und `value`, etwa `[{"field":"volume","op":"ge","value":"5"}]`, die alle gelten müssen, von einer Liste von Bedingungen darin eine; höchstens 32.',
    ],
  },
  first_key: {
    en: ['First number', 'Number of the first row; null on an empty page.'],
    de: ['Erste Nummer', 'Nummer der ersten Zeile; null bei leerer Seite.'],
  },
  last_key: {
    en: ['Last number', 'Number of the last row; null on an empty page.'],
    de: ['Letzte Nummer', 'Nummer der letzten Zeile; null bei leerer Seite.'],
  },
  'query.sort': {
    en: [
      'Order',
      'Field by which rows are ordered, with `-` in front for falling; left out it is the number, which also decides between equal rows.',
    ],
    de: [
      'Sortierung',
      'Feld, nach dem die Zeilen geordnet sind, mit `-` davor fallend; ohne Angabe ist es die Nummer, die auch bei gleichen Zeilen entscheidet.',
    ],
  },
}
