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
  name: {
    en: [
      'Name',
      'The word that the contract has; `field.value` where a value means another thing there.',
    ],
    de: ['Name', 'Das Wort des Vertrags; `field.value`, wo ein Wert dort etwas anderes bedeutet.'],
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
  values: {
    en: ['Values', 'Values that fields of the contract may have.'],
    de: ['Werte', 'Werte, die Felder des Vertrags haben können.'],
  },
}
