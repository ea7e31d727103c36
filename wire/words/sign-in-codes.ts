import type { Code } from '../../engine/code.js'
import type { WordsOf } from './code-words.js'

/** The codes of signing in, of sessions and of passwords. */
export const SIGN_IN_CODES: WordsOf<Extract<Code, `auth.${string}`>> = {
  'auth.invalid_credentials': {
    en: {
      when: 'There is no such login, or the password is another one. Which of the two is not told.',
      repeat: 'With another login or password. Each try counts.',
      data: {},
    },
    de: {
      when: 'Dieses Login gibt es nicht, oder das Passwort ist ein anderes. Welches von beiden, wird nicht gesagt.',
      repeat: 'Mit anderem Login oder Passwort. Jeder Versuch zählt.',
      data: {},
    },
  },
  'auth.session_expired': {
    en: {
      when: 'The token is unknown, over or signed out, or there is none.',
      repeat:
        'Refresh the session (`POST .../auth/refresh`), then the same request with the same key. Where the refresh answers this code: sign in.',
      data: {},
    },
    de: {
      when: 'Das Token ist unbekannt, abgelaufen oder abgemeldet, oder es fehlt.',
      repeat:
        'Die Sitzung erneuern (`POST .../auth/refresh`), dann dieselbe Anfrage mit demselben Schlüssel. Antwortet schon das Erneuern mit diesem Code: neu anmelden.',
      data: {},
    },
  },
  'auth.refresh_reused': {
    en: {
      when: 'A refresh token came a second time, so somebody else may have it. The session was closed.',
      repeat: 'Never with that token. Sign in.',
      data: {},
    },
    de: {
      when: 'Ein Token zum Erneuern kam ein zweites Mal, also hat es vielleicht ein anderer. Die Sitzung wurde geschlossen.',
      repeat: 'Nie mit diesem Token. Neu anmelden.',
      data: {},
    },
  },
  'auth.csrf_invalid': {
    en: {
      when: 'A change from a browser came without the session’s csrf token, or with another one.',
      repeat: 'The same request with the session’s csrf token in `X-CSRF-Token`.',
      data: {},
    },
    de: {
      when: 'Eine Änderung aus einem Browser kam ohne das csrf-Token der Sitzung oder mit einem anderen.',
      repeat: 'Dieselbe Anfrage mit dem csrf-Token der Sitzung in `X-CSRF-Token`.',
      data: {},
    },
  },
  'auth.invalid_terminal': {
    en: {
      when: 'The token or the terminal is of the other side: a trader’s at `/admin`, or one of staff at `/trader`.',
      repeat: 'Never here. Use the routes of the side where the session was made.',
      data: {},
    },
    de: {
      when: 'Token oder Terminal gehören zur anderen Seite: das eines Händlers unter `/admin`, oder das von Mitarbeitern unter `/trader`.',
      repeat: 'Nie hier. Die Routen der Seite verwenden, auf der die Sitzung entstand.',
      data: {},
    },
  },
  'auth.otp_required': {
    en: {
      when: 'Login and password are right, and a one-time code is needed, too.',
      repeat: 'The same sign-in with the code in `otp`.',
      data: {},
    },
    de: {
      when: 'Login und Passwort stimmen, und ein Einmalcode ist nötig.',
      repeat: 'Dieselbe Anmeldung mit dem Code in `otp`.',
      data: {},
    },
  },
  'auth.otp_invalid': {
    en: {
      when: 'The one-time code is wrong, over, or was used already.',
      repeat: 'With the next code. Each try counts.',
      data: {},
    },
    de: {
      when: 'Der Einmalcode ist falsch, abgelaufen oder schon verwendet.',
      repeat: 'Mit dem nächsten Code. Jeder Versuch zählt.',
      data: {},
    },
  },
  'auth.otp_not_set': {
    en: {
      when: 'A one-time code was sent, and none are set up for this password; or there is no new secret to confirm.',
      repeat: 'Sign in without a code. Before a confirmation make a secret with `otp/enrol`.',
      data: {},
    },
    de: {
      when: 'Ein Einmalcode wurde gesendet, und für dieses Passwort sind keine eingerichtet; oder es gibt kein neues Geheimnis zu bestätigen.',
      repeat: 'Ohne Code anmelden. Vor einer Bestätigung mit `otp/enrol` ein Geheimnis erzeugen.',
      data: {},
    },
  },
  'auth.code_invalid': {
    en: {
      when: 'The e-mailed code of a sign-up is wrong or over.',
      repeat: 'With the right code, or with a new one of `POST /trader/v1/register/code`.',
      data: {},
    },
    de: {
      when: 'Der Code aus der E-Mail einer Registrierung ist falsch oder abgelaufen.',
      repeat: 'Mit dem richtigen Code oder einem neuen von `POST /trader/v1/register/code`.',
      data: {},
    },
  },
  'auth.password_change_required': {
    en: {
      when: 'The password was set by somebody else, and the session may do nothing but change it.',
      repeat: 'Change the password, then the same request.',
      data: {},
    },
    de: {
      when: 'Das Passwort hat ein anderer gesetzt, und die Sitzung darf nur das Passwort ändern.',
      repeat: 'Das Passwort ändern, dann dieselbe Anfrage.',
      data: {},
    },
  },
  'auth.otp_enrol_required': {
    en: {
      when: 'The account’s group asks for one-time codes, and none are set up. The session may do nothing but that.',
      repeat: 'Set up one-time codes (`otp/enrol`, `otp/confirm`), then the same request.',
      data: {},
    },
    de: {
      when: 'Die Gruppe des Kontos verlangt Einmalcodes, und es sind keine eingerichtet. Die Sitzung darf nur das.',
      repeat: 'Einmalcodes einrichten (`otp/enrol`, `otp/confirm`), dann dieselbe Anfrage.',
      data: {},
    },
  },
  'auth.account_disabled': {
    en: {
      when: 'The account or its group is disabled.',
      repeat: 'Never, until staff have enabled it.',
      data: {},
    },
    de: {
      when: 'Das Konto oder seine Gruppe ist gesperrt.',
      repeat: 'Nie, bis Mitarbeiter es freigegeben haben.',
      data: {},
    },
  },
  'auth.ip_not_allowed': {
    en: {
      when: 'The account may not be used from this address.',
      repeat: 'Never from this address. From an allowed one, or once staff have allowed it.',
      data: {},
    },
    de: {
      when: 'Das Konto darf von dieser Adresse aus nicht benutzt werden.',
      repeat:
        'Nie von dieser Adresse. Von einer erlaubten, oder sobald Mitarbeiter sie erlaubt haben.',
      data: {},
    },
  },
  'auth.not_staff': {
    en: {
      when: 'The account has no staff access.',
      repeat: 'Never, until an administrator has made it a staff user.',
      data: {},
    },
    de: {
      when: 'Das Konto hat keinen Zugang für Mitarbeiter.',
      repeat: 'Nie, bis ein Administrator es zum Mitarbeiter gemacht hat.',
      data: {},
    },
  },
  'auth.terminal_not_allowed': {
    en: {
      when: 'The account may not use this terminal, or the server is not open for it now.',
      repeat: 'With another terminal, or once staff have allowed this one.',
      data: {},
    },
    de: {
      when: 'Das Konto darf dieses Terminal nicht benutzen, oder der Server ist dafür gerade nicht offen.',
      repeat: 'Mit einem anderen Terminal, oder sobald Mitarbeiter dieses erlaubt haben.',
      data: {},
    },
  },
  'auth.account_changed': {
    en: {
      when: 'Another account is signed in than `X-APP-Account`, or the socket’s session, names.',
      repeat: 'Load the data of the account that is signed in, decide anew, and name its login.',
      data: {},
    },
    de: {
      when: 'Ein anderes Konto ist angemeldet, als `X-APP-Account` oder die Sitzung des Sockets nennt.',
      repeat: 'Die Daten des angemeldeten Kontos laden, neu entscheiden und dessen Login nennen.',
      data: {},
    },
  },
  'auth.password_same': {
    en: {
      when: 'The new password is the current one.',
      repeat: 'With another new password.',
      data: {},
    },
    de: {
      when: 'Das neue Passwort ist das jetzige.',
      repeat: 'Mit einem anderen neuen Passwort.',
      data: {},
    },
  },
  'auth.password_weak': {
    en: {
      when: 'The new password is too short, too simple or too common. The message says which.',
      repeat: 'With a stronger password.',
      data: {},
    },
    de: {
      when: 'Das neue Passwort ist zu kurz, zu einfach oder zu verbreitet. Die Nachricht sagt, was davon.',
      repeat: 'Mit einem stärkeren Passwort.',
      data: {},
    },
  },
  'auth.password_change_not_allowed': {
    en: {
      when: 'This session may not change the password: it was signed in to look only, or over terminal `api`.',
      repeat: 'Never in this session. Sign in with the master password.',
      data: {},
    },
    de: {
      when: 'Diese Sitzung darf das Passwort nicht ändern: Sie sieht nur zu, oder läuft über das Terminal `api`.',
      repeat: 'Nie in dieser Sitzung. Mit dem Hauptpasswort anmelden.',
      data: {},
    },
  },
  'auth.too_many_attempts': {
    en: {
      when: 'Too many tries to sign in, to sign up or to confirm a code, by this login or from this address.',
      repeat: 'After `Retry-After`. What is tried before counts as nothing and is refused, too.',
      data: {},
    },
    de: {
      when: 'Zu viele Versuche, sich anzumelden, zu registrieren oder einen Code zu bestätigen, mit diesem Login oder von dieser Adresse.',
      repeat: 'Nach `Retry-After`. Was vorher versucht wird, wird nur abgelehnt.',
      data: {},
    },
  },
}
