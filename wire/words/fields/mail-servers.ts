import type { FieldWords } from './field-words.js'

/** Fields of `mail-servers`. */
export const mailServersFields: FieldWords = {
  avg_send_seconds: {
    en: [
      'Average time to send',
      'Seconds that sending an e-mail takes on average; 0 while none was sent.',
    ],
    de: [
      'Mittlere Sendedauer',
      'Sekunden, die das Senden einer E-Mail im Mittel dauert; 0, solange keine gesendet wurde.',
    ],
  },
  enabled: {
    en: [
      'Enabled',
      'An off server sends nothing but tests, and what waits for it stays queued; on when left out.',
    ],
    de: [
      'Aktiv',
      'Ein abgeschalteter Server sendet nur Tests, und was auf ihn wartet, bleibt liegen; ohne Angabe an.',
    ],
  },
  errors: {
    en: ['Given up', 'E-mails that were given up after every try, since the server was set up.'],
    de: [
      'Aufgegeben',
      'E-Mails, die nach allen Versuchen aufgegeben wurden, seit der Server eingerichtet ist.',
    ],
  },
  has_password: {
    en: ['Password stored', 'Whether a password is stored; it is kept sealed and never shown.'],
    de: [
      'Passwort hinterlegt',
      'Ob ein Passwort gespeichert ist; es liegt verschlüsselt und wird nie gezeigt.',
    ],
  },
  is_default: {
    en: [
      'Default server',
      'E-mails of the platform go through this one; setting it takes the mark from the one before, and an enabled server that is the only one serves as default anyway.',
    ],
    de: [
      'Standardserver',
      'E-Mails der Plattform gehen über diesen; das Setzen nimmt dem bisherigen das Kennzeichen, und ein aktiver Server, der der einzige ist, gilt ohnehin als Standard.',
    ],
  },
  login: {
    en: [
      'User name',
      'Name to sign in with at the mail server, often the sender’s address; empty sends without signing in.',
    ],
    de: [
      'Benutzername',
      'Name für die Anmeldung am Mailserver, oft die Absenderadresse; leer wird ohne Anmeldung gesendet.',
    ],
  },
  name: {
    en: [
      'Name',
      'Title by which staff tell mail servers apart: 1 to 64 letters, digits, spaces or `. _ & # -`, each name once.',
    ],
    de: [
      'Name',
      'Bezeichnung, an der Mitarbeiter Mailserver unterscheiden: 1 bis 64 Buchstaben, Ziffern, Leerzeichen oder `. _ & # -`, jeder Name einmal.',
    ],
  },
  password: {
    en: [
      'Password',
      'Password for signing in at the mail server, never shown again: left out it stays, empty removes it, and a new host or security needs it sent again.',
    ],
    de: [
      'Passwort',
      'Passwort für die Anmeldung am Mailserver, wird nie wieder gezeigt: Ohne Angabe bleibt es, leer entfernt es, und mit neuem Host oder neuer Sicherheit muss es erneut gesendet werden.',
    ],
  },
  queued: {
    en: [
      'Waiting',
      'E-mails that wait to be sent through this server; the default one counts what waits for the default, too.',
    ],
    de: [
      'Wartend',
      'E-Mails, die auf das Senden über diesen Server warten; beim Standardserver auch die, die auf den Standard warten.',
    ],
  },
  security: {
    en: [
      'Security',
      '`starttls` (default) turns the connection into TLS before anything else and requires it, `tls` begins with TLS, `none` sends in clear text.',
    ],
    de: [
      'Sicherheit',
      '`starttls` (Vorgabe) stellt die Verbindung vor allem anderen auf TLS um und verlangt das, `tls` beginnt mit TLS, `none` sendet im Klartext.',
    ],
  },
  sender_email: {
    en: ['Sender address', 'Address that e-mails are sent from, bare, as `desk@example.com`.'],
    de: [
      'Absenderadresse',
      'Adresse, von der E-Mails gesendet werden, ohne Namen, etwa `desk@example.com`.',
    ],
  },
  sender_name: {
    en: [
      'Sender name',
      'Name that recipients see beside the address, up to 128 characters without quotes; empty shows the address alone.',
    ],
    de: [
      'Absendername',
      'Name, den Empfänger neben der Adresse sehen, bis 128 Zeichen ohne Anführungszeichen; leer steht nur die Adresse da.',
    ],
  },
  sent: {
    en: ['Sent', 'E-mails that the mail server has taken since it was set up.'],
    de: ['Gesendet', 'E-Mails, die der Mailserver angenommen hat, seit er eingerichtet ist.'],
  },
  server: {
    en: [
      'Server',
      'Host and port of the mail server, as `smtp.example.com:587`; this machine, link-local addresses and cloud metadata services are refused unless `OUTBOUND_ALLOW` names them.',
    ],
    de: [
      'Server',
      'Host und Port des Mailservers, etwa `smtp.example.com:587`; diese Maschine, link-lokale Adressen und Metadatendienste von Clouds werden abgelehnt, wenn `OUTBOUND_ALLOW` sie nicht nennt.',
    ],
  },
  stats: {
    en: ['Figures', 'What has gone through the server since it was set up, and what waits for it.'],
    de: ['Zahlen', 'Was seit der Einrichtung über den Server ging und was auf ihn wartet.'],
  },
  to: {
    en: [
      'Test address',
      'Address to which one e-mail is sent at once, even through a server that is off.',
    ],
    de: [
      'Testadresse',
      'Adresse, an die sofort eine E-Mail gesendet wird, auch über einen abgeschalteten Server.',
    ],
  },
}
