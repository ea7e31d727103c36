import type { FieldWords } from './field-words.js'
import { journalChainFields } from './journal-chain.js'

/** Fields of `journal`. */
export const journalFields: FieldWords = {
  'query.about': {
    en: [
      'About',
      'Shows only lines about this record: its kind, a colon and its number, like `groups:5` or `accounts:269927`.',
    ],
    de: [
      'Über',
      'Zeigt nur Zeilen über diesen Datensatz: seine Art, ein Doppelpunkt und seine Nummer, etwa `groups:5` oder `accounts:269927`.',
    ],
  },
  actor: {
    en: ['Actor', 'Login of the person who did it; null is the server itself.'],
    de: ['Handelnder', 'Login der Person, die es getan hat; null ist der Server selbst.'],
  },
  'query.actor': {
    en: ['Actor', 'Shows only what this login did; 0 is the server itself.'],
    de: ['Handelnder', 'Zeigt nur, was dieses Login getan hat; 0 ist der Server selbst.'],
  },
  at: {
    en: ['At', 'Time at which it happened, in UTC; lines are listed by it, newest first.'],
    de: [
      'Zeitpunkt',
      'Zeitpunkt in UTC, zu dem es geschah; danach sind die Zeilen geordnet, die neuesten zuerst.',
    ],
  },
  changes: {
    en: [
      'Changes',
      'Fields that were changed, each with its value before and after, never with secrets; an empty list where nothing was.',
    ],
    de: [
      'Änderungen',
      'Geänderte Felder, jeweils mit dem Wert vorher und nachher, nie mit Geheimnissen; eine leere Liste, wo nichts geändert wurde.',
    ],
  },
  field: {
    en: ['Field', 'Name of the field that was changed.'],
    de: ['Feld', 'Name des geänderten Feldes.'],
  },
  'data.from': {
    en: [
      'Before',
      'Value of the field before the change, of whatever shape; null is none, or one that the reader’s rights hide.',
    ],
    de: [
      'Vorher',
      'Wert des Feldes vor der Änderung, in beliebiger Form; null ist keiner oder einer, den die Rechte des Lesers verbergen.',
    ],
  },
  hash: {
    en: [
      'Hash',
      'SHA-256 over the hash of the line before and this line, so that `verify` finds lines that were altered; null for readers from whom personal fields are hidden.',
    ],
    de: [
      'Hash',
      'SHA-256 über den Hash der Zeile davor und diese Zeile, damit `verify` veränderte Zeilen findet; null für Leser, denen persönliche Felder verborgen sind.',
    ],
  },
  id: {
    en: ['Id', 'Number of the line; each line has the next one after the line before it.'],
    de: ['Id', 'Nummer der Zeile; jede hat die nächste nach der Zeile davor.'],
  },
  ip: {
    en: [
      'IP address',
      'Address from which it was asked for; empty for what the server did by itself.',
    ],
    de: [
      'IP-Adresse',
      'Adresse, von der aus es verlangt wurde; leer bei dem, was der Server von sich aus tat.',
    ],
  },
  items: {
    en: [
      'Lines',
      'Lines of this page, newest first, as far back as the reader’s `logs_months` reach and as far as the group scope goes.',
    ],
    de: [
      'Zeilen',
      'Zeilen dieser Seite, die neuesten zuerst, so weit zurück wie `logs_months` des Lesers und so weit der Gruppenbereich reicht.',
    ],
  },
  kind: {
    en: ['Kind', 'What the line is about, like `auth`, `config` or `account.password`.'],
    de: ['Art', 'Wovon die Zeile handelt, etwa `auth`, `config` oder `account.password`.'],
  },
  'query.kind': {
    en: [
      'Kind',
      'Shows only lines of this kind, or of several with commas between; the whole word, like `account.password`.',
    ],
    de: [
      'Art',
      'Zeigt nur Zeilen dieser Art oder mehrerer, mit Kommas dazwischen; das ganze Wort, etwa `account.password`.',
    ],
  },
  login: {
    en: ['Account', 'Login of the account that it is about; null where it is about none.'],
    de: ['Konto', 'Login des Kontos, um das es geht; null, wo es um keines geht.'],
  },
  'query.login': {
    en: ['Account', 'Shows only lines about this account.'],
    de: ['Konto', 'Zeigt nur Zeilen über dieses Konto.'],
  },
  ok: journalChainFields.ok,
  request_id: {
    en: [
      'Request id',
      'Id of the request that caused it, as the envelope of its answer has it; empty for what the server did by itself.',
    ],
    de: [
      'Anfrage-Id',
      'Id der Anfrage, die es ausgelöst hat, wie sie im Umschlag der Antwort steht; leer bei dem, was der Server von sich aus tat.',
    ],
  },
  'data.text': {
    en: ['Text', 'What happened, in a sentence for people.'],
    de: ['Text', 'Was geschah, in einem Satz für Menschen.'],
  },
  'query.text': {
    en: [
      'Text',
      'Shows only lines whose text has this in it, in any case; fields and values are not searched.',
    ],
    de: [
      'Text',
      'Zeigt nur Zeilen, deren Text dies enthält, Groß- und Kleinschreibung egal; Felder und Werte werden nicht durchsucht.',
    ],
  },
  'data.to': {
    en: [
      'After',
      'Value of the field after the change, of whatever shape; null is none, or one that the reader’s rights hide.',
    ],
    de: [
      'Nachher',
      'Wert des Feldes nach der Änderung, in beliebiger Form; null ist keiner oder einer, den die Rechte des Lesers verbergen.',
    ],
  },
}
