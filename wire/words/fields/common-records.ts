import type { FieldWords } from './field-words.js'

/** Fields of stored records, of lists of them, and of what is told of work on them. */
export const commonRecordsFields: FieldWords = {
  about: {
    en: [
      'About',
      'The record that was changed or acted on; null where it is about none, and in lines from before this was kept.',
    ],
    de: [
      'Über',
      'Der Datensatz, der geändert wurde oder mit dem etwas geschah; null, wo es um keinen geht, und in Zeilen aus der Zeit, bevor dies festgehalten wurde.',
    ],
  },
  changes: {
    en: [
      'Changes',
      'Fields that the change touches, in the journal each with its value before and after; an empty list where none is.',
    ],
    de: [
      'Änderungen',
      'Felder, die die Änderung betrifft, im Journal jeweils mit dem Wert vorher und nachher; eine leere Liste, wo es keine gibt.',
    ],
  },
  code: {
    en: [
      'Code',
      'What came of it, for programs: `ok`, or the code of the refusal, like `trade.no_money`.',
    ],
    de: [
      'Code',
      'Was daraus wurde, für Programme: `ok` oder der Code der Ablehnung, etwa `trade.no_money`.',
    ],
  },
  'body.code': {
    en: ['Code', 'The six digits as the authenticator app or the e-mail shows them.'],
    de: ['Code', 'Die sechs Ziffern, wie die Authenticator-App oder die E-Mail sie zeigt.'],
  },
  consistency: {
    en: [
      'Consistency',
      '`current`: the rows have everything up to `min_projection_seq`; `projection_pending`: not yet, the list is empty and says nothing; absent without `min_projection_seq`.',
    ],
    de: [
      'Stand',
      '`current`: Die Zeilen enthalten alles bis `min_projection_seq`; `projection_pending`: noch nicht, die Liste ist leer und besagt nichts; fehlt ohne `min_projection_seq`.',
    ],
  },
  count: {
    en: ['Count', 'How many there are.'],
    de: ['Anzahl', 'Wie viele es sind.'],
  },
  created: {
    en: ['Created', 'What was made new: the records with their ids, or how many there are.'],
    de: [
      'Angelegt',
      'Was neu angelegt wurde: die Datensätze mit ihren Ids oder wie viele es sind.',
    ],
  },
  created_at: {
    en: [
      'Created at',
      'Time at which it was made, in UTC; set by the server, and ignored or refused where it is sent.',
    ],
    de: [
      'Erstellt am',
      'Zeitpunkt in UTC, zu dem es entstand; der Server setzt ihn, gesendet wird er nicht beachtet oder abgelehnt.',
    ],
  },
  description: {
    en: ['Description', 'Says to people what it is for; empty is none, and nothing acts on it.'],
    de: [
      'Beschreibung',
      'Sagt Menschen, wozu es dient; leer ist keine, und nichts hängt davon ab.',
    ],
  },
  done: {
    en: ['Done', 'Number of items of a job that are done so far.'],
    de: ['Erledigt', 'Anzahl der bisher erledigten Einträge eines Auftrags.'],
  },
  enabled: {
    en: ['Enabled', 'While off it stays stored with all its settings and has no effect.'],
    de: [
      'Aktiv',
      'Ausgeschaltet bleibt es mit allen Einstellungen gespeichert und hat keine Wirkung.',
    ],
  },
  error: {
    en: ['Error', 'Why it failed, for people; empty or null while nothing is wrong.'],
    de: [
      'Fehler',
      'Warum es fehlgeschlagen ist, für Menschen; leer oder null, solange nichts fehlt.',
    ],
  },
  field: {
    en: ['Field', 'Name of the field that it is about.'],
    de: ['Feld', 'Name des Feldes, um das es geht.'],
  },
  finished_at: {
    en: [
      'Finished at',
      'Time at which the work ended, whether it was done, failed or cancelled; null before.',
    ],
    de: [
      'Beendet am',
      'Zeitpunkt, zu dem die Arbeit endete, ob erledigt, fehlgeschlagen oder abgebrochen; vorher null.',
    ],
  },
  from: {
    en: [
      'Before',
      'Value of the field before the change, of whatever shape; null is none, or one that the reader’s rights hide.',
    ],
    de: [
      'Vorher',
      'Wert des Feldes vor der Änderung, in beliebiger Form; null ist keiner oder einer, den die Rechte des Lesers verbergen.',
    ],
  },
  'query.from': {
    en: [
      'From',
      'Beginning of the period, itself included: a UTC time, or a day on the server’s clock; left out: from the first row.',
    ],
    de: [
      'Von',
      'Beginn des Zeitraums, selbst eingeschlossen: ein UTC-Zeitpunkt oder ein Tag auf der Serveruhr; ohne Angabe ab der ersten Zeile.',
    ],
  },
  id: {
    en: ['Id', 'Number that the server gave it; it never changes.'],
    de: ['Id', 'Vom Server vergebene Nummer; sie ändert sich nie.'],
  },
  'body.ids': {
    en: [
      'Ids',
      'Ids of all records in their new order, each exactly once; where records are deleted, of those that go.',
    ],
    de: [
      'Ids',
      'Ids aller Datensätze in ihrer neuen Reihenfolge, jede genau einmal; wo gelöscht wird, die der zu löschenden.',
    ],
  },
  items: {
    en: ['Rows', 'Rows of this page; an empty list where none match.'],
    de: ['Zeilen', 'Zeilen dieser Seite; eine leere Liste, wenn keine passen.'],
  },
  'body.items': {
    en: ['Payments', 'Payments to be made, each checked, booked and answered on its own.'],
    de: ['Zahlungen', 'Auszuführende Zahlungen, jede einzeln geprüft, gebucht und beantwortet.'],
  },
  'query.kind': {
    en: [
      'Kind',
      'Shows only rows of this kind; of the journal also of several, with commas between.',
    ],
    de: ['Art', 'Zeigt nur Zeilen dieser Art; beim Journal auch mehrerer, mit Kommas dazwischen.'],
  },
  limit: {
    en: [
      'Limit',
      'Most rows that the answer may have; 100 when it is left out, of report jobs 50.',
    ],
    de: [
      'Limit',
      'Höchstzahl der Zeilen in der Antwort; ohne Angabe 100, bei Berichtsaufträgen 50.',
    ],
  },
  message: {
    en: ['Message', 'Says to people what `code` says to programs; its wording may change.'],
    de: ['Meldung', 'Sagt Menschen, was `code` Programmen sagt; der Wortlaut kann sich ändern.'],
  },
  min_projection_seq: {
    en: [
      'Wait for',
      '`projection_seq` of an earlier answer: the list then has that change, or says in `consistency` that it is pending; left out: the rows as they are. A node that follows another one answers lists of staff with it alone.',
    ],
    de: [
      'Mindeststand',
      '`projection_seq` einer früheren Antwort: Die Liste enthält dann diese Änderung oder meldet in `consistency`, dass sie aussteht; ohne Angabe die Zeilen, wie sie sind. Ein Knoten, der einem anderen folgt, beantwortet Listen für Mitarbeiter nur damit.',
    ],
  },
  owner: {
    en: ['Owner', 'Login of the staff user who asked for the job; 0 is the server itself.'],
    de: [
      'Eigentümer',
      'Login des Mitarbeiters, der den Auftrag erteilt hat; 0 ist der Server selbst.',
    ],
  },
  page: {
    en: ['Page', 'Number of the page, beginning with 1; the first when it is left out.'],
    de: ['Seite', 'Nummer der Seite, ab 1; ohne Angabe die erste.'],
  },
  path: {
    en: [
      'Path',
      'Name with its folders, joined by `\\`, like `real\\standard`; unique in any case, and its last part is the name by itself.',
    ],
    de: [
      'Pfad',
      'Name mit seinen Ordnern, verbunden durch `\\`, etwa `real\\standard`; eindeutig ohne Rücksicht auf Groß- und Kleinschreibung, der letzte Teil ist der bloße Name.',
    ],
  },
  position: {
    en: [
      'Position',
      'Place in the order of the list, beginning with 1; sent with a new record, 0 or left out leaves the place to the server, at the end as a rule.',
    ],
    de: [
      'Position',
      'Platz in der Reihenfolge der Liste, ab 1; bei einem neuen Datensatz überlässt 0 oder keine Angabe ihn dem Server, in der Regel am Ende.',
    ],
  },
  priority: {
    en: ['Priority', 'Rank among others of its kind: the lowest number comes first.'],
    de: ['Priorität', 'Rang unter seinesgleichen: Die kleinste Zahl kommt zuerst.'],
  },
  projection_seq: {
    en: [
      'Projection number',
      'Number of the server’s log: of a change the one that it has there, of a list the one up to which its rows reach; sent as `min_projection_seq` a list waits for it; null where nothing was written.',
    ],
    de: [
      'Projektionsnummer',
      'Nummer im Log des Servers: bei einer Änderung ihre eigene, bei einer Liste die, bis zu der ihre Zeilen reichen; als `min_projection_seq` gesendet wartet eine Liste darauf; null, wo nichts geschrieben wurde.',
    ],
  },
  retry_after_ms: {
    en: [
      'Retry after',
      'Milliseconds after which to ask again; there only while `consistency` is `projection_pending`.',
    ],
    de: [
      'Erneut nach',
      'Millisekunden, nach denen erneut zu fragen ist; nur vorhanden, solange `consistency` `projection_pending` ist.',
    ],
  },
  skipped: {
    en: ['Skipped', 'What was passed over: a list with the reasons, or how many there are.'],
    de: ['Übergangen', 'Was übergangen wurde: eine Liste mit Gründen oder wie viele es sind.'],
  },
  sort: {
    en: ['Sort', 'Place among its like: smaller numbers come first.'],
    de: ['Sortierung', 'Platz unter seinesgleichen: Kleinere Zahlen kommen zuerst.'],
  },
  'query.sort': {
    en: [
      'Sort',
      'Field by which the rows are ordered, with a `-` before it from the largest; rows that are alike go by login.',
    ],
    de: [
      'Sortierung',
      'Feld, nach dem die Zeilen geordnet sind, mit einem `-` davor vom größten an; gleiche Zeilen gehen nach dem Login.',
    ],
  },
  started_at: {
    en: ['Started at', 'Time at which the work began; null while it waits.'],
    de: ['Begonnen am', 'Zeitpunkt, zu dem die Arbeit begann; null, solange sie wartet.'],
  },
  starts_at: {
    en: ['Begins at', 'Time before which the work does not begin; null where none was asked for.'],
    de: [
      'Beginnt am',
      'Zeitpunkt, vor dem die Arbeit nicht beginnt; null, wenn keiner genannt wurde.',
    ],
  },
  state: {
    en: ['State', 'How far it has come, or how it stands now.'],
    de: ['Status', 'Wie weit es ist oder wie es jetzt steht.'],
  },
  'query.state': {
    en: ['State', 'Shows only rows that stand so; left out: all of them.'],
    de: ['Status', 'Zeigt nur Zeilen mit diesem Status; ohne Angabe alle.'],
  },
  text: {
    en: ['Text', 'What happened, in words for people.'],
    de: ['Text', 'Was geschah, in Worten für Menschen.'],
  },
  'query.text': {
    en: ['Text', 'Shows only rows that have this in their text, in any case.'],
    de: ['Text', 'Zeigt nur Zeilen, deren Text dies enthält, Groß- und Kleinschreibung egal.'],
  },
  to: {
    en: [
      'After',
      'Value of the field after the change, of whatever shape; null is none, or one that the reader’s rights hide.',
    ],
    de: [
      'Nachher',
      'Wert des Feldes nach der Änderung, in beliebiger Form; null ist keiner oder einer, den die Rechte des Lesers verbergen.',
    ],
  },
  'query.to': {
    en: [
      'To',
      'End of the period, itself included: a UTC time, or a day on the server’s clock, which counts whole; left out: up to now.',
    ],
    de: [
      'Bis',
      'Ende des Zeitraums, selbst eingeschlossen: ein UTC-Zeitpunkt oder ein Tag auf der Serveruhr, der ganz zählt; ohne Angabe bis jetzt.',
    ],
  },
  total: {
    en: ['Total', 'Number of rows that match, on all pages; null while they are not counted.'],
    de: [
      'Gesamt',
      'Anzahl der passenden Zeilen auf allen Seiten; null, solange sie nicht gezählt sind.',
    ],
  },
  totals: {
    en: ['Totals', 'Sums over all rows that match, not over this page alone.'],
    de: ['Summen', 'Summen über alle passenden Zeilen, nicht nur über diese Seite.'],
  },
  updated_at: {
    en: [
      'Updated at',
      'Time of the last change, in UTC; set by the server, and ignored or refused where it is sent.',
    ],
    de: [
      'Geändert am',
      'Zeitpunkt der letzten Änderung in UTC; der Server setzt ihn, gesendet wird er nicht beachtet oder abgelehnt.',
    ],
  },
  version: {
    en: [
      'Version',
      'Rises by one with each change; a change names the version that was last read, so that nobody overwrites what they have not seen.',
    ],
    de: [
      'Version',
      'Steigt mit jeder Änderung um eins; eine Änderung nennt die zuletzt gelesene, damit niemand überschreibt, was er nicht gesehen hat.',
    ],
  },
  'body.version': {
    en: [
      'Version',
      'Version that was last read; the change answers 409 `conflict` when another one came first.',
    ],
    de: [
      'Version',
      'Zuletzt gelesene Version; die Änderung wird mit 409 `conflict` beantwortet, wenn eine andere schneller war.',
    ],
  },
  warnings: {
    en: [
      'Warnings',
      'What is allowed but should be looked at, in words for people; an empty list when there is nothing.',
    ],
    de: [
      'Warnungen',
      'Was erlaubt ist, aber geprüft werden sollte, in Worten für Menschen; eine leere Liste, wenn nichts vorliegt.',
    ],
  },
}
