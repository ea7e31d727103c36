import type { FieldWords } from './field-words.js'

/** Fields of `meta`. */
export const metaFields: FieldWords = {
  codes: {
    en: ['Codes', 'Codes that an answer may have: when each comes, and whether to repeat.'],
    de: [
      'Codes',
      'Codes, die eine Antwort haben kann: wann jeder kommt und ob zu wiederholen ist.',
    ],
  },
  deal_actions: {
    en: ['Actions of deals', 'What a deal may do: buy, sell, or move money.'],
    de: ['Aktionen von Deals', 'Was ein Deal tun kann: kaufen, verkaufen oder Geld bewegen.'],
  },
  journal_kinds: {
    en: ['Kinds of the journal', 'Kinds of journal lines, as `kind` of the journal filters them.'],
    de: ['Arten im Journal', 'Arten von Journalzeilen, wie `kind` des Journals sie filtert.'],
  },
  label: {
    en: ['Label', 'What stands over a field, or in a list, for people.'],
    de: ['Bezeichnung', 'Was für Menschen über einem Feld oder in einer Liste steht.'],
  },
  lang: {
    en: ['Language', 'Language of the words, `en` or `de`; `en` where it is left out.'],
    de: ['Sprache', 'Sprache der Wörter, `en` oder `de`; ohne Angabe `en`.'],
  },
  repeat: {
    en: ['Repeat', 'Whether the request may be repeated, and how.'],
    de: ['Wiederholung', 'Ob die Anfrage wiederholt werden darf, und wie.'],
  },
  report_modules: {
    en: ['Modules of reports', 'What a report can tell.'],
    de: ['Berichtsmodule', 'Was ein Bericht erzählen kann.'],
  },
  rights: {
    en: ['Rights', 'Rights that staff may have.'],
    de: ['Rechte', 'Rechte, die Mitarbeiter haben können.'],
  },
  text: {
    en: ['Sentence', 'One sentence that says what it is or does.'],
    de: ['Satz', 'Ein Satz, der sagt, was es ist oder tut.'],
  },
  fields: {
    en: [
      'Fields',
      'Every field of the records that people edit: settings of every kind, accounts, staff, and schedules of reports.',
    ],
    de: [
      'Felder',
      'Jedes Feld der Datensätze, die Menschen bearbeiten: Einstellungen jeder Art, Konten, Mitarbeiter und Berichtspläne.',
    ],
  },
  kind: {
    en: [
      'Kind',
      'Kind of the records that have the field: a kind of settings, as `groups`, or `accounts`, `staff`, `report_schedules` or `report_jobs`.',
    ],
    de: [
      'Art',
      'Art der Datensätze, die das Feld haben: eine Art von Einstellungen wie `groups`, oder `accounts`, `staff`, `report_schedules` oder `report_jobs`.',
    ],
  },
  type: {
    en: ['Type', 'What the field holds, and so which control a form has for it.'],
    de: ['Typ', 'Was das Feld enthält, und damit, welches Bedienelement ein Formular dafür hat.'],
  },
  required: {
    en: ['Required', 'Whether a new record needs it: it has no default.'],
    de: ['Nötig', 'Ob ein neuer Datensatz es braucht: Es hat keine Vorgabe.'],
  },
  nullable: {
    en: ['May be null', 'Whether null may be sent, which stands for none.'],
    de: ['Darf null sein', 'Ob null gesendet werden darf; es steht für keines.'],
  },
  secret: {
    en: [
      'Secret',
      'Whether it is kept sealed and never shown: a form asks for it, and says nothing of what it is.',
    ],
    de: [
      'Geheim',
      'Ob es versiegelt liegt und nie gezeigt wird: Ein Formular fragt danach und sagt nichts über den Inhalt.',
    ],
  },
  settable: {
    en: ['Settable', 'Whether it is taken when a record is made.'],
    de: ['Setzbar', 'Ob es beim Anlegen eines Datensatzes angenommen wird.'],
  },
  changeable: {
    en: [
      'Changeable',
      'Whether it is taken when a record is changed; else it stays as it was made.',
    ],
    de: [
      'Änderbar',
      'Ob es beim Ändern eines Datensatzes angenommen wird; sonst bleibt es, wie es angelegt wurde.',
    ],
  },
  default: {
    en: [
      'Default',
      'What a new record has where nothing is said; left out where there is no one value.',
    ],
    de: [
      'Vorgabe',
      'Was ein neuer Datensatz hat, wo nichts gesagt wird; fehlt, wo es nicht nur einen Wert gibt.',
    ],
  },
  unit: {
    en: [
      'Unit',
      'What the figure is counted in; null where it has none, or follows another field alone.',
    ],
    de: [
      'Einheit',
      'Worin die Zahl zählt; null, wo sie keine hat oder allein einem anderen Feld folgt.',
    ],
  },
  unit_by: {
    en: ['Other units', 'Units that hold while another field has some value, in place of `unit`.'],
    de: [
      'Andere Einheiten',
      'Einheiten, die gelten, solange ein anderes Feld einen bestimmten Wert hat, statt `unit`.',
    ],
  },
  field: {
    en: ['Field', 'Name of the field that decides the unit.'],
    de: ['Feld', 'Name des Feldes, das über die Einheit entscheidet.'],
  },
  value: {
    en: ['Value', 'Value of that field with which the unit holds.'],
    de: ['Wert', 'Wert jenes Feldes, bei dem die Einheit gilt.'],
  },
  min: {
    en: [
      'Least',
      'Least value of a number, fewest characters of a text, fewest items of a list; null is no bound.',
    ],
    de: [
      'Mindestens',
      'Kleinster Wert einer Zahl, wenigste Zeichen eines Textes, wenigste Einträge einer Liste; null ist keine Grenze.',
    ],
  },
  max: {
    en: [
      'Most',
      'Largest value of a number, most characters of a text, most items of a list; null is no bound.',
    ],
    de: [
      'Höchstens',
      'Größter Wert einer Zahl, meiste Zeichen eines Textes, meiste Einträge einer Liste; null ist keine Grenze.',
    ],
  },
  pattern: {
    en: ['Pattern', 'Regular expression that a text has to match; null is any text.'],
    de: ['Muster', 'Regulärer Ausdruck, dem ein Text entsprechen muss; null ist jeder Text.'],
  },
  values: {
    en: [
      'Values',
      'Values that fields of the contract may have; of a field those that it takes, in their order.',
    ],
    de: [
      'Werte',
      'Werte, die Felder des Vertrags haben können; bei einem Feld die, die es nimmt, in ihrer Reihenfolge.',
    ],
  },
  name: {
    en: [
      'Name',
      'The word that the contract has; `field.value` where a value means another thing there, and of a field of rows its list before it, as `symbols[].mask`.',
    ],
    de: [
      'Name',
      'Das Wort des Vertrags; `field.value`, wo ein Wert dort etwas anderes bedeutet, und bei einem Feld von Zeilen deren Liste davor, etwa `symbols[].mask`.',
    ],
  },
}
