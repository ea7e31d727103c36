import type { FieldWords } from './field-words.js'

/** Fields of `holidays`. */
export const holidaysFields: FieldWords = {
  closed: {
    en: [
      'Closed',
      'Whether at least one enabled holiday closes the symbol on that day, for the whole day or a part of it.',
    ],
    de: [
      'Geschlossen',
      'Ob mindestens ein aktiver Feiertag das Symbol an diesem Tag schließt, ganz oder für einen Teil des Tages.',
    ],
  },
  date: {
    en: [
      'Date',
      'Day to look at, as `YYYY-MM-DD`; today on the server’s clock when it is left out.',
    ],
    de: ['Datum', 'Geprüfter Tag als `YYYY-MM-DD`; ohne Angabe der heutige auf der Serveruhr.'],
  },
  day: {
    en: [
      'Day',
      'Day of the month on which it falls, 1 to 31; with the year it must be a real date, and 29 February may be one of every year.',
    ],
    de: [
      'Tag',
      'Tag des Monats, auf den er fällt, 1 bis 31; mit Jahr muss es ein echtes Datum sein, der 29. Februar darf auch für jedes Jahr gelten.',
    ],
  },
  description: {
    en: [
      'Description',
      'What the day is called, like “Christmas”; shown to staff alone, and with the date it is the key by which settings files find the holiday.',
    ],
    de: [
      'Beschreibung',
      'Wie der Tag heißt, etwa „Weihnachten“; nur Mitarbeiter sehen es, und zusammen mit dem Datum ist es der Schlüssel in Einstellungsdateien.',
    ],
  },
  enabled: {
    en: ['Enabled', 'While off it closes nothing; a new holiday is on.'],
    de: ['Aktiv', 'Ausgeschaltet schließt er nichts; ein neuer Feiertag ist eingeschaltet.'],
  },
  from_min: {
    en: [
      'From',
      'Minute of the day, on the server’s clock, at which trading closes; 0, the default, is midnight.',
    ],
    de: [
      'Von',
      'Minute des Tages auf der Serveruhr, mit der der Handel schließt; 0, der Standard, ist Mitternacht.',
    ],
  },
  holidays: {
    en: [
      'Holidays',
      'The enabled holidays that close the symbol on that day; an empty list when none does.',
    ],
    de: [
      'Feiertage',
      'Die aktiven Feiertage, die das Symbol an diesem Tag schließen; eine leere Liste, wenn es keinen gibt.',
    ],
  },
  'body.id': {
    en: [
      'Id',
      'Taken and ignored, so that a holiday can be sent as it was read; the server gives the number.',
    ],
    de: [
      'Id',
      'Wird angenommen und nicht beachtet, damit sich ein Feiertag so senden lässt, wie er gelesen wurde; die Nummer vergibt der Server.',
    ],
  },
  month: {
    en: ['Month', 'Month in which it falls, 1 to 12.'],
    de: ['Monat', 'Monat, in den er fällt, 1 bis 12.'],
  },
  'query.month': {
    en: ['Month', 'Shows only holidays of this month, 1 to 12; 0 or left out: of every month.'],
    de: [
      'Monat',
      'Zeigt nur Feiertage dieses Monats, 1 bis 12; 0 oder ohne Angabe: aus allen Monaten.',
    ],
  },
  position: {
    en: [
      'Position',
      'Place in the list, beginning with 1; a new holiday is the last one, and the order changes nothing about what closes.',
    ],
    de: [
      'Position',
      'Platz in der Liste, ab 1; ein neuer Feiertag ist der letzte, und die Reihenfolge ändert nichts daran, was schließt.',
    ],
  },
  symbol: {
    en: ['Symbol', 'Name of the symbol that is looked at, in any case.'],
    de: ['Symbol', 'Name des geprüften Symbols, Groß- und Kleinschreibung egal.'],
  },
  symbols: {
    en: [
      'Symbols',
      'Masks of the names or paths of the symbols that it closes: `*` is any run of characters, a leading `!` excludes; `*` alone, the default, is every symbol, an empty list none.',
    ],
    de: [
      'Symbole',
      'Masken der Namen oder Pfade der Symbole, die er schließt: `*` steht für beliebige Zeichen, ein `!` davor nimmt aus; `*` allein, der Standard, ist jedes Symbol, eine leere Liste keines.',
    ],
  },
  to_min: {
    en: [
      'To',
      'Minute of the day, on the server’s clock, from which trading goes on; not before `from_min`, and 1440, the default, is the end of the day.',
    ],
    de: [
      'Bis',
      'Minute des Tages auf der Serveruhr, ab der wieder gehandelt wird; nicht vor `from_min`, und 1440, der Standard, ist das Ende des Tages.',
    ],
  },
  'body.version': {
    en: [
      'Version',
      'Version of the holiday as it was last read; a change with an older one answers 409 `conflict`, and a new holiday ignores it.',
    ],
    de: [
      'Version',
      'Version des Feiertags, wie er zuletzt gelesen wurde; eine Änderung mit einer älteren wird mit 409 `conflict` beantwortet, ein neuer Feiertag beachtet sie nicht.',
    ],
  },
  year: {
    en: ['Year', 'Year in which it falls, 1970 to 9999; 0, the default, is every year.'],
    de: ['Jahr', 'Jahr, in das er fällt, 1970 bis 9999; 0, der Standard, ist jedes Jahr.'],
  },
  'query.year': {
    en: [
      'Year',
      'Shows only holidays of this year and those of every year; 0 or left out: all of them.',
    ],
    de: [
      'Jahr',
      'Zeigt nur Feiertage dieses Jahres und solche, die jedes Jahr gelten; 0 oder ohne Angabe: alle.',
    ],
  },
}
