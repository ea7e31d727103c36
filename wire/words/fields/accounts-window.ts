import type { FieldWords } from './field-words.js'
import { windowPageFields } from './window-pages.js'

/** Fields of `accounts` that are about the window onto their list. */
export const accountsWindowFields: FieldWords = {
  ...windowPageFields,
  anchor: {
    en: [
      'Anchor',
      'Login around whose row the page lies with `edge=around`; where the window does not have it the cursor is taken, and without one it is `not_found`.',
    ],
    de: [
      'Anker',
      'Login, um dessen Zeile die Seite bei `edge=around` liegt; fehlt es im Fenster, gilt der Cursor, und ohne diesen ist die Antwort `not_found`.',
    ],
  },
  client: {
    en: [
      'Client',
      'Shows only the accounts of this client number; needs the right `clients.view`.',
    ],
    de: [
      'Kunde',
      'Zeigt nur die Konten mit dieser Kundennummer; benötigt das Recht `clients.view`.',
    ],
  },
  fields: {
    en: [
      'Fields',
      'Names between commas of the fields that rows are to have; `login` is always there, and left out they have all.',
    ],
    de: [
      'Felder',
      'Durch Kommas getrennte Namen der Felder, die Zeilen haben sollen; `login` ist immer dabei, ohne Angabe sind es alle.',
    ],
  },
  filter: {
    en: [
      'Filter',
      'JSON list of conditions of `field`, `op` and `value`, such as `[{"field":"country","op":"eq","value":"DE"}]`, which must all hold, and of a list of conditions in it one; at most 32, and fields of a person need their rights.',
    ],
    de: [
      'Filter',
      'JSON-Liste von Bedingungen aus `field`, `op` und `value`, etwa `[{"field":"country","op":"eq","value":"DE"}]`, die alle gelten müssen, von einer Liste von Bedingungen darin eine; höchstens 32, und Personenfelder benötigen ihre Rechte.',
    ],
  },
  first_key: {
    en: ['First login', 'Login of the first row; null on an empty page.'],
    de: ['Erstes Login', 'Login der ersten Zeile; null bei leerer Seite.'],
  },
  group_path: {
    en: [
      'Group and below',
      'Shows only accounts of exactly this group and of those below it; unlike `group` it is no mask.',
    ],
    de: [
      'Gruppe und darunter',
      'Zeigt nur Konten genau dieser Gruppe und der Gruppen darunter; anders als `group` ist es keine Maske.',
    ],
  },
  last_key: {
    en: ['Last login', 'Login of the last row; null on an empty page.'],
    de: ['Letztes Login', 'Login der letzten Zeile; null bei leerer Seite.'],
  },
  search: {
    en: [
      'Search',
      'A number finds exactly that login; of any other text each word stands somewhere in a name or the e-mail, as far as the rights `accounts.name` and `accounts.email` show them.',
    ],
    de: [
      'Suche',
      'Eine Zahl findet genau dieses Login; bei anderem Text steht jedes Wort irgendwo in einem Namen oder der E-Mail, soweit die Rechte `accounts.name` und `accounts.email` sie zeigen.',
    ],
  },
  sort: {
    en: [
      'Order',
      'Field by which rows are ordered, with `-` in front for falling; left out it is `login`, which also decides between equal rows.',
    ],
    de: [
      'Sortierung',
      'Feld, nach dem Zeilen geordnet werden, mit `-` davor fallend; ohne Angabe `login`, das auch zwischen gleichen Zeilen entscheidet.',
    ],
  },
}
