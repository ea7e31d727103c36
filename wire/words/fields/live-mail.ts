import type { FieldWords } from './field-words.js'

/** Fields of mail, notifications and news on the live sockets. */
export const liveMailFields: FieldWords = {
  attachments: {
    en: ['Attachments', 'Files of the mail, which are read by their ids; empty without any.'],
    de: [
      'Anhänge',
      'Dateien der Nachricht, die über ihre Nummern gelesen werden; leer, wenn keine.',
    ],
  },
  body: {
    en: ['Text', 'First 2,048 characters of the mail; the whole is read by its id.'],
    de: [
      'Text',
      'Die ersten 2.048 Zeichen der Nachricht; der ganze Text wird über ihre Nummer gelesen.',
    ],
  },
  delivered: {
    en: ['Delivered', 'Number of recipients who have the mail by now.'],
    de: ['Zugestellt', 'Anzahl der Empfänger, die die Nachricht schon haben.'],
  },
  draft: {
    en: ['Draft', 'Recipients and answer of a mail that is not sent yet; null of one that was.'],
    de: [
      'Entwurf',
      'Empfänger und Bezug einer noch nicht gesendeten Nachricht; null bei einer gesendeten.',
    ],
  },
  email: {
    en: ['Also by e-mail', 'Whether the draft goes to its recipients by e-mail, too.'],
    de: ['Auch als E-Mail', 'Ob der Entwurf den Empfängern auch als E-Mail geschickt wird.'],
  },
  feed_id: {
    en: ['Datafeed', 'Datafeed that the headline came by; only staff are told it.'],
    de: ['Datafeed', 'Datafeed, über den die Schlagzeile kam; nur Mitarbeiter erfahren ihn.'],
  },
  folder: {
    en: ['Folder', 'Folder of the mail at its holder.'],
    de: ['Ordner', 'Ordner der Nachricht bei ihrem Besitzer.'],
  },
  from_name: {
    en: ['Sender', 'Name of the sender as recipients read it, of staff the mailbox’s.'],
    de: [
      'Absender',
      'Name des Absenders, wie Empfänger ihn lesen, bei Mitarbeitern der des Postfachs.',
    ],
  },
  headline: {
    en: ['Headline', 'Headline of the news as plain text, up to 512 characters.'],
    de: ['Schlagzeile', 'Schlagzeile der Nachricht als reiner Text, bis zu 512 Zeichen.'],
  },
  message_id: {
    en: ['Message', 'UUID of the message, the same for all who hold a copy of it.'],
    de: ['Nachrichtenkennung', 'UUID der Nachricht, gleich für alle, die eine Kopie haben.'],
  },
  news: {
    en: [
      'News',
      'Whether headlines of news are told on this socket; left out, that stays as it is.',
    ],
    de: ['Nachrichten', 'Ob dieser Socket Schlagzeilen meldet; ohne Angabe bleibt es, wie es ist.'],
  },
  read: {
    en: ['Read', 'Whether the holder of this copy has read it.'],
    de: ['Gelesen', 'Ob der Besitzer dieser Kopie sie gelesen hat.'],
  },
  received_at: {
    en: ['Received', 'Time at which the server took the headline in.'],
    de: ['Empfangen', 'Zeit, zu der der Server die Schlagzeile annahm.'],
  },
  recipients: {
    en: [
      'Recipients',
      'First five logins or the mask that the mail went to, as its sender reads it; a recipient reads their own login.',
    ],
    de: [
      'Empfänger',
      'Die ersten fünf Logins oder die Maske, an die die Nachricht ging, für den Absender; ein Empfänger liest seinen eigenen Login.',
    ],
  },
  reply_to: {
    en: ['Answer to', 'Mail that the draft answers; 0 is none.'],
    de: ['Antwort auf', 'Nachricht, auf die der Entwurf antwortet; 0 heißt keine.'],
  },
  sender: {
    en: ['Sender', 'Name under which the notification was sent.'],
    de: ['Absender', 'Name, unter dem die Benachrichtigung gesendet wurde.'],
  },
  size: {
    en: ['Size', 'Bytes of the file.'],
    de: ['Größe', 'Bytes der Datei.'],
  },
  subject: {
    en: ['Subject', 'Subject of the mail, one line.'],
    de: ['Betreff', 'Betreff der Nachricht, eine Zeile.'],
  },
  thread_id: {
    en: ['Thread', 'Number of the first message of the thread that the mail belongs to.'],
    de: ['Verlauf', 'Nummer der ersten Nachricht des Verlaufs, zu dem die Nachricht gehört.'],
  },
  to_group: {
    en: ['To groups', 'Mask of the groups that the draft of staff goes to; empty is none.'],
    de: [
      'An Gruppen',
      'Maske der Gruppen, an die der Entwurf eines Mitarbeiters geht; leer heißt keine.',
    ],
  },
  to_logins: {
    en: ['To logins', 'Logins that the draft of staff goes to; empty is none.'],
    de: ['An Logins', 'Logins, an die der Entwurf eines Mitarbeiters geht; leer heißt keine.'],
  },
}
