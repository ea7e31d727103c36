import type { FieldWords } from './field-words.js'

/** Fields of pages and counts of windows, whatever their rows are. */
export const windowPageFields: FieldWords = {
  after: {
    en: [
      'After',
      'Cursor of the last row, for the next page with `edge=after`; it fits the same query of the same user alone, and is null on an empty page.',
    ],
    de: [
      'Danach',
      'Cursor der letzten Zeile, für die nächste Seite mit `edge=after`; er passt nur zur selben Abfrage desselben Benutzers und ist bei leerer Seite null.',
    ],
  },
  before: {
    en: [
      'Before',
      'Cursor of the first row, for the page before with `edge=before`; it fits the same query of the same user alone, and is null on an empty page.',
    ],
    de: [
      'Davor',
      'Cursor der ersten Zeile, für die vorige Seite mit `edge=before`; er passt nur zur selben Abfrage desselben Benutzers und ist bei leerer Seite null.',
    ],
  },
  calculated_at: {
    en: ['Calculated at', 'Time at which the server put the page together.'],
    de: ['Berechnet am', 'Zeitpunkt, zu dem der Server die Seite zusammengestellt hat.'],
  },
  cursor: {
    en: [
      'Cursor',
      '`before` or `after` of an earlier answer; needed with `edge=before` and `edge=after`, possible with `around`, refused with `first` and `last`.',
    ],
    de: [
      'Cursor',
      '`before` oder `after` einer früheren Antwort; nötig bei `edge=before` und `edge=after`, möglich bei `around`, abgelehnt bei `first` und `last`.',
    ],
  },
  edge: {
    en: [
      'Place of the page',
      'Which page it is: the `first` (default) or `last`, the one `after` or `before` the cursor, the one `around` a cursor, an anchor or an offset, or the one `from` an offset on.',
    ],
    de: [
      'Lage der Seite',
      'Welche Seite es ist: die erste (`first`, Vorgabe) oder letzte (`last`), die nach (`after`) oder vor (`before`) dem Cursor oder die um Cursor, Anker oder Versatz (`around`) oder die ab einem Versatz (`from`).',
    ],
  },
  first_offset: {
    en: [
      'First offset',
      'Rows before the first one of the page; only where an offset was asked for.',
    ],
    de: [
      'Erster Versatz',
      'Zeilen vor der ersten der Seite; nur, wo nach einem Versatz gefragt wurde.',
    ],
  },
  has_after: {
    en: ['More after', 'Whether rows follow after this page.'],
    de: ['Weitere danach', 'Ob nach dieser Seite noch Zeilen folgen.'],
  },
  has_before: {
    en: ['More before', 'Whether rows stand before this page.'],
    de: ['Weitere davor', 'Ob vor dieser Seite noch Zeilen stehen.'],
  },
  offset: {
    en: [
      'Offset',
      'How many rows lie before the one that the page is around, or begins with, from 0, with `edge=around` or `edge=from` in place of cursor and anchor; deep ones cost more.',
    ],
    de: [
      'Versatz',
      'Wie viele Zeilen vor der liegen, um die die Seite steht oder mit der sie beginnt, ab 0, bei `edge=around` oder `edge=from` statt Cursor und Anker; tiefe kosten mehr.',
    ],
  },
  page_id: {
    en: [
      'Page',
      'Names this page at its state: the same again means the same first and last row and number of rows at the same `projection_seq`.',
    ],
    de: [
      'Seitenkennung',
      'Bezeichnet diese Seite in ihrem Stand: dieselbe bedeutet gleiche erste und letzte Zeile und Zeilenzahl bei gleicher `projection_seq`.',
    ],
  },
  proof: {
    en: [
      'Proof',
      'Digest of the query, the caller’s rights and their scope, to which cursors are bound; another one means that older cursors are refused.',
    ],
    de: [
      'Nachweis',
      'Prüfwert aus Abfrage, Rechten und Bereich des Aufrufers, an den Cursor gebunden sind; ein anderer bedeutet, dass ältere Cursor abgelehnt werden.',
    ],
  },
  query_id: {
    en: [
      'Query',
      'Names what was counted, whatever the order of the rows: counts with the same one are of the same filters and the same reach.',
    ],
    de: [
      'Abfrage',
      'Bezeichnet, was gezählt wurde, unabhängig von der Reihenfolge der Zeilen: gleiche Kennungen stehen für gleiche Filter und gleichen Bereich.',
    ],
  },
  resource: {
    en: ['Resource', 'Name of the list that was counted.'],
    de: ['Liste', 'Name der Liste, die gezählt wurde.'],
  },
}
