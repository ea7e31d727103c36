import { accountRecordFields } from './account-record.js'
import { accountsTradesFields } from './accounts-trades.js'
import { accountsWindowFields } from './accounts-window.js'
import type { FieldWords } from './field-words.js'

/** Fields of `accounts`. */
export const accountsFields: FieldWords = {
  ...accountRecordFields,
  ...accountsWindowFields,
  ...accountsTradesFields,
  'data.accounts': {
    en: [
      'Accounts',
      'Of a group how many accounts it has; of a client the linked accounts by themselves, null without the right `accounts.view`.',
    ],
    de: [
      'Konten',
      'Bei einer Gruppe, wie viele Konten sie hat; bei einem Kunden die verknüpften Konten selbst, null ohne das Recht `accounts.view`.',
    ],
  },
  'query.counts': {
    en: [
      'Counts',
      'Whether each group is to tell how many accounts it has, and how many are online.',
    ],
    de: [
      'Anzahlen',
      'Ob jede Gruppe sagen soll, wie viele Konten sie hat und wie viele davon online sind.',
    ],
  },
  online: {
    en: [
      'Online',
      'Accounts of the group with a session in use; null without the right `accounts.online`.',
    ],
    de: [
      'Online',
      'Konten der Gruppe mit einer benutzten Sitzung; null ohne das Recht `accounts.online`.',
    ],
  },
  'query.actor': {
    en: ['Actor', 'Shows only what this login did; 0 is the server itself.'],
    de: ['Handelnder', 'Zeigt nur, was dieses Login getan hat; 0 ist der Server selbst.'],
  },
  actor: {
    en: ['Actor', 'Login of the person who did it; null is the server itself.'],
    de: ['Handelnder', 'Login der Person, die es getan hat; null ist der Server selbst.'],
  },
  agent: {
    en: [
      'Agent',
      'Login of another account that brought this client, kept for lists and filters: nothing is paid to it by itself; null is none.',
    ],
    de: [
      'Vermittler',
      'Login eines anderen Kontos, das diesen Kunden gebracht hat, für Listen und Filter geführt: Von selbst wird ihm nichts gezahlt; null ist keiner.',
    ],
  },
  api_ip_allow: {
    en: [
      'API addresses',
      'IP addresses and networks from which programs may use the account (terminal `api`), at most 64; empty is every one, and other terminals are not bound by it.',
    ],
    de: [
      'API-Adressen',
      'IP-Adressen und Netze, von denen Programme das Konto nutzen dürfen (Terminal `api`), höchstens 64; leer ist jede, und andere Terminals bindet es nicht.',
    ],
  },
  client_id: {
    en: [
      'Client number',
      'Shared by all accounts of one client; setting it needs the right `clients.edit`, and null is an account that is linked to no other.',
    ],
    de: [
      'Kundennummer',
      'Gemeinsam für alle Konten eines Kunden; sie zu setzen braucht das Recht `clients.edit`, und null ist ein Konto, das mit keinem anderen verknüpft ist.',
    ],
  },
  color: {
    en: [
      'Colour',
      'Mark of the account in the staff’s lists, as `#rrggbb`; empty is none, and its holder never sees it.',
    ],
    de: [
      'Farbe',
      'Markierung des Kontos in den Listen der Mitarbeiter als `#rrggbb`; leer ist keine, und der Inhaber sieht sie nie.',
    ],
  },
  'body.comment': {
    en: [
      'Comment',
      'Of an account a note of staff that its holder never sees; of a trade or payment a text of up to 64 characters that stays with it and that its holder sees.',
    ],
    de: [
      'Kommentar',
      'Bei einem Konto eine Notiz der Mitarbeiter, die der Inhaber nie sieht; bei Handel und Zahlung ein Text bis 64 Zeichen, der dabeibleibt und den der Inhaber sieht.',
    ],
  },
  'data.comment': {
    en: [
      'Comment',
      'Of an account a note of staff, null without the right `accounts.name`; of a trade or payment the text that its holder sees, null for none.',
    ],
    de: [
      'Kommentar',
      'Bei einem Konto eine Notiz der Mitarbeiter, null ohne das Recht `accounts.name`; bei Handel und Zahlung der Text, den der Inhaber sieht, null für keinen.',
    ],
  },
  'body.company': {
    en: [
      'Company',
      'Company that the holder trades for, empty for a private person; in an export the company of the groups whose accounts it is to have.',
    ],
    de: [
      'Firma',
      'Firma, für die der Inhaber handelt, leer bei Privatpersonen; bei einem Export die Firma der Gruppen, deren Konten er enthalten soll.',
    ],
  },
  'data.company': {
    en: [
      'Company',
      'Of an account the company that its holder trades for, empty for a private person; of a group the broker’s company that it belongs to.',
    ],
    de: [
      'Firma',
      'Bei einem Konto die Firma, für die der Inhaber handelt, leer bei Privatpersonen; bei einer Gruppe die Firma des Brokers, zu der sie gehört.',
    ],
  },
  computed: {
    en: [
      'Computed',
      'Value that the account’s deals and corrections come to; null where there should be none.',
    ],
    de: [
      'Errechnet',
      'Wert, der sich aus Deals und Korrekturen des Kontos ergibt; null, wo keiner sein sollte.',
    ],
  },
  csv: {
    en: [
      'Table',
      'CSV whose header names fields of a new account, `group` among them, each once; an empty cell is a field left out, and up to 20,000 records in 4 MiB are taken.',
    ],
    de: [
      'Tabelle',
      'CSV, deren Kopfzeile Felder eines neuen Kontos nennt, darunter `group`, jedes einmal; eine leere Zelle ist ein weggelassenes Feld, möglich sind bis 20.000 Datensätze in 4 MiB.',
    ],
  },
  differences: {
    en: [
      'Differences',
      'Where the account, or the tables that show it, stand otherwise than its history says; an empty list means that all agrees.',
    ],
    de: [
      'Abweichungen',
      'Wo das Konto oder die Tabellen, die es zeigen, anders stehen, als seine Historie sagt; eine leere Liste heißt, dass alles stimmt.',
    ],
  },
  dry_run: {
    en: [
      'Check only',
      'True (default) makes all checks and opens nothing; false opens the accounts.',
    ],
    de: [
      'Nur prüfen',
      'Wahr (Vorgabe) prüft alles und eröffnet nichts; falsch eröffnet die Konten.',
    ],
  },
  'data.field': {
    en: [
      'Field',
      'Name of the field that changed; of a difference its place, like `balance`, `positions.7.volume` or `deals.9.profit`, with `tables` in front where the tables alone are wrong.',
    ],
    de: [
      'Feld',
      'Name des geänderten Feldes; bei einer Abweichung ihr Ort, etwa `balance`, `positions.7.volume` oder `deals.9.profit`, mit `tables` davor, wo nur die Tabellen falsch sind.',
    ],
  },
  fits: {
    en: [
      'Fits',
      'Whether the password is the account’s of that kind; false, too, where none is set, and each check is a line of the journal.',
    ],
    de: [
      'Passt',
      'Ob das Passwort das des Kontos von dieser Art ist; falsch auch, wo keines gesetzt ist, und jede Prüfung ist eine Zeile im Journal.',
    ],
  },
  'data.from': {
    en: [
      'Before',
      'Value of the field before the change; null is none, or one that the reader’s rights hide.',
    ],
    de: [
      'Vorher',
      'Wert des Feldes vor der Änderung; null ist keiner oder einer, den die Rechte des Lesers verbergen.',
    ],
  },
  'body.group': {
    en: [
      'Group',
      'Path of the group in which the account is opened or to which it moves, within the group scope; in an export a mask of groups, left out all in scope.',
    ],
    de: [
      'Gruppe',
      'Pfad der Gruppe, in der das Konto eröffnet wird oder in die es wechselt, im eigenen Gruppenbereich; bei einem Export eine Gruppenmaske, ohne Angabe alle des Bereichs.',
    ],
  },
  hash: {
    en: [
      'Hash',
      'SHA-256 over the hash of the line before and this line, so that altered lines are found; null for readers from whom personal fields are hidden.',
    ],
    de: [
      'Hash',
      'SHA-256 über den Hash der Zeile davor und diese Zeile, damit veränderte Zeilen gefunden werden; null für Leser, denen persönliche Felder verborgen sind.',
    ],
  },
  investor_password: {
    en: [
      'Investor password',
      'Opens a session that sees everything and cannot trade; it differs from the master password, and its form is the same.',
    ],
    de: [
      'Investor-Passwort',
      'Öffnet eine Sitzung, die alles sieht und nicht handeln kann; es unterscheidet sich vom Master-Passwort und hat dieselbe Form.',
    ],
  },
  'data.investor_password': {
    en: [
      'Investor password',
      'The one that the server made for the imported account, shown here alone; null where it was given, and where no account was opened.',
    ],
    de: [
      'Investor-Passwort',
      'Das vom Server für das importierte Konto erzeugte, nur hier gezeigt; null, wo es angegeben war oder kein Konto eröffnet wurde.',
    ],
  },
  job_id: {
    en: [
      'Job',
      'Number of the job that carries out an import of more than 500 records, or one that cannot be done at once; null where the rows are in the answer.',
    ],
    de: [
      'Auftrag',
      'Nummer des Auftrags, der einen Import von mehr als 500 Datensätzen ausführt oder einen, der nicht sofort geht; null, wo die Zeilen in der Antwort stehen.',
    ],
  },
  'body.kind': {
    en: [
      'Kind',
      'Of a password `master`, `investor` (only looks on), `phone` (said on the phone) or `api` (for programs); of a trade what is asked for, from `open` to `stops`.',
    ],
    de: [
      'Art',
      'Bei einem Passwort `master`, `investor` (nur zusehen), `phone` (am Telefon zu nennen) oder `api` (für Programme); beim Handel, was verlangt wird, von `open` bis `stops`.',
    ],
  },
  'data.kind': {
    en: [
      'Kind',
      'Kind of the order, password or job; in `origin` where it came from, in the journal what the line is about, like `account.password`.',
    ],
    de: [
      'Art',
      'Art der Order, des Passworts oder des Auftrags; in `origin`, woher es kam, im Journal, wovon die Zeile handelt, etwa `account.password`.',
    ],
  },
  'query.kind': {
    en: ['Kind', 'Shows only journal lines of this kind, or of several with commas between.'],
    de: ['Art', 'Zeigt nur Journalzeilen dieser Art oder mehrerer, mit Kommas dazwischen.'],
  },
  last_ip: {
    en: [
      'Last address',
      'IP address of the newest sign-in or renewal of a session; empty is never.',
    ],
    de: [
      'Letzte Adresse',
      'IP-Adresse der jüngsten Anmeldung oder Erneuerung einer Sitzung; leer ist nie.',
    ],
  },
  lead_campaign: {
    en: [
      'Campaign',
      'Advertising campaign that brought the client, for the staff’s own evaluation; empty is not stated.',
    ],
    de: [
      'Kampagne',
      'Werbekampagne, die den Kunden gebracht hat, zur eigenen Auswertung der Mitarbeiter; leer ohne Angabe.',
    ],
  },
  lead_source: {
    en: [
      'Source',
      'Where the client came from; `sign-up` for accounts that were opened by the public form, and empty is not stated.',
    ],
    de: [
      'Herkunft',
      'Woher der Kunde kam; `sign-up` bei Konten, die über das öffentliche Formular entstanden, leer ohne Angabe.',
    ],
  },
  line: {
    en: ['Line', 'Line of the file in which the record begins; the header is line 1.'],
    de: ['Zeile', 'Zeile der Datei, in der der Datensatz beginnt; die Kopfzeile ist Zeile 1.'],
  },
  'body.login': {
    en: [
      'Login',
      'Number of the new account, 0 or left out for the next free one; elsewhere the account that it is for.',
    ],
    de: [
      'Login',
      'Nummer des neuen Kontos, bei 0 oder ohne Angabe die nächste freie; sonst das Konto, um das es geht.',
    ],
  },
  'body.logins': {
    en: [
      'Logins',
      'Accounts to move, or the others that belong to the same client, at most 100: those in scope that are left out of these are unlinked, so that empty unlinks all.',
    ],
    de: [
      'Logins',
      'Konten, die wechseln, oder die anderen desselben Kunden, höchstens 100: Weggelassene im eigenen Bereich werden davon gelöst, leer löst also alle.',
    ],
  },
  'data.logins': {
    en: [
      'Linked accounts',
      'Other accounts of the same client within the group scope, the first 100 by number; empty is none.',
    ],
    de: [
      'Verknüpfte Konten',
      'Andere Konten desselben Kunden im eigenen Gruppenbereich, die ersten 100 nach Nummer; leer ist keines.',
    ],
  },
  master_password: {
    en: [
      'Master password',
      'Opens the account for trading: 8 to 16 characters, and as many as the group asks for, with a lower and an upper case letter, a digit and a sign.',
    ],
    de: [
      'Master-Passwort',
      'Öffnet das Konto zum Handeln: 8 bis 16 Zeichen, mindestens so viele wie die Gruppe verlangt, mit Klein- und Großbuchstabe, Ziffer und Sonderzeichen.',
    ],
  },
  'data.master_password': {
    en: [
      'Master password',
      'The one that the server made for the imported account, shown here alone and to be changed at the first sign-in; null where it was given, and where no account was opened.',
    ],
    de: [
      'Master-Passwort',
      'Das vom Server für das importierte Konto erzeugte, nur hier gezeigt und bei der ersten Anmeldung zu ändern; null, wo es angegeben war oder kein Konto eröffnet wurde.',
    ],
  },
  'body.password': {
    en: [
      'Password',
      'Password to set, with 8 to 16 characters of four sorts, or to check; left out of a setting the server makes one of 20 characters.',
    ],
    de: [
      'Passwort',
      'Zu setzendes Passwort mit 8 bis 16 Zeichen aus vier Arten oder zu prüfendes; beim Setzen ohne Angabe erzeugt der Server eines mit 20 Zeichen.',
    ],
  },
  'data.password': {
    en: [
      'Password',
      'The one that the server made, shown in this answer alone; null where one was sent.',
    ],
    de: [
      'Passwort',
      'Das vom Server erzeugte, nur in dieser Antwort gezeigt; null, wo eines gesendet wurde.',
    ],
  },
  password_min_length: {
    en: [
      'Shortest password',
      'Fewest characters that passwords of accounts in the group must have.',
    ],
    de: [
      'Kürzestes Passwort',
      'Wie viele Zeichen Passwörter von Konten der Gruppe mindestens haben müssen.',
    ],
  },
  phone_password: {
    en: [
      'Phone password',
      'Word by which the holder proves who they are on the phone; it opens nothing, and left out there is none.',
    ],
    de: [
      'Telefonpasswort',
      'Kennwort, mit dem sich der Inhaber am Telefon ausweist; es öffnet nichts, und ohne Angabe gibt es keines.',
    ],
  },
  policy_revision: {
    en: [
      'Leverage revision',
      'Rises each time the account’s own leverage is set to another value, also back to 0 for the group’s; 0 is never.',
    ],
    de: [
      'Hebel-Revision',
      'Steigt jedes Mal, wenn der eigene Hebel des Kontos auf einen anderen Wert gesetzt wird, auch zurück auf 0 für den der Gruppe; 0 ist nie.',
    ],
  },
  'body.state': {
    en: [
      'State or province',
      'State, province or region of the holder’s address; empty is not given.',
    ],
    de: [
      'Bundesland oder Region',
      'Bundesland, Provinz oder Region in der Anschrift des Inhabers; leer ist nicht angegeben.',
    ],
  },
  'data.state': {
    en: [
      'State',
      'Of an account the region of its holder’s address, null without the right `accounts.address`; of an order or a job how far it has come.',
    ],
    de: [
      'Region oder Status',
      'Bei einem Konto die Region in der Anschrift des Inhabers, null ohne das Recht `accounts.address`; bei einer Order oder einem Auftrag, wie weit sie sind.',
    ],
  },
  'body.status': {
    en: [
      'Residency',
      'Whether the holder is resident (`RE`) or non-resident (`NR`); empty is not stated.',
    ],
    de: [
      'Ansässigkeit',
      'Ob der Inhaber gebietsansässig (`RE`) oder gebietsfremd (`NR`) ist; leer ohne Angabe.',
    ],
  },
  stored: {
    en: ['Stored', 'Value that the account, or the table, has now; null where it has none.'],
    de: ['Gespeichert', 'Wert, den das Konto oder die Tabelle jetzt hat; null, wo es keinen gibt.'],
  },
  'data.to': {
    en: [
      'After',
      'Value of the field after the change; null is none, or one that the reader’s rights hide.',
    ],
    de: [
      'Nachher',
      'Wert des Feldes nach der Änderung; null ist keiner oder einer, den die Rechte des Lesers verbergen.',
    ],
  },
}
