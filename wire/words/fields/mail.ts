import type { FieldWords } from './field-words.js'
import { mailPreviewFields } from './mail-preview.js'

/** Fields of `mail`. */
export const mailFields: FieldWords = {
  attachments: {
    en: [
      'Attachments',
      'Files of the mail: at most 5, each of 1 byte to 1 MB and 2 MB together, of kinds such as PDF, PNG, DOCX or ZIP.',
    ],
    de: [
      'Anhänge',
      'Dateien der Nachricht: höchstens 5, je 1 Byte bis 1 MB und zusammen 2 MB, Arten wie PDF, PNG, DOCX oder ZIP.',
    ],
  },
  attempts: {
    en: [
      'Attempts',
      'How often sending was tried; after a failure it is tried again after 1, 5, 15 and 60 minutes, then given up.',
    ],
    de: [
      'Versuche',
      'Wie oft das Senden versucht wurde; nach einem Fehlschlag folgen Versuche nach 1, 5, 15 und 60 Minuten, dann wird aufgegeben.',
    ],
  },
  body: {
    en: [
      'Text',
      'Plain text of the mail, up to 64 KiB; in what staff send, words such as `{{name}}` or `{{login}}` are filled in for each recipient.',
    ],
    de: [
      'Text',
      'Reiner Text der Nachricht, bis 64 KiB; in Nachrichten von Mitarbeitern werden Wörter wie `{{name}}` oder `{{login}}` je Empfänger ersetzt.',
    ],
  },
  content: {
    en: ['File content', 'The file in base64; it must be what the end of its name says.'],
    de: ['Dateiinhalt', 'Die Datei in Base64; sie muss sein, was die Endung ihres Namens sagt.'],
  },
  created_at: {
    en: [
      'Time',
      'When the mail was sent or received, the draft last saved, or the e-mail written to the outbox.',
    ],
    de: [
      'Zeit',
      'Wann die Nachricht gesendet oder empfangen, der Entwurf zuletzt gespeichert oder die E-Mail in den Ausgang gelegt wurde.',
    ],
  },
  delivered: {
    en: [
      'Recipients',
      'Accounts that get the mail; one to groups may still be on its way to them.',
    ],
    de: [
      'Empfänger',
      'Konten, die die Nachricht bekommen; eine an Gruppen kann noch unterwegs sein.',
    ],
  },
  draft: {
    en: ['Draft', 'To whom the draft is to go, and how; null for a mail that was sent.'],
    de: ['Entwurf', 'An wen der Entwurf gehen soll und wie; null bei einer gesendeten Nachricht.'],
  },
  draft_id: {
    en: [
      'From draft',
      'Own draft that is sent: what the request leaves out comes from it, its files go along, and it is removed; 0 is none.',
    ],
    de: [
      'Aus Entwurf',
      'Eigener Entwurf, der gesendet wird: Was die Anfrage weglässt, kommt aus ihm, seine Dateien gehen mit, und er wird entfernt; 0 heißt keiner.',
    ],
  },
  email: {
    en: [
      'Also by e-mail',
      'Whether an e-mail goes besides to each recipient who has an address; false when left out, staff only.',
    ],
    de: [
      'Auch als E-Mail',
      'Ob zusätzlich eine E-Mail an jeden Empfänger mit Adresse geht; ohne Angabe falsch, nur für Mitarbeiter.',
    ],
  },
  emailed: {
    en: ['E-mails', 'E-mails that go out beside the mail; 0 when none were asked for.'],
    de: ['E-Mails', 'E-Mails, die neben der Nachricht hinausgehen; 0, wenn keine verlangt waren.'],
  },
  emails: mailPreviewFields.emails,
  enabled: {
    en: [
      'Mail on',
      'False for an account whose group has mail switched off: its mailbox is empty and it cannot write.',
    ],
    de: [
      'Post an',
      'Falsch bei einem Konto, dessen Gruppe keine Post hat: Das Postfach ist leer, und es kann nicht schreiben.',
    ],
  },
  ended_at: {
    en: [
      'Ended at',
      'When the e-mail was sent or given up; null while it waits; the line is kept for 90 days after that.',
    ],
    de: [
      'Beendet am',
      'Wann die E-Mail gesendet oder aufgegeben wurde; null, solange sie wartet; die Zeile bleibt danach 90 Tage.',
    ],
  },
  error: {
    en: [
      'Error',
      'First line of what went wrong at the last try, or why no mail server can take it now; empty is nothing.',
    ],
    de: [
      'Fehler',
      'Erste Zeile dessen, was beim letzten Versuch schiefging, oder warum sie gerade kein Mailserver nehmen kann; leer heißt nichts.',
    ],
  },
  file: {
    en: ['Attachment', 'Number of the attachment, the `id` of the mail’s list.'],
    de: ['Anhang', 'Nummer des Anhangs, die `id` aus der Liste der Nachricht.'],
  },
  folder: {
    en: ['Folder', 'Where the copy lies: `inbox`, `sent` or `draft`.'],
    de: [
      'Ordner',
      'Wo die Kopie liegt: Posteingang (`inbox`), Gesendet (`sent`) oder Entwürfe (`draft`).',
    ],
  },
  'query.folder': {
    en: [
      'Folder',
      '`inbox` (default) or `sent`, with a row for each thread, or `draft`, with a row for each draft.',
    ],
    de: [
      'Ordner',
      '`inbox` (Vorgabe) oder `sent` mit einer Zeile je Verlauf oder `draft` mit einer Zeile je Entwurf.',
    ],
  },
  from: {
    en: ['From', 'Login of the sender.'],
    de: ['Von', 'Login des Absenders.'],
  },
  from_name: {
    en: [
      'Sender',
      'Name of the sender when it was sent; of staff their mailbox name, where they have one.',
    ],
    de: [
      'Absender',
      'Name des Absenders zum Zeitpunkt des Sendens; bei Mitarbeitern der Postfachname, wo es einen gibt.',
    ],
  },
  id: {
    en: [
      'Number',
      'Number of the own copy of a mail or draft, of an attachment, or of the e-mail in the outbox.',
    ],
    de: [
      'Nummer',
      'Nummer der eigenen Kopie einer Nachricht oder eines Entwurfs, eines Anhangs oder der E-Mail im Ausgang.',
    ],
  },
  'body.id': {
    en: [
      'Draft',
      'Own draft to rewrite; 0 or left out makes a new one, and where the path names the draft it means nothing.',
    ],
    de: [
      'Entwurf',
      'Eigener Entwurf, der neu geschrieben wird; 0 oder ohne Angabe entsteht ein neuer, und wo der Pfad den Entwurf nennt, bedeutet es nichts.',
    ],
  },
  kind: {
    en: [
      'Reason',
      'What the e-mail is about: a sign-up `code`, a `welcome`, a `margin_call` (or stop out), a `statement`, a `report`, wrong codes at `sign_in`, or beside a `mail` of staff.',
    ],
    de: [
      'Anlass',
      'Worum es in der E-Mail geht: ein Registrierungscode (`code`), Begrüßung (`welcome`), Margin Call oder Stop-Out (`margin_call`), Kontoauszug (`statement`), Bericht (`report`), falsche Codes bei der Anmeldung (`sign_in`) oder eine Nachricht von Mitarbeitern (`mail`).',
    ],
  },
  limit: {
    en: [
      'Limit',
      'Rows of a page: in a mailbox 1 to 200, anything else reads as 50; in the outbox 1 to 1,000, 100 when left out.',
    ],
    de: [
      'Anzahl',
      'Zeilen einer Seite: im Postfach 1 bis 200, alles andere gilt als 50; im Ausgang 1 bis 1.000, ohne Angabe 100.',
    ],
  },
  login: {
    en: [
      'Login',
      'Number of the staff user who holds the mailbox, to be given as `to`; in the outbox the account that the e-mail is about, null where it is about none.',
    ],
    de: [
      'Login',
      'Nummer des Mitarbeiters mit dem Postfach, als `to` anzugeben; im Ausgang das Konto, um das es in der E-Mail geht, null bei keinem.',
    ],
  },
  'body.login': {
    en: [
      'Read by',
      'Recipient for whom the preview is filled; where none is named, the first of them.',
    ],
    de: [
      'Gelesen von',
      'Empfänger, für den die Vorschau ausgefüllt wird; wo keiner genannt ist, der erste.',
    ],
  },
  'params.login': {
    en: ['Login', 'Account whose drafts are removed unread.'],
    de: ['Login', 'Konto, dessen Entwürfe ungelesen entfernt werden.'],
  },
  'query.login': {
    en: ['Login', 'Lists e-mails about this account alone; left out all of them.'],
    de: ['Login', 'Führt nur E-Mails auf, die dieses Konto betreffen; ohne Angabe alle.'],
  },
  mail: {
    en: [
      'Mail',
      'The sender’s own copy, in the folder `sent`, with placeholders as they were typed.',
    ],
    de: [
      'Nachricht',
      'Die eigene Kopie des Absenders im Ordner `sent`, mit Platzhaltern, wie sie getippt wurden.',
    ],
  },
  message_id: {
    en: [
      'Message ID',
      'Names the message itself: the same in all copies of a mail, and in every repeat of an e-mail.',
    ],
    de: [
      'Nachrichtenkennung',
      'Bezeichnet die Nachricht selbst: gleich in allen Kopien einer Nachricht und in jeder Wiederholung einer E-Mail.',
    ],
  },
  name: {
    en: [
      'Name',
      'Plain file name of an attachment, up to 128 characters without a path, or the name under which traders see a mailbox.',
    ],
    de: [
      'Name',
      'Reiner Dateiname eines Anhangs, bis 128 Zeichen ohne Pfad, oder der Name, unter dem Trader ein Postfach sehen.',
    ],
  },
  next_at: {
    en: ['Next try', 'When sending is tried next; null once the e-mail was sent or given up.'],
    de: [
      'Nächster Versuch',
      'Wann das Senden das nächste Mal versucht wird; null, sobald die E-Mail gesendet oder aufgegeben ist.',
    ],
  },
  page: {
    en: ['Page', 'Number of the page, from 1; in a mailbox anything below reads as 1.'],
    de: ['Seite', 'Nummer der Seite, ab 1; im Postfach gilt alles darunter als 1.'],
  },
  read: {
    en: [
      'Read',
      'Whether the holder has opened it; in a row for a thread false while any mail of the thread is unread.',
    ],
    de: [
      'Gelesen',
      'Ob der Inhaber sie geöffnet hat; in der Zeile eines Verlaufs falsch, solange eine seiner Nachrichten ungelesen ist.',
    ],
  },
  recipients: {
    en: [
      'Recipients',
      'In the sender’s copy the first five logins or the group mask, in a received one the own login; empty in a draft.',
    ],
    de: [
      'Empfänger',
      'In der Kopie des Absenders die ersten fünf Logins oder die Gruppenmaske, in einer empfangenen das eigene Login; im Entwurf leer.',
    ],
  },
  removed: {
    en: ['Removed', 'How many drafts were removed, with their files.'],
    de: ['Entfernt', 'Wie viele Entwürfe samt Dateien entfernt wurden.'],
  },
  reply_to: {
    en: [
      'Reply to',
      'Number of a mail in the own mailbox that this one answers, joining its thread; 0 is none.',
    ],
    de: [
      'Antwort auf',
      'Nummer einer Nachricht im eigenen Postfach, auf die diese antwortet und in deren Verlauf sie kommt; 0 heißt keine.',
    ],
  },
  server_id: {
    en: [
      'Mail server',
      'Server through which e-mails go, which must be enabled; 0 or left out is the default one, and null in the outbox means that one, too.',
    ],
    de: [
      'Mailserver',
      'Server, über den E-Mails gehen und der aktiv sein muss; 0 oder ohne Angabe der Standardserver, den auch null im Ausgang bedeutet.',
    ],
  },
  size: {
    en: ['Size', 'Size of the file in bytes.'],
    de: ['Größe', 'Größe der Datei in Bytes.'],
  },
  skipped: {
    en: ['Skipped', 'Accounts that do not get the mail since their group has mail switched off.'],
    de: [
      'Übersprungen',
      'Konten, die die Nachricht nicht bekommen, weil ihre Gruppe keine Post hat.',
    ],
  },
  state: {
    en: [
      'State',
      '`queued` waits to be sent or tried again, `sent` was taken by the mail server, `failed` was given up.',
    ],
    de: [
      'Stand',
      '`queued` wartet auf das Senden oder den nächsten Versuch, `sent` hat der Mailserver angenommen, `failed` wurde aufgegeben.',
    ],
  },
  subject: {
    en: [
      'Subject',
      'One line of up to 256 characters; it may be empty in drafts alone, and placeholders such as `{{name}}` are filled as in the text.',
    ],
    de: [
      'Betreff',
      'Eine Zeile bis 256 Zeichen; nur in Entwürfen darf sie leer sein, und Platzhalter wie `{{name}}` werden wie im Text ersetzt.',
    ],
  },
  thread: {
    en: [
      'Thread',
      'Answers all mails of this thread that the mailbox holds, oldest first, and marks them read; `folder`, `page` and `limit` are ignored then.',
    ],
    de: [
      'Verlauf',
      'Liefert alle Nachrichten dieses Verlaufs im Postfach, älteste zuerst, und markiert sie als gelesen; `folder`, `page` und `limit` zählen dann nicht.',
    ],
  },
  thread_count: {
    en: [
      'Mails in the thread',
      'How many mails of the thread the folder holds; absent for drafts.',
    ],
    de: [
      'Nachrichten im Verlauf',
      'Wie viele Nachrichten des Verlaufs der Ordner enthält; fehlt bei Entwürfen.',
    ],
  },
  thread_id: {
    en: ['Thread', 'Number shared by a mail and its answers, to be given as `thread`.'],
    de: [
      'Verlauf',
      'Gemeinsame Nummer einer Nachricht und ihrer Antworten, als `thread` anzugeben.',
    ],
  },
  to: {
    en: [
      'To',
      'Login of the staff mailbox that a trader writes to, one of the list of mailboxes; 0 is none yet in a draft, and staff leave it out.',
    ],
    de: [
      'An',
      'Login des Mitarbeiterpostfachs, an das ein Trader schreibt, eines aus der Liste der Postfächer; 0 heißt im Entwurf noch keines, Mitarbeiter lassen es weg.',
    ],
  },
  'data.to': {
    en: [
      'To',
      'In a trader’s draft the login of the staff mailbox, 0 for none yet; in the outbox the e-mail address, null without the right `accounts.email`.',
    ],
    de: [
      'An',
      'Im Entwurf eines Traders das Login des Mitarbeiterpostfachs, 0 für noch keines; im Ausgang die E-Mail-Adresse, null ohne das Recht `accounts.email`.',
    ],
  },
  to_group: {
    en: [
      'To groups',
      'Mask of groups, `*` for all in the sender’s scope: every account of them gets the mail, at most 100,000; instead of `to_logins`, empty in a draft is none.',
    ],
    de: [
      'An Gruppen',
      'Gruppenmaske, `*` für alle im Bereich des Absenders: Jedes ihrer Konten bekommt die Nachricht, höchstens 100.000; statt `to_logins`, im Entwurf heißt leer keine.',
    ],
  },
  to_logins: {
    en: [
      'To logins',
      'Accounts that get the mail, 1 to 1,000, each in the sender’s scope; instead of `to_group`, empty in a draft is none.',
    ],
    de: [
      'An Logins',
      'Konten, die die Nachricht bekommen, 1 bis 1.000, alle im Bereich des Absenders; statt `to_group`, im Entwurf heißt leer keine.',
    ],
  },
  total: {
    en: [
      'Total',
      'Threads in the folder, drafts in the folder of drafts, or e-mails in the outbox that fit the query.',
    ],
    de: [
      'Gesamt',
      'Verläufe im Ordner, bei Entwürfen die Entwürfe, im Ausgang die E-Mails, die zur Abfrage passen.',
    ],
  },
  unread: {
    en: ['Unread', 'Mails of the mailbox that were not read yet, each counted, not threads.'],
    de: [
      'Ungelesen',
      'Noch nicht gelesene Nachrichten des Postfachs, einzeln gezählt, nicht nach Verläufen.',
    ],
  },
  version: {
    en: [
      'Draft version',
      'Counts the savings of a draft; sent with a save it must be the stored one, else `conflict`, and left out whatever is stored is replaced.',
    ],
    de: [
      'Version des Entwurfs',
      'Zählt die Speicherungen eines Entwurfs; mitgesendet muss sie die gespeicherte sein, sonst `conflict`, ohne Angabe wird ersetzt, was da ist.',
    ],
  },
}
