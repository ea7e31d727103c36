import type { FieldWords } from './field-words.js'

/** Fields of `leverage-profiles`. */
export const leverageProfilesFields: FieldWords = {
  currency: {
    en: [
      'Currency',
      'Currency in which the tiers of a rule by value are counted; empty is the deposit currency of the account, and rules by volume have none.',
    ],
    de: [
      'Währung',
      'Währung, in der die Stufen einer Regel nach Wert zählen; leer ist die Kontowährung, Regeln nach Volumen haben keine.',
    ],
  },
  description: {
    en: [
      'Description',
      'Note of staff about the rule, 255 characters at most; nothing acts on it.',
    ],
    de: [
      'Beschreibung',
      'Notiz der Mitarbeiter zur Regel, höchstens 255 Zeichen; nichts hängt davon ab.',
    ],
  },
  enabled: {
    en: [
      'Enabled',
      'While off, groups that use the profile keep it picked, but margin goes by their plain leverage; a new profile is on.',
    ],
    de: [
      'Aktiv',
      'Ausgeschaltet bleibt das Profil bei seinen Gruppen ausgewählt, die Margin folgt aber ihrem einfachen Hebel; ein neues Profil ist eingeschaltet.',
    ],
  },
  groups: {
    en: [
      'Groups',
      'Paths of the groups that use the profile, those within the caller’s group scope alone; an empty list when none does.',
    ],
    de: [
      'Gruppen',
      'Pfade der Gruppen, die das Profil verwenden, nur solche aus dem eigenen Gruppenbereich; eine leere Liste, wenn es keine gibt.',
    ],
  },
  initial: {
    en: [
      'Initial rate',
      'Factor on the margin that the account’s leverage gives, for orders and for what falls into this tier; `1` leaves it as it is, `2` doubles it, 0 to 999999.',
    ],
    de: [
      'Initial-Faktor',
      'Faktor auf die Margin nach dem Hebel des Kontos, für Orders und nur für das, was in diese Stufe fällt; `1` lässt sie unverändert, `2` verdoppelt sie, 0 bis 999999.',
    ],
  },
  maintenance: {
    en: [
      'Maintenance rate',
      'The same factor for open positions; `0` is not set and takes the initial one.',
    ],
    de: [
      'Maintenance-Faktor',
      'Derselbe Faktor für offene Positionen; `0` heißt nicht gesetzt und nimmt den Initial-Faktor.',
    ],
  },
  mask: {
    en: [
      'Symbols',
      'Masks of the names or paths of the symbols that the rule is for, 128 at most with commas between; `*` is any run of characters, a leading `!` excludes, and one mask without `!` is needed.',
    ],
    de: [
      'Symbole',
      'Masken der Namen oder Pfade der Symbole, für die die Regel gilt, höchstens 128 mit Kommas dazwischen; `*` steht für beliebige Zeichen, ein `!` davor nimmt aus, mindestens eine Maske ist ohne `!`.',
    ],
  },
  n: {
    en: ['Rule number', 'Place of the rule in its profile, beginning with 1.'],
    de: ['Nummer der Regel', 'Platz der Regel in ihrem Profil, ab 1.'],
  },
  name: {
    en: [
      'Name',
      'Name of the profile, unique among profiles and their key in settings files, or of one of its rules; 1 to 64 characters without blanks at the ends.',
    ],
    de: [
      'Name',
      'Name des Profils, unter Profilen eindeutig und ihr Schlüssel in Einstellungsdateien, oder einer seiner Regeln; 1 bis 64 Zeichen ohne Leerzeichen an den Enden.',
    ],
  },
  order: {
    en: ['Order', 'The present numbers of all rules, each exactly once, in their new order.'],
    de: [
      'Reihenfolge',
      'Die bisherigen Nummern aller Regeln, jede genau einmal, in ihrer neuen Reihenfolge.',
    ],
  },
  position: {
    en: [
      'Position',
      'Place at which the rule is put in, beginning with 1; 0, left out or past the end: the last.',
    ],
    de: [
      'Position',
      'Platz, an dem die Regel eingefügt wird, ab 1; 0, ohne Angabe oder jenseits des Endes: der letzte.',
    ],
  },
  range_basis: {
    en: [
      'Counted by',
      'What the tiers count: lots (`volume`) or their value (`value`) of all symbols that the rule applies to together, or of each symbol for itself (`…_per_symbol`).',
    ],
    de: [
      'Zählweise',
      'Was die Stufen zählen: Lots (`volume`) oder deren Wert (`value`) aller Symbole der Regel zusammen oder jedes Symbols für sich (`…_per_symbol`).',
    ],
  },
  range_from: {
    en: [
      'From',
      'Where the tier begins, in lots or money; what is sent is ignored, it is the end of the tier before, and `0` for the first.',
    ],
    de: [
      'Von',
      'Beginn der Stufe, in Lots oder Geld; was gesendet wird, zählt nicht, es ist das Ende der Stufe davor und `0` bei der ersten.',
    ],
  },
  range_to: {
    en: [
      'To',
      'Where the tier ends, in lots or money, above the end of the tier before; `0` is open-ended, which the last tier has to be and no other may.',
    ],
    de: [
      'Bis',
      'Ende der Stufe, in Lots oder Geld, über dem Ende der Stufe davor; `0` ist nach oben offen, was die letzte Stufe sein muss und keine andere sein darf.',
    ],
  },
  rule: {
    en: ['Rule', 'The rule that is added, whole.'],
    de: ['Regel', 'Die neue Regel, vollständig.'],
  },
  rules: {
    en: [
      'Rules',
      'Rules in the order in which they are asked: the first whose mask fits a symbol applies to it, and a symbol without one has the plain margin; when sent, the whole list, 1024 at most.',
    ],
    de: [
      'Regeln',
      'Regeln in der Reihenfolge, in der sie geprüft werden: Die erste, deren Maske auf ein Symbol passt, gilt dafür, ein Symbol ohne Regel hat die einfache Margin; gesendet wird die ganze Liste, höchstens 1024.',
    ],
  },
  tiers: {
    en: [
      'Tiers',
      'Slabs by size, 1 to 100, like those of an income tax: each part of the size has the rate of its own tier.',
    ],
    de: [
      'Stufen',
      'Stufen nach Größe, 1 bis 100, wie beim Steuertarif: Jeder Teil der Größe hat den Faktor seiner eigenen Stufe.',
    ],
  },
}
