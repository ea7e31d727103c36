import type { FieldWords } from './field-words.js'
import { effectsFields } from './shared-shapes.js'

const { accounts: _, login: _login, ...effects } = effectsFields

/** Fields of settings: connections to providers, masks, margin rates, sign-up. */
export const commonSettingsFields: FieldWords = {
  ...Object.fromEntries(Object.entries(effects).map(([name, words]) => [`data.${name}`, words])),
  'data.accounts': {
    en: ['Accounts', 'Number of accounts that a change would work on, without archived ones.'],
    de: ['Konten', 'Anzahl der Konten, auf die eine Änderung wirken würde, ohne archivierte.'],
  },
  affects: {
    en: [
      'Affects',
      'How much the change would work on, in what the caller reaches, by the record as it is and as it would be; only in the answer to a dry run.',
    ],
    de: [
      'Wirkt auf',
      'Worauf die Änderung wirken würde, soweit der Aufrufer es erreicht, nach dem Datensatz, wie er ist und wie er wäre; nur in der Antwort auf einen Probelauf.',
    ],
  },
  effects: {
    en: [
      'Effects',
      'What the change would do to margin, at current prices; only in the answer to a dry run of what can move margin.',
    ],
    de: [
      'Auswirkungen',
      'Was die Änderung an der Margin bewirken würde, zu aktuellen Kursen; nur in der Antwort auf einen Probelauf, der die Margin bewegen kann.',
    ],
  },
  'query.dry_run': {
    en: [
      'Dry run',
      'true checks the change, answers the record as it would be (of a deletion: as it is) with `affects`, and writes nothing: no version, no line of the journal, no key.',
    ],
    de: [
      'Probelauf',
      'true prüft die Änderung, antwortet mit dem Datensatz, wie er wäre (bei einer Löschung: wie er ist), samt `affects`, und schreibt nichts: keine Version, keine Zeile im Protokoll, keinen Schlüssel.',
    ],
  },
  before: {
    en: [
      'Page before',
      'Cursor for the page before this one, sent with `edge` `before`; null on an empty page.',
    ],
    de: [
      'Seite davor',
      'Cursor für die Seite vor dieser, gesendet mit `edge` `before`; auf einer leeren Seite null.',
    ],
  },
  'query.before': {
    en: [
      'Before',
      'Id of the last row of the page before, after which the list goes on; left out: the newest rows.',
    ],
    de: [
      'Vor',
      'Id der letzten Zeile der vorigen Seite, nach der die Liste weitergeht; ohne Angabe die neuesten Zeilen.',
    ],
  },
  demo: {
    en: ['Demo sign-up', 'Whether people may open demo accounts by themselves.'],
    de: ['Demo-Anmeldung', 'Ob Interessenten selbst Demokonten eröffnen können.'],
  },
  groups: {
    en: [
      'Groups',
      'Masks of the paths of the groups that it is for, in which `*` is any run of characters; empty is every group within the group scope.',
    ],
    de: [
      'Gruppen',
      'Masken der Pfade der Gruppen, für die es gilt, mit `*` für beliebige Zeichen; leer ist jede Gruppe des eigenen Gruppenbereichs.',
    ],
  },
  has_password: {
    en: ['Password stored', 'Whether a password is stored; it is sealed and never shown.'],
    de: [
      'Passwort gespeichert',
      'Ob ein Passwort gespeichert ist; es ist versiegelt und wird nie gezeigt.',
    ],
  },
  initial: {
    en: [
      'Initial rate',
      'Factor on the margin of orders of this kind, pending ones and those that open; `1` leaves it as it is, `0` frees them of margin.',
    ],
    de: [
      'Initial-Faktor',
      'Faktor auf die Margin von Orders dieser Art, wartenden und eröffnenden; `1` lässt sie unverändert, `0` macht sie frei von Margin.',
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
      'Masks of the names or paths of symbols with commas between: `*` is any run of characters, a leading `!` excludes.',
    ],
    de: [
      'Symbole',
      'Masken der Namen oder Pfade von Symbolen mit Kommas dazwischen: `*` steht für beliebige Zeichen, ein `!` davor nimmt aus.',
    ],
  },
  module: {
    en: [
      'Module',
      'Program that does the work, like `fix44` for a connection or `deals` for a report; it decides which parameters there are.',
    ],
    de: [
      'Modul',
      'Programm, das die Arbeit tut, etwa `fix44` für eine Verbindung oder `deals` für einen Bericht; es bestimmt, welche Parameter es gibt.',
    ],
  },
  params: {
    en: [
      'Parameters',
      'Settings of the module, each once; a list that is sent replaces the whole, and one without a value takes its default.',
    ],
    de: [
      'Parameter',
      'Einstellungen des Moduls, jede einmal; eine gesendete Liste ersetzt das Ganze, ohne Wert gilt der Standard des Parameters.',
    ],
  },
  required: {
    en: [
      'Required',
      'Names of the parameters that need a value before the connection can be enabled.',
    ],
    de: [
      'Pflichtangaben',
      'Namen der Parameter, die einen Wert brauchen, bevor die Verbindung eingeschaltet werden kann.',
    ],
  },
  sent: {
    en: [
      'Sent',
      'Whether it was handed over to be delivered; of a mail server the number of e-mails that it has sent.',
    ],
    de: [
      'Gesendet',
      'Ob es zur Zustellung übergeben wurde; bei einem Mailserver die Anzahl der gesendeten E-Mails.',
    ],
  },
  server: {
    en: ['Server', 'Host and port of the other end, as `host:port`.'],
    de: ['Server', 'Host und Port der Gegenstelle, als `host:port`.'],
  },
  source: {
    en: ['Provider’s name', 'Name that the provider has for the symbol.'],
    de: ['Name beim Anbieter', 'Name, den der Anbieter für das Symbol hat.'],
  },
  symbol_id: {
    en: ['Symbol', 'Id of the symbol of this server; null where there is none for it.'],
    de: ['Symbol', 'Id des Symbols dieses Servers; null, wo es keines dafür gibt.'],
  },
  symbols: {
    en: [
      'Symbols',
      'Masks of the names or paths of the symbols that it takes, in order: `*` is any run of characters, `!` excludes, and the last one that fits decides.',
    ],
    de: [
      'Symbole',
      'Masken der Namen oder Pfade der Symbole, die es nimmt, der Reihe nach: `*` steht für beliebige Zeichen, `!` nimmt aus, die letzte passende entscheidet.',
    ],
  },
  type: {
    en: [
      'Type',
      'Type of the value; a `secret` is sealed where it is stored and reads as asterisks.',
    ],
    de: [
      'Typ',
      'Typ des Wertes; ein `secret` ist gespeichert versiegelt und liest sich als Sternchen.',
    ],
  },
  value: {
    en: [
      'Value',
      'Value as a text; empty takes the default, and a secret that is sent back as asterisks stays as it is.',
    ],
    de: [
      'Wert',
      'Wert als Text; leer nimmt den Standard, ein als Sternchen zurückgesendetes Geheimnis bleibt, wie es ist.',
    ],
  },
}
