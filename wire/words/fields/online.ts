import type { FieldWords } from './field-words.js'

/** Fields of `online`. */
export const onlineFields: FieldWords = {
  after: {
    en: [
      'After',
      'Cursor of the last row, for the next page with `edge=after`; good for the own session only, null on an empty page.',
    ],
    de: [
      'Danach',
      'Cursor der letzten Zeile, für die nächste Seite mit `edge=after`; gilt nur für die eigene Sitzung, null bei leerer Seite.',
    ],
  },
  anchor_found: {
    en: [
      'Anchor found',
      'False when the session of `anchor_id` is not there any more, so that the page is that of the cursor or the first; null without an anchor.',
    ],
    de: [
      'Anker gefunden',
      'Falsch, wenn die Sitzung aus `anchor_id` nicht mehr da ist und die Seite daher die des Cursors oder die erste ist; null ohne Anker.',
    ],
  },
  anchor_id: {
    en: [
      'Anchor',
      'Session around which the page lies; needed with `edge=around` and taken with it alone.',
    ],
    de: [
      'Anker',
      'Sitzung, um die herum die Seite liegt; nötig bei `edge=around` und nur damit möglich.',
    ],
  },
  before: {
    en: [
      'Before',
      'Cursor of the first row, for the page before with `edge=before`; good for the own session only, null on an empty page.',
    ],
    de: [
      'Davor',
      'Cursor der ersten Zeile, für die vorige Seite mit `edge=before`; gilt nur für die eigene Sitzung, null bei leerer Seite.',
    ],
  },
  cursor: {
    en: [
      'Cursor',
      '`before` or `after` of an earlier answer; needed with `edge=before` and `edge=after`, with `around` a fallback for a lost anchor.',
    ],
    de: [
      'Cursor',
      '`before` oder `after` einer früheren Antwort; nötig bei `edge=before` und `edge=after`, bei `around` Ersatz für einen verlorenen Anker.',
    ],
  },
  edge: {
    en: [
      'Place of the page',
      'Which page it is: the `first` (default), the one `after` or `before` the cursor, or the one `around` the anchor.',
    ],
    de: [
      'Lage der Seite',
      'Welche Seite es ist: die erste (`first`, Vorgabe), die nach (`after`) oder vor (`before`) dem Cursor oder die um den Anker (`around`).',
    ],
  },
  equity: {
    en: [
      'Equity',
      'Balance, credit and floating results together, in the account’s currency; `0` for staff, and where trading does not answer or a price is missing.',
    ],
    de: [
      'Eigenkapital',
      'Saldo, Kredit und offene Ergebnisse zusammen, in der Kontowährung; `0` bei Mitarbeitern und wo der Handel nicht antwortet oder ein Kurs fehlt.',
    ],
  },
  has_after: {
    en: ['More after', 'Whether sessions follow after this page.'],
    de: ['Weitere danach', 'Ob nach dieser Seite noch Sitzungen folgen.'],
  },
  has_before: {
    en: ['More before', 'Whether sessions stand before this page.'],
    de: ['Weitere davor', 'Ob vor dieser Seite noch Sitzungen stehen.'],
  },
  limit: {
    en: ['Limit', 'Rows of the page, 1 to 100; 100 when left out.'],
    de: ['Limit', 'Zeilen der Seite, 1 bis 100; ohne Angabe 100.'],
  },
  'body.login': {
    en: ['Login', 'Account or staff user whose open sessions all end, on every terminal.'],
    de: [
      'Login',
      'Konto oder Mitarbeiter, dessen offene Sitzungen alle enden, auf jedem Terminal.',
    ],
  },
  observed_at: {
    en: [
      'Observed at',
      'Time at which it was looked who is signed in; the next page is a new look.',
    ],
    de: [
      'Stand',
      'Zeitpunkt, zu dem nachgesehen wurde, wer angemeldet ist; die nächste Seite ist ein neuer Blick.',
    ],
  },
  query_id: {
    en: [
      'Query',
      'Names what is looked at: the same while the asking session, its rights and its scope stay; another one means that the cursors are void.',
    ],
    de: [
      'Abfrage',
      'Kennung dessen, was betrachtet wird: gleich, solange fragende Sitzung, Rechte und Bereich gleich bleiben; eine andere bedeutet, dass die Cursor verfallen sind.',
    ],
  },
  total: {
    en: [
      'Total',
      'Sessions in use that the caller may see, as of this look; the next page may count others.',
    ],
    de: [
      'Gesamt',
      'Genutzte Sitzungen, die der Aufrufer sehen darf, Stand dieser Abfrage; die nächste Seite kann andere zählen.',
    ],
  },
}
