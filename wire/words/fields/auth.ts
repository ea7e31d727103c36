import type { FieldWords } from './field-words.js'

/** Fields of `auth`. */
export const authFields: FieldWords = {
  access_expires_at: {
    en: [
      'Access token expires',
      'End of the access token, 15 minutes after it was issued; refresh shortly before. Null for an API key without an end.',
    ],
    de: [
      'Zugriffstoken gültig bis',
      'Ende des Zugriffstokens, 15 Minuten nach der Ausgabe; kurz vorher wird erneuert. Null bei einem API-Schlüssel ohne Ende.',
    ],
  },
  access_token: {
    en: [
      'Access token',
      'Goes into the header `Authorization: Bearer`; null for browser terminals (`web`, `admin`, `manager`), which get a cookie.',
    ],
    de: [
      'Zugriffstoken',
      'Gehört in den Header `Authorization: Bearer`; null bei Browser-Terminals (`web`, `admin`, `manager`), die ein Cookie bekommen.',
    ],
  },
  address: {
    en: ['IP address', 'Network address of the sign-in, or of the session’s newest refresh.'],
    de: ['IP-Adresse', 'Netzadresse der Anmeldung oder der jüngsten Erneuerung der Sitzung.'],
  },
  code: {
    en: [
      'One-time code',
      'The six digits that the authenticator app shows now; each code is accepted once.',
    ],
    de: [
      'Einmalcode',
      'Die sechs Ziffern, die die Authenticator-App gerade zeigt; jeder Code gilt einmal.',
    ],
  },
  created_at: {
    en: ['Signed in at', 'Time of the sign-in that began the session.'],
    de: ['Angemeldet seit', 'Zeitpunkt der Anmeldung, mit der die Sitzung begann.'],
  },
  csrf_token: {
    en: [
      'CSRF token',
      'Browser terminals send it back in the header `X-CSRF-Token` with every request that changes something; it is new after each refresh.',
    ],
    de: [
      'CSRF-Token',
      'Browser-Terminals senden es bei jeder ändernden Anfrage im Header `X-CSRF-Token` zurück; nach jeder Erneuerung ist es ein anderes.',
    ],
  },
  current: {
    en: ['This session', 'True for the session that asks: ending it signs out.'],
    de: [
      'Diese Sitzung',
      'Wahr bei der Sitzung, die gerade fragt: Wird sie beendet, ist das eine Abmeldung.',
    ],
  },
  current_password: {
    en: [
      'Current password',
      'The master password as it is now; a wrong one counts as a failed sign-in.',
    ],
    de: [
      'Bisheriges Passwort',
      'Das jetzige Master-Passwort; ein falsches zählt als fehlgeschlagene Anmeldung.',
    ],
  },
  daylight_saving: {
    en: [
      'Summer time',
      'By whose rule the server clock goes an hour ahead in summer: `none`, `eu` or `us`.',
    ],
    de: [
      'Sommerzeit',
      'Nach welcher Regel die Serveruhr im Sommer eine Stunde vorgeht: `none` (keine), `eu` oder `us`.',
    ],
  },
  enabled: {
    en: [
      'One-time codes on',
      'Whether signing in with the master password asks for a code of the authenticator app.',
    ],
    de: [
      'Einmalcodes an',
      'Ob die Anmeldung mit dem Master-Passwort einen Code der Authenticator-App verlangt.',
    ],
  },
  expires_at: {
    en: [
      'Session ends',
      'When the session ends unless it is refreshed before; never later than 90 days after the sign-in. Null for an API key without an end.',
    ],
    de: [
      'Sitzung endet',
      'Wann die Sitzung endet, wenn sie nicht vorher erneuert wird; spätestens 90 Tage nach der Anmeldung. Null bei einem API-Schlüssel ohne Ende.',
    ],
  },
  group: {
    en: ['Group', 'Path of the group of the login that is signed in.'],
    de: ['Gruppe', 'Pfad der Gruppe, zu der das angemeldete Login gehört.'],
  },
  group_scope: {
    en: [
      'Group scope',
      'Masks of the groups whose accounts a staff user may see and change, `!` taking away; empty for traders.',
    ],
    de: [
      'Gruppenbereich',
      'Masken der Gruppen, deren Konten ein Mitarbeiter sehen und ändern darf, `!` nimmt aus; leer bei Tradern.',
    ],
  },
  id: {
    en: ['Session', 'Names a session in order to end it; it opens nothing by itself.'],
    de: [
      'Sitzung',
      'Bezeichnet eine Sitzung, um sie zu beenden; sie lässt sich damit nicht öffnen.',
    ],
  },
  keep_signed_in: {
    en: [
      'Stay signed in',
      'True lets the session wait 30 days for its next refresh instead of 24 hours; false when left out.',
    ],
    de: [
      'Angemeldet bleiben',
      'Bei wahr wartet die Sitzung 30 Tage statt 24 Stunden auf ihre nächste Erneuerung; ohne Angabe falsch.',
    ],
  },
  last_activity: {
    en: [
      'Last activity',
      'Last request or open socket of the session, at most a minute behind while a socket is open; after a restart of the server its last refresh.',
    ],
    de: [
      'Letzte Aktivität',
      'Letzte Anfrage der Sitzung oder die Zeit ihres offenen Live-Sockets, dann höchstens eine Minute alt; nach einem Neustart des Servers ihre letzte Erneuerung.',
    ],
  },
  must_enrol_otp: {
    en: [
      'One-time codes must be set up',
      'The group requires codes and none are set up: until that is done the session may do nothing else.',
    ],
    de: [
      'Einmalcodes einzurichten',
      'Die Gruppe verlangt Codes und es sind keine eingerichtet: Bis dahin erlaubt die Sitzung nichts anderes.',
    ],
  },
  new_password: {
    en: [
      'New password',
      '8 to 16 characters, and as many as the group asks for, with a lower case and an upper case letter, a digit and a symbol; it differs from every other password of the login, and changing it ends all sessions.',
    ],
    de: [
      'Neues Passwort',
      '8 bis 16 Zeichen, mindestens so viele wie die Gruppe verlangt, mit Klein- und Großbuchstabe, Ziffer und Sonderzeichen; anders als alle Passwörter des Logins, und der Wechsel beendet alle Sitzungen.',
    ],
  },
  otp: {
    en: [
      'One-time code',
      'The six digits of the authenticator app, sent after the answer `auth.otp_required`; empty is none.',
    ],
    de: [
      'Einmalcode',
      'Die sechs Ziffern der Authenticator-App, gesendet nach der Antwort `auth.otp_required`; leer heißt keiner.',
    ],
  },
  password: {
    en: [
      'Password',
      'The master password, the investor password for a read-only session, or on terminal `api` the API password.',
    ],
    de: [
      'Passwort',
      'Das Master-Passwort, das Investor-Passwort für eine Sitzung nur zum Lesen oder am Terminal `api` das API-Passwort.',
    ],
  },
  refresh_token: {
    en: [
      'Refresh token',
      'Gets new tokens, once: an old one closes the session; null (and not sent) for browser terminals, which have a cookie.',
    ],
    de: [
      'Erneuerungstoken',
      'Holt neue Token, genau einmal: ein altes schließt die Sitzung; null (und nicht gesendet) bei Browser-Terminals, die ein Cookie haben.',
    ],
  },
  required: {
    en: [
      'Codes required',
      'Whether the login’s group requires one-time codes, so that they cannot be turned off.',
    ],
    de: [
      'Codes vorgeschrieben',
      'Ob die Gruppe des Logins Einmalcodes vorschreibt, sodass sie nicht abgeschaltet werden können.',
    ],
  },
  rights: {
    en: [
      'Rights',
      'Names of the rights that the staff user holds, such as `accounts.view`; empty for traders.',
    ],
    de: ['Rechte', 'Namen der Rechte des Mitarbeiters, etwa `accounts.view`; leer bei Tradern.'],
  },
  secret: {
    en: [
      'Secret',
      'To be typed into an authenticator app where no QR code can be scanned; it waits an hour for its first code.',
    ],
    de: [
      'Schlüssel',
      'Zum Eintippen in eine Authenticator-App, wo kein QR-Code gelesen werden kann; wartet eine Stunde auf seinen ersten Code.',
    ],
  },
  server_clock: {
    en: [
      'Server clock',
      'The wall clock by which trading sessions, holidays, swaps and day ends go.',
    ],
    de: ['Serveruhr', 'Die Uhr, nach der Handelszeiten, Feiertage, Swaps und Tagesenden gehen.'],
  },
  session: {
    en: ['Session', 'Who is signed in and what the session may do.'],
    de: ['Sitzung', 'Wer angemeldet ist und was die Sitzung darf.'],
  },
  session_expires_at: {
    en: [
      'Session ends',
      'When the session ends unless it is refreshed before, which is also the end of the refresh token.',
    ],
    de: [
      'Sitzung endet',
      'Wann die Sitzung endet, wenn sie nicht vorher erneuert wird; zugleich das Ende des Erneuerungstokens.',
    ],
  },
  terminal: {
    en: [
      'Terminal',
      'Kind of program that signs in: `manager` (default) or `admin` for staff; `web` (default), `android`, `ios`, `desktop` or `api` for traders.',
    ],
    de: [
      'Terminal',
      'Art des Programms, das sich anmeldet: `manager` (Vorgabe) oder `admin` bei Mitarbeitern; `web` (Vorgabe), `android`, `ios`, `desktop` oder `api` bei Tradern.',
    ],
  },
  uri: {
    en: [
      'QR code address',
      'The same secret as an `otpauth:` address, which an authenticator app reads when it is shown as a QR code.',
    ],
    de: [
      'Adresse für den QR-Code',
      'Derselbe Schlüssel als `otpauth:`-Adresse, die eine Authenticator-App als QR-Code liest.',
    ],
  },
  user_agent: {
    en: [
      'User agent',
      'What the program called itself when it signed in; empty when it said nothing.',
    ],
    de: [
      'User-Agent',
      'Wie sich das Programm bei der Anmeldung nannte; leer, wenn es nichts angab.',
    ],
  },
  utc_offset_min: {
    en: [
      'Offset from UTC',
      'Minutes by which the server clock is ahead of UTC, without the hour of summer time; negative is behind.',
    ],
    de: [
      'Abstand zu UTC',
      'Minuten, um die die Serveruhr UTC vorgeht, ohne die Stunde der Sommerzeit; negativ heißt, sie geht nach.',
    ],
  },
}
