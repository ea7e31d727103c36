import type { Code } from '../../engine/code.js'
import type { WordsOf } from './code-words.js'

/** The codes of signing in, of sessions and of passwords. */
export const SIGN_IN_CODES: WordsOf<Extract<Code, `auth.${string}`>> = {
  'auth.invalid_credentials': {
    en: {
      when: 'The login does not exist, or the password is wrong. The server does not say which.',
      repeat: 'Use the right login and password. The server counts each attempt.',
      data: {},
    },
    de: {
      when: 'Das Login existiert nicht, oder das Passwort ist falsch. Der Server sagt nicht, was davon.',
      repeat: 'Das richtige Login und Passwort verwenden. Der Server zählt jeden Versuch.',
      data: {},
    },
  },
  'auth.session_expired': {
    en: {
      when: 'The token is unknown, expired or signed out, or the request has no token.',
      repeat:
        'Refresh the session (`POST .../auth/refresh`), then send the same request with the same key. If the refresh gets this code, sign in.',
      data: {},
    },
    de: {
      when: 'Das Token ist unbekannt, abgelaufen oder abgemeldet, oder die Anfrage hat keines.',
      repeat:
        'Die Sitzung erneuern (`POST .../auth/refresh`), dann dieselbe Anfrage mit demselben Schlüssel senden. Antwortet schon das Erneuern mit diesem Code, neu anmelden.',
      data: {},
    },
  },
  'auth.refresh_reused': {
    en: {
      when: 'A refresh token was used a second time, so it may be stolen. The server ended the session.',
      repeat: 'Not with that token. Sign in.',
      data: {},
    },
    de: {
      when: 'Ein Token zum Erneuern wurde ein zweites Mal verwendet und ist vielleicht gestohlen. Der Server hat die Sitzung beendet.',
      repeat: 'Nicht mit diesem Token. Neu anmelden.',
      data: {},
    },
  },
  'auth.csrf_invalid': {
    en: {
      when: 'A browser sent a change without the session’s CSRF token, or with a wrong one.',
      repeat: 'Send the same request with the session’s CSRF token in `X-CSRF-Token`.',
      data: {},
    },
    de: {
      when: 'Ein Browser hat eine Änderung ohne das CSRF-Token der Sitzung oder mit einem falschen gesendet.',
      repeat: 'Dieselbe Anfrage mit dem CSRF-Token der Sitzung in `X-CSRF-Token` senden.',
      data: {},
    },
  },
  'auth.invalid_terminal': {
    en: {
      when: 'The token or terminal belongs to the other side: a trader’s token at `/admin`, or a staff token at `/trader`.',
      repeat: 'Not at this route. Use the routes of the side where you signed in.',
      data: {},
    },
    de: {
      when: 'Token oder Terminal gehören zur anderen Seite: das Token eines Traders unter `/admin` oder das eines Mitarbeiters unter `/trader`.',
      repeat:
        'Nicht bei dieser Route. Die Routen der Seite verwenden, auf der Sie sich angemeldet haben.',
      data: {},
    },
  },
  'auth.otp_required': {
    en: {
      when: 'Login and password are right, but the account also needs a one-time code.',
      repeat: 'Send the same sign-in with the code in `otp`.',
      data: {},
    },
    de: {
      when: 'Login und Passwort stimmen, aber das Konto braucht auch einen Einmalcode.',
      repeat: 'Dieselbe Anmeldung mit dem Code in `otp` senden.',
      data: {},
    },
  },
  'auth.otp_invalid': {
    en: {
      when: 'The one-time code is wrong, expired or already used.',
      repeat: 'Use the next code. The server counts each attempt.',
      data: {},
    },
    de: {
      when: 'Der Einmalcode ist falsch, abgelaufen oder schon verwendet.',
      repeat: 'Den nächsten Code verwenden. Der Server zählt jeden Versuch.',
      data: {},
    },
  },
  'auth.otp_not_set': {
    en: {
      when: 'The sign-in carried a one-time code, but this password has none set up. Or there is no new setup key to confirm.',
      repeat: 'Sign in without a code. Before you confirm, create a setup key with `otp/enrol`.',
      data: {},
    },
    de: {
      when: 'Die Anmeldung enthielt einen Einmalcode, aber für dieses Passwort sind keine eingerichtet. Oder es gibt keinen neuen Einrichtungsschlüssel zu bestätigen.',
      repeat:
        'Ohne Code anmelden. Vor dem Bestätigen mit `otp/enrol` einen Einrichtungsschlüssel erzeugen.',
      data: {},
    },
  },
  'auth.code_invalid': {
    en: {
      when: 'The sign-up code from the e-mail is wrong or expired.',
      repeat: 'Use the right code, or request a new one with `POST /trader/v1/register/code`.',
      data: {},
    },
    de: {
      when: 'Der Registrierungscode aus der E-Mail ist falsch oder abgelaufen.',
      repeat:
        'Den richtigen Code verwenden oder mit `POST /trader/v1/register/code` einen neuen anfordern.',
      data: {},
    },
  },
  'auth.password_change_required': {
    en: {
      when: 'Staff or the server set this password, so the owner must change it first. Until then the session can do nothing else.',
      repeat: 'Change the password, then send the same request.',
      data: {},
    },
    de: {
      when: 'Mitarbeiter oder der Server haben dieses Passwort gesetzt, also muss der Inhaber es zuerst ändern. Bis dahin kann die Sitzung nichts anderes.',
      repeat: 'Das Passwort ändern, dann dieselbe Anfrage senden.',
      data: {},
    },
  },
  'auth.otp_enrol_required': {
    en: {
      when: 'The account’s group requires one-time codes, and the account has none set up. Until then the session can do nothing else.',
      repeat: 'Set up one-time codes (`otp/enrol`, `otp/confirm`), then send the same request.',
      data: {},
    },
    de: {
      when: 'Die Gruppe des Kontos verlangt Einmalcodes, und für das Konto sind keine eingerichtet. Bis dahin kann die Sitzung nichts anderes.',
      repeat: 'Einmalcodes einrichten (`otp/enrol`, `otp/confirm`), dann dieselbe Anfrage senden.',
      data: {},
    },
  },
  'auth.account_disabled': {
    en: {
      when: 'The account or its group is disabled.',
      repeat: 'Only after staff have enabled it.',
      data: {},
    },
    de: {
      when: 'Das Konto oder seine Gruppe ist gesperrt.',
      repeat: 'Erst, wenn Mitarbeiter es freigegeben haben.',
      data: {},
    },
  },
  'auth.ip_not_allowed': {
    en: {
      when: 'The account does not allow this IP address.',
      repeat: 'Not from this address. Use an allowed address, or ask staff to allow this one.',
      data: {},
    },
    de: {
      when: 'Das Konto erlaubt diese IP-Adresse nicht.',
      repeat:
        'Nicht von dieser Adresse. Eine erlaubte Adresse verwenden oder Mitarbeiter bitten, diese zu erlauben.',
      data: {},
    },
  },
  'auth.not_staff': {
    en: {
      when: 'The account has no staff access.',
      repeat: 'Only after an administrator has made the account a staff user.',
      data: {},
    },
    de: {
      when: 'Das Konto hat keinen Zugang für Mitarbeiter.',
      repeat: 'Erst, wenn ein Administrator das Konto zum Mitarbeiter gemacht hat.',
      data: {},
    },
  },
  'auth.terminal_not_allowed': {
    en: {
      when: 'The account may not use this terminal, or the server does not accept this terminal at the moment.',
      repeat: 'Use another terminal, or ask staff to allow this one.',
      data: {},
    },
    de: {
      when: 'Das Konto darf dieses Terminal nicht verwenden, oder der Server nimmt dieses Terminal im Moment nicht an.',
      repeat: 'Ein anderes Terminal verwenden oder Mitarbeiter bitten, dieses zu erlauben.',
      data: {},
    },
  },
  'auth.account_changed': {
    en: {
      when: 'The session belongs to another account than `X-APP-Account` or the live socket names.',
      repeat: 'Load the data of the account that is signed in, decide again, and send its login.',
      data: {},
    },
    de: {
      when: 'Die Sitzung gehört zu einem anderen Konto, als `X-APP-Account` oder der Live-Socket nennt.',
      repeat: 'Die Daten des angemeldeten Kontos laden, neu entscheiden und dessen Login senden.',
      data: {},
    },
  },
  'auth.password_same': {
    en: {
      when: 'The new password is the same as the current one.',
      repeat: 'Choose another password.',
      data: {},
    },
    de: {
      when: 'Das neue Passwort ist dasselbe wie das aktuelle.',
      repeat: 'Ein anderes Passwort wählen.',
      data: {},
    },
  },
  'auth.password_weak': {
    en: {
      when: 'The new password is too short, too simple or too common. The message says which.',
      repeat: 'Choose a stronger password.',
      data: {},
    },
    de: {
      when: 'Das neue Passwort ist zu kurz, zu einfach oder zu verbreitet. Die Nachricht sagt, was davon.',
      repeat: 'Ein stärkeres Passwort wählen.',
      data: {},
    },
  },
  'auth.password_change_not_allowed': {
    en: {
      when: 'This session may not change the password: it is view only, or it uses the terminal `api`.',
      repeat: 'Not in this session. Sign in with the master password.',
      data: {},
    },
    de: {
      when: 'Diese Sitzung darf das Passwort nicht ändern: Sie hat nur Ansicht oder verwendet das Terminal `api`.',
      repeat: 'Nicht in dieser Sitzung. Mit dem Hauptpasswort anmelden.',
      data: {},
    },
  },
  'auth.too_many_attempts': {
    en: {
      when: 'This login or this address made too many attempts to sign in, to sign up or to confirm a code.',
      repeat:
        'Wait for the time in `Retry-After`. The server refuses earlier attempts and does not count them.',
      data: {},
    },
    de: {
      when: 'Von diesem Login oder dieser Adresse kamen zu viele Versuche, sich anzumelden, zu registrieren oder einen Code zu bestätigen.',
      repeat:
        'Die Zeit in `Retry-After` abwarten. Frühere Versuche lehnt der Server ab und zählt sie nicht.',
      data: {},
    },
  },
}
