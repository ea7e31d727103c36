import type { Words } from '../words.js'

/** What fields of records hold. */
export const fieldTypeValues: Readonly<Record<string, Words>> = {
  'type.flag': {
    en: ['Yes or no', 'A switch.'],
    de: ['Ja oder nein', 'Ein Schalter.'],
  },
  'type.choice': {
    en: ['One of several', 'One of the named values.'],
    de: ['Eines von mehreren', 'Einer der genannten Werte.'],
  },
  'type.choices': {
    en: ['Some of several', 'Some of the named values, each once.'],
    de: ['Einige von mehreren', 'Einige der genannten Werte, jeder einmal.'],
  },
  'type.whole': {
    en: ['Whole number', 'A number without decimals.'],
    de: ['Ganze Zahl', 'Eine Zahl ohne Dezimalen.'],
  },
  'type.wholes': {
    en: ['Whole numbers', 'A list of numbers without decimals.'],
    de: ['Ganze Zahlen', 'Eine Liste von Zahlen ohne Dezimalen.'],
  },
  'type.decimal': {
    en: ['Decimal number', 'An exact number as text, like `12.50`.'],
    de: ['Dezimalzahl', 'Eine genaue Zahl als Text, etwa `12.50`.'],
  },
  'type.texts': {
    en: ['Texts', 'A list of texts of one line.'],
    de: ['Texte', 'Eine Liste einzeiliger Texte.'],
  },
  'type.line': {
    en: ['Text', 'A text of one line.'],
    de: ['Text', 'Ein einzeiliger Text.'],
  },
  'type.multiline': {
    en: ['Text of several lines', 'A text that may have line breaks.'],
    de: ['Mehrzeiliger Text', 'Ein Text, der Zeilenumbrüche haben darf.'],
  },
  'type.time': {
    en: ['Time', 'A moment in UTC.'],
    de: ['Zeit', 'Ein Zeitpunkt in UTC.'],
  },
  'type.colour': {
    en: ['Colour', 'A colour like `#2f6fb0`.'],
    de: ['Farbe', 'Eine Farbe, etwa `#2f6fb0`.'],
  },
  'type.link': {
    en: ['Link', 'Address of a page, beginning with https:// or http://.'],
    de: ['Link', 'Adresse einer Seite, die mit https:// oder http:// beginnt.'],
  },
  'type.email': {
    en: ['E-mail address', 'An address like name@example.com.'],
    de: ['E-Mail-Adresse', 'Eine Adresse wie name@example.com.'],
  },
  'type.language': {
    en: ['Language', 'A language tag like `en` or `pt-BR`.'],
    de: ['Sprache', 'Ein Sprachkürzel wie `en` oder `pt-BR`.'],
  },
  'type.group': {
    en: ['Group', 'Path of a group.'],
    de: ['Gruppe', 'Pfad einer Gruppe.'],
  },
  'type.rows': {
    en: ['Rows', 'A list of rows, whose fields stand behind it.'],
    de: ['Zeilen', 'Eine Liste von Zeilen, deren Felder danach stehen.'],
  },
  'type.fields': {
    en: ['Fields', 'A group of fields, which stand behind it.'],
    de: ['Felder', 'Eine Gruppe von Feldern, die danach stehen.'],
  },
  'type.pairs': {
    en: ['Pairs', 'Texts by their names.'],
    de: ['Paare', 'Texte nach ihren Namen.'],
  },
}
